import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { SecretField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { Failed, SubmitButton } from '../sign-in/sign-in-form.tsx';
import type { PasswordOwner } from './passwords.contract.ts';
import styles from '../sign-in/sign-in-form.module.css';

/** One's own password, with the present one. */
export function ChangePassword(props: {
  owner: PasswordOwner;
  currentLabel: string;
  large?: boolean;
  head?: ReactNode;
  /** Beside the main button. */
  children?: ReactNode;
  onDone: () => Promise<void>;
}) {
  const t = useT();
  const submit = useSubmit();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const large = props.large ?? false;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = { current, password };
    const answer = await submit.run(() => api.post<{ message: string }>('/session/password', { body, quiet: true }));
    if (answer instanceof ApiError) {
      if (answer.fields['current']) setCurrent('');
      return;
    }
    setCurrent('');
    setPassword('');
    toast.success(answer.message);
    await props.onDone();
  };
  return (
    <form className={styles.fields} onSubmit={(event) => void send(event)} noValidate>
      {props.head}
      <Failed submit={submit} />
      {/* For the browser's password store: whose password this is. */}
      <input type="text" autoComplete="username" value={props.owner.email ?? ''} readOnly hidden />
      <SecretField
        large={large}
        label={props.currentLabel}
        autoFocus={large}
        autoComplete="current-password"
        value={current}
        error={submit.fields['current']}
        onChange={setCurrent}
      />
      <NewPasswordField
        large={large}
        owner={props.owner}
        value={password}
        error={submit.fields['password']}
        onChange={(value) => {
          setPassword(value);
          submit.clear();
        }}
      />
      <SubmitButton
        submit={submit}
        small={!large}
        label={t('password.submit')}
        disabled={current === '' || password === ''}
      />
      {props.children}
    </form>
  );
}
