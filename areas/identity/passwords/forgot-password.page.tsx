import { IconMailForward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { LoginFrame } from '../sign-in/sign-in-frame.tsx';
import { Failed, FormHead, SubmitButton } from '../sign-in/sign-in-form.tsx';

/** Asks for a link. What comes back is the same whether there is such an account or not. */
export function Forgot() {
  const t = useT();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<string>();
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${t('forgot.title')} · Roadkeeper`;
    input.current?.focus();
  }, [t]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!email.trim()) {
      submit.setFields({ email: t('login.emailMissing') });
      input.current?.focus();
      return;
    }
    const answer = await submit.run(() =>
      api.post<{ message: string }>('/password/forgot', { body: { email }, quiet: true }),
    );
    if (!(answer instanceof ApiError)) setSent(answer.message);
  };
  return (
    <LoginFrame below={t('login.noAccount')}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <FormHead title={t('forgot.title')} text={t(sent ? 'forgot.next' : 'forgot.text')} />
        {sent ? (
          <div className="alert info" role="status">
            <IconMailForward className="i" aria-hidden="true" />
            {sent}
          </div>
        ) : (
          <>
            <Failed submit={submit} />
            <TextField
              large
              label={t('login.email')}
              inputRef={input}
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              value={email}
              error={submit.fields['email']}
              onChange={setEmail}
            />
            <SubmitButton submit={submit} label={t('forgot.submit')} />
          </>
        )}
        <Link to="/login" className="btn g">
          {t('forgot.back')}
        </Link>
      </form>
    </LoginFrame>
  );
}
