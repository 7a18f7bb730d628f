import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { SecretField, TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { Failed, SubmitButton } from '../sign-in/sign-in-form.tsx';
import { CodePicture } from './qr-code.tsx';
import { Codes } from './recovery-codes.tsx';
import styles from '../sign-in/sign-in-form.module.css';

type Step = 'password' | 'scan' | 'codes';

/** Password, then the picture for the app and its first code, then the codes for paper. */
export function SwitchOn({ onClose }: { onClose: () => void }) {
  const t = useT();
  const submit = useSubmit();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const step: Step = codes ? 'codes' : begun ? 'scan' : 'password';
  const start = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await submit.run(() =>
      api.post<{ data: { secret: string; uri: string } }>('/session/two-step/start', {
        body: { password },
        quiet: true,
      }),
    );
    setPassword('');
    if (!(answer instanceof ApiError)) setBegun(answer.data);
  };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await submit.run(() =>
      api.post<{ data: { codes: string[] } }>('/session/two-step/confirm', { body: { code }, quiet: true }),
    );
    setCode('');
    if (!(answer instanceof ApiError)) setCodes(answer.data.codes);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t(`twoStep.step.${step}`)}
      // The codes are shown this once: they go by the button that says so, not by a slip of the hand.
      closeOnClickOutside={step === 'password'}
      closeOnEscape={step !== 'codes'}
      withCloseButton={step !== 'codes'}
    >
      {step === 'password' ? (
        <form className={styles.fields} onSubmit={(event) => void start(event)} noValidate>
          <p className="t2">{t('twoStep.needPassword')}</p>
          <Failed submit={submit} />
          <SecretField
            data-autofocus
            label={t('password.current')}
            autoComplete="current-password"
            value={password}
            error={submit.fields['password']}
            onChange={setPassword}
          />
          <SubmitButton submit={submit} small label={t('twoStep.next')} disabled={password === ''} />
        </form>
      ) : null}
      {step === 'scan' && begun ? (
        <form className={styles.fields} onSubmit={(event) => void confirm(event)} noValidate>
          <p className="t2">{t('twoStep.scan')}</p>
          <CodePicture uri={begun.uri} secret={begun.secret} />
          <Failed submit={submit} />
          <TextField
            autoFocus
            label={t('twoStep.firstCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={7}
            value={code}
            error={submit.fields['code']}
            onChange={setCode}
          />
          <SubmitButton submit={submit} small label={t('twoStep.switchOn')} disabled={code.trim().length < 6} />
        </form>
      ) : null}
      {codes ? <Codes codes={codes} onClose={onClose} /> : null}
    </Modal>
  );
}
