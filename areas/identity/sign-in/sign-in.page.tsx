import { IconClock } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError, api, loadPermissions } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { isSignedIn, keepSession, type SignedIn } from '#kit/web/session.ts';
import { store } from '#kit/web/storage/store.ts';
import { SecretField, TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { LoginFrame } from './sign-in-frame.tsx';
import { Failed, FormHead, SubmitButton } from './sign-in-form.tsx';

/** Only paths of this app: an address of somebody else's site is never followed. */
const safePath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/dashboard';

/** Email and password, and for those who switched it on a code after them. */
export function Login() {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { redirect?: string; ended?: string };
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(false);
  /** Undefined until the password was right and a code is asked for. */
  const [code, setCode] = useState<string>();
  const submit = useSubmit();
  const { fields, failure } = submit;
  const inputs = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };

  useEffect(() => {
    document.title = `${t('login.title')} · Roadkeeper`;
    if (isSignedIn()) void navigate({ to: safePath(search.redirect) });
    else inputs.email.current?.focus();
    // Once, when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (submit.busy) return;
    // Signed in through another tab meanwhile: this one goes where it was going too.
    return store.listen((key) => {
      if (key !== 'userData' || !isSignedIn()) return;
      void loadPermissions().then(
        () => navigate({ to: safePath(search.redirect) }),
        () => undefined,
      );
    });
  }, [submit.busy, search.redirect, navigate]);

  const startOver = () => {
    setCode(undefined);
    setPassword('');
    submit.clear();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (!email.trim()) missing['email'] = t('login.emailMissing');
    if (!password) missing['password'] = t('login.passwordMissing');
    if (code === '') missing['code'] = t('login.codeMissing');
    if (Object.keys(missing).length > 0) {
      submit.setFields(missing);
      if (code === undefined) inputs[missing['email'] ? 'email' : 'password'].current?.focus();
      return;
    }
    const body = { email, password, keep, ...(code === undefined ? {} : { code }) };
    const answer = await submit.run(async () => {
      keepSession(await api.post<SignedIn>('/login', { body, quiet: true }));
      await loadPermissions();
    });
    if (!(answer instanceof ApiError)) return navigate({ to: safePath(search.redirect) });
    if (answer.fields['code']) {
      // Asked for the first time nothing is wrong yet.
      if (code === undefined) submit.clear();
      return setCode('');
    }
    if (answer.status === 401) {
      // Also when the password was right a moment ago: from the beginning, under the reason.
      setCode(undefined);
      setPassword('');
      inputs.password.current?.focus();
    }
  };

  const title = code === undefined ? t('login.title') : t('login.codeTitle');
  return (
    <LoginFrame below={t('login.noAccount')}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <FormHead title={title} text={t(code === undefined ? 'login.claim' : 'login.codeText')} />
        {search.ended && !failure && code === undefined ? (
          <div className="alert info" role="status">
            <IconClock className="i" aria-hidden="true" />
            {t('login.ended')}
          </div>
        ) : null}
        <Failed submit={submit} />
        {code === undefined ? (
          <>
            <Credentials
              inputs={inputs}
              email={email}
              password={password}
              fields={fields}
              onEmail={setEmail}
              onPassword={setPassword}
            />
            <label className="check">
              <input
                type="checkbox"
                className="cbx"
                checked={keep}
                onChange={(event) => setKeep(event.currentTarget.checked)}
              />
              {t('login.keep')}
            </label>
          </>
        ) : (
          <CodeField key={failure} code={code} error={fields['code']} onChange={setCode} />
        )}
        <SubmitButton submit={submit} label={code === undefined ? t('login.title') : t('login.codeSubmit')} />
        {code === undefined ? (
          <DemoAccounts
            onUse={(email, password) => {
              setEmail(email);
              setPassword(password);
              submit.clear();
            }}
          />
        ) : (
          <button type="button" className="btn g" onClick={startOver}>
            {t('login.startOver')}
          </button>
        )}
      </form>
    </LoginFrame>
  );
}

/** Who signs in, and their password. */
function Credentials(props: {
  inputs: Record<'email' | 'password', RefObject<HTMLInputElement | null>>;
  email: string;
  password: string;
  fields: Readonly<Record<string, string>>;
  onEmail: (email: string) => void;
  onPassword: (password: string) => void;
}) {
  const t = useT();
  const { inputs, fields } = props;
  return (
    <>
      <TextField
        large
        label={t('login.email')}
        inputRef={inputs.email}
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={props.email}
        error={fields['email']}
        onChange={props.onEmail}
      />
      <SecretField
        large
        label={t('login.password')}
        inputRef={inputs.password}
        beside={
          <Link to="/forgot" className="sm">
            {t('login.forgot')}
          </Link>
        }
        autoComplete="current-password"
        value={props.password}
        error={fields['password']}
        onChange={props.onPassword}
      />
    </>
  );
}

/** Takes the focus when it comes, and again after a wrong code. */
function CodeField(props: { code: string; error: string | undefined; onChange: (code: string) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextField
      large
      label={t('login.code')}
      inputRef={input}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      help={t('login.codeHelp')}
      value={props.code}
      error={props.error}
      onChange={props.onChange}
    />
  );
}
