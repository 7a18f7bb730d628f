import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { SecretField, TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { Failed } from '../sign-in/sign-in-form.tsx';
import styles from '../sign-in/sign-in-form.module.css';

/** Asks for password and code before the code at sign-in goes. */
export function SwitchOff({ onClose }: { onClose: () => void }) {
  const t = useT();
  const submit = useSubmit();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await submit.run(() =>
      api.delete<{ message: string }>('/session/two-step', { body: { password, code }, quiet: true }),
    );
    setCode('');
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('twoStep.switchOff')}>
      <form className={styles.fields} onSubmit={(event) => void send(event)} noValidate>
        <p className="t2">{t('twoStep.offText')}</p>
        <Failed submit={submit} />
        <SecretField
          data-autofocus
          label={t('password.current')}
          autoComplete="current-password"
          value={password}
          error={submit.fields['password']}
          onChange={setPassword}
        />
        <TextField
          label={t('login.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          dir="ltr"
          help={t('login.codeHelp')}
          value={code}
          error={submit.fields['code']}
          onChange={setCode}
        />
        <div className="row">
          <button type="submit" className="btn x" disabled={submit.busy || submit.waitS > 0 || !password || !code}>
            {submit.waitS > 0 ? t('login.again', { count: submit.waitS }) : t('twoStep.switchOff')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
