import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { clearSession } from '#kit/web/session.ts';
import { toast } from '#kit/web/toast.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useFragment } from '#kit/web/use-fragment.ts';
import { useSubmit } from '#kit/web/use-submit.ts';
import { LoginFrame } from '../sign-in/sign-in-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Failed, FormHead, SubmitButton } from '../sign-in/sign-in-form.tsx';
import styles from '../sign-in/sign-in-form.module.css';

interface LinkFacts {
  purpose: 'reset' | 'admin-reset' | 'invite';
  name: string;
  email: string | null;
  needsCode: boolean;
}

/** Sets a password with a link that was mailed: for who forgot theirs, and for who never had one. */
export function Reset() {
  const t = useT();
  const token = useFragment();
  const { data, error } = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) =>
      api.post<{ data: LinkFacts }>('/password/link', { body: { token }, signal, quiet: true }).then((one) => one.data),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const title = t(data?.purpose === 'invite' ? 'reset.welcome' : 'reset.title');
  useEffect(() => {
    document.title = `${title} · Roadkeeper`;
  }, [title]);
  return (
    <LoginFrame below={t('reset.once')}>
      {data ? (
        <ResetForm key={token} token={token} facts={data} title={title} />
      ) : (
        <form onSubmit={(event) => event.preventDefault()} aria-busy={!error}>
          <FormHead title={title} text={error ? t('reset.overText') : t('reset.looking')} />
          {error ? (
            <>
              <div className="alert due" role="alert">
                {error instanceof ApiError ? error.message : t('error.wrong')}
              </div>
              <Link to="/forgot" className={`btn p lg ${styles.wide}`}>
                {t('reset.newLink')}
              </Link>
            </>
          ) : null}
        </form>
      )}
    </LoginFrame>
  );
}

function ResetForm({ token, facts, title }: { token: string; facts: LinkFacts; title: string }) {
  const t = useT();
  const navigate = useNavigate();
  const submit = useSubmit();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const owner = { name: facts.name, email: facts.email, twoStep: facts.needsCode };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = { token, password, ...(facts.needsCode ? { code } : {}) };
    const answer = await submit.run(() => api.post<{ message: string }>('/password/reset', { body, quiet: true }));
    if (answer instanceof ApiError) return;
    // Every session ended with it, this browser's too.
    clearSession();
    toast.success(answer.message);
    await navigate({ to: '/login', replace: true });
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <FormHead
        title={title}
        text={
          <>
            {t(facts.purpose === 'invite' ? 'reset.welcomeText' : 'reset.text')} <bdi dir="ltr">{facts.email}</bdi>
          </>
        }
      />
      <Failed submit={submit} />
      {/* For the browser's password store: whose password this is. */}
      <input type="text" autoComplete="username" value={facts.email ?? ''} readOnly hidden />
      <NewPasswordField
        large
        autoFocus
        owner={owner}
        value={password}
        error={submit.fields['password']}
        onChange={(value) => {
          setPassword(value);
          submit.clear();
        }}
      />
      {facts.needsCode ? (
        <TextField
          large
          label={t('login.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          help={t('login.codeHelp')}
          value={code}
          error={submit.fields['code']}
          onChange={setCode}
        />
      ) : null}
      <SubmitButton submit={submit} label={t('reset.submit')} disabled={password === ''} />
    </form>
  );
}
