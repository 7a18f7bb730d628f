import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import { ActionButtons } from '#kit/web/ui/action-dialog.tsx';
import { Segments } from '#kit/web/ui/parts.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import type { user } from '../identity.contract.ts';
import { GivenPassword, OneTimeField } from './one-time-password-field.tsx';
import { oneTimePassword } from './one-time-password.web.ts';
import { Failed } from '../sign-in/sign-in-form.tsx';
import styles from '../sign-in/sign-in-form.module.css';

type Way = 'password' | 'link';

/** Gives somebody a new way in: a one-time password that is told to them, or a link to their mail address. */
export function ResetPassword(props: RowDialogProps<typeof user>) {
  const { definition, row, onClose } = props;
  const t = useT();
  const { title, email } = row;
  const submit = useSubmit();
  const [way, setWay] = useState<Way>('password');
  const make = () => oneTimePassword({ name: title, email });
  const [password, setPassword] = useState(make);
  const [isGiven, setGiven] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = { data: way === 'password' ? { password } : {} };
    const answer = await submit.run(() =>
      api.put<{ message: string }>(`/admin/user-reset-password/${row.id}`, { body, quiet: true }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await invalidate(definition.path, 'history');
    if (way === 'password') setGiven(true);
    else onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('credentials.resetTitle', { title })}
      // What is shown only once does not go by a slip.
      closeOnClickOutside={!isGiven}
    >
      {isGiven ? (
        <GivenPassword title={title} password={password} onClose={onClose} />
      ) : (
        <form className={styles.fields} onSubmit={(event) => void send(event)} noValidate>
          <p className="alert due">
            <bdi>{t('credentials.ends', { title })}</bdi>
          </p>
          <Failed submit={submit} />
          {email ? (
            <Segments<Way>
              label={t('credentials.how')}
              name="way"
              value={way}
              options={[
                { value: 'password', label: t('credentials.byPassword') },
                { value: 'link', label: t('credentials.byLink') },
              ]}
              onChange={(next) => {
                setWay(next);
                submit.clear();
              }}
            />
          ) : null}
          {way === 'password' ? (
            <OneTimeField
              value={password}
              error={submit.fields['password'] ?? submit.fields['data']}
              onChange={(next) => {
                setPassword(next);
                submit.clear();
              }}
              onAnother={() => setPassword(make())}
            />
          ) : (
            <p className="t2">
              <bdi>{t('credentials.linkText', { email })}</bdi>
            </p>
          )}
          <ActionButtons
            label={t(way === 'password' ? 'credentials.reset' : 'credentials.sendLink')}
            submit={submit}
            isOff={submit.waitS > 0 || (way === 'password' && password === '')}
            onCancel={onClose}
          />
        </form>
      )}
    </Modal>
  );
}
