import { IconClock, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, api, loadPermissions } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { isSignedIn, keepSession, type SignedIn } from '#kit/web/session.ts';
import { LoginFrame } from './login-frame.web.tsx';

const isDemo = () => document.querySelector<HTMLMetaElement>('meta[name="rk-demo"]')?.content === '1';
const demoAccounts = [
  { email: 'admin@roadkeeper.test', label: 'login.demoStaff' },
  { email: 'client@roadkeeper.test', label: 'login.demoClient' },
];
const demoPassword = 'Demo-Roadkeeper-2026';

/** Only paths of this app: an address of somebody else's site is never followed. */
const safePath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/dashboard';

export function Login() {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { redirect?: string; ended?: string };
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(false);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [fields, setFields] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [waitS, setWaitS] = useState(0);
  const emailInput = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    document.title = `${t('login.title')} · Roadkeeper`;
    if (isSignedIn()) void navigate({ to: safePath(search.redirect) });
    else emailInput.current?.focus();
    // Once, when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (waitS <= 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitS]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (!email.trim()) missing['email'] = t('login.emailMissing');
    if (!password) missing['password'] = t('login.passwordMissing');
    setFields(missing);
    setFailure(undefined);
    if (Object.keys(missing).length > 0) {
      document.getElementById(`${id}-${missing['email'] ? 'email' : 'password'}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      keepSession(await api.post<SignedIn>('/login', { body: { email, password, keep }, quiet: true }));
      await loadPermissions();
      await navigate({ to: safePath(search.redirect) });
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('error.wrong'));
      if (error instanceof ApiError) {
        setFields(error.fields);
        if (error.status === 429) setWaitS(Number(/\d+/.exec(error.message)?.[0] ?? 10));
      }
      setPassword('');
      document.getElementById(`${id}-password`)?.focus();
    } finally {
      setBusy(false);
    }
  };
  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <LoginFrame below={t('login.noAccount')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1 tabIndex={-1}>{t('login.title')}</h1>
          <p className="t2" style={{ marginBlockStart: 6 }}>
            {t('login.claim')}
          </p>
        </div>
        {search.ended && !failure ? (
          <div className="alert info" role="status">
            <IconClock className="i" aria-hidden="true" />
            {t('login.ended')}
          </div>
        ) : null}
        {failure ? (
          <div className="alert bad" role="alert">
            {waitS > 0 ? t('login.wait', { seconds: waitS }) : failure}
          </div>
        ) : null}
        <div className="fld">
          <label htmlFor={`${id}-email`}>{t('login.email')}</label>
          <input
            ref={emailInput}
            id={`${id}-email`}
            className="inp lg"
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            value={email}
            aria-invalid={fields['email'] ? true : undefined}
            aria-describedby={fields['email'] ? `${id}-email-error` : undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {fields['email'] ? (
            <span className="errm" id={`${id}-email-error`}>
              {fields['email']}
            </span>
          ) : null}
        </div>
        <div className="fld">
          <label htmlFor={`${id}-password`}>{t('login.password')}</label>
          <span className="secret">
            <input
              id={`${id}-password`}
              className="inp lg"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              dir="ltr"
              value={password}
              aria-invalid={fields['password'] ? true : undefined}
              aria-describedby={`${id}-password-error`}
              onChange={(event) => setPassword(event.currentTarget.value)}
              onKeyUp={watchCaps}
            />
            <button
              type="button"
              className="btn g ic"
              aria-label={t(shown ? 'login.hide' : 'login.show')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff className="i" aria-hidden="true" /> : <IconEye className="i" aria-hidden="true" />}
            </button>
          </span>
          <span id={`${id}-password-error`} className={fields['password'] ? 'errm' : 'help'}>
            {fields['password'] ?? (capsLock ? t('login.capsLock') : '')}
          </span>
        </div>
        <label className="check">
          <input
            type="checkbox"
            className="cbx"
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
          {t('login.keep')}
        </label>
        <button type="submit" className="btn p lg wide" disabled={busy || waitS > 0}>
          {busy ? <span className="spin" aria-hidden="true" /> : null}
          {t('login.title')}
        </button>
        {isDemo() ? (
          <section className="demo" aria-label={t('login.demo')}>
            <span className="mid">{t('login.demo')}</span>
            {demoAccounts.map((account) => (
              <span key={account.email} className="row">
                <span className="grow cut">
                  <span className="t2">{t(account.label)}</span> <bdi dir="ltr">{account.email}</bdi>
                </span>
                <button
                  type="button"
                  className="btn d sm"
                  aria-label={t('login.demoUseFor', { account: t(account.label) })}
                  onClick={() => {
                    setEmail(account.email);
                    setPassword(demoPassword);
                    setFields({});
                  }}
                >
                  {t('login.demoUse')}
                </button>
              </span>
            ))}
            <span className="t3">
              {t('login.demoPassword')}{' '}
              <bdi dir="ltr" className="mono">
                {demoPassword}
              </bdi>
            </span>
          </section>
        ) : null}
      </form>
    </LoginFrame>
  );
}
