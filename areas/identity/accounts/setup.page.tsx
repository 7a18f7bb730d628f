import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { LoginFrame } from '../sign-in/sign-in-frame.tsx';
import styles from '../sign-in/sign-in-form.module.css';

const inputs = [
  { name: 'name', label: 'setup.name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'setup.email', type: 'email', autoComplete: 'username' },
  { name: 'password', label: 'setup.password', type: 'password', autoComplete: 'new-password' },
] as const;

/** The first administrator, through the one-time link of the console. The token stands in the fragment, which no server sees. */
export function Setup() {
  const t = useT();
  const navigate = useNavigate();
  const id = useId();
  const hasLink = location.hash.length > 20;
  const [values, setValues] = useState<Record<string, string>>({});
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    document.title = `${t('setup.title')} · Roadkeeper`;
  }, [t]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setFields({});
    try {
      const { message } = await api.post<{ message: string }>('/setup', {
        body: { token: location.hash.slice(1), ...values },
        quiet: true,
      });
      toast.success(message);
      await navigate({ to: '/login' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFields(error.fields);
      setFailure(error.message);
    }
  };
  return (
    <LoginFrame below={t('setup.once')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1>{t('setup.title')}</h1>
          <p className="t2" style={{ marginBlockStart: 6 }}>
            {t('setup.text')}
          </p>
        </div>
        {hasLink ? null : (
          <div className="alert due" role="alert">
            {t('setup.noLink')}
          </div>
        )}
        {failure ? (
          <div className="alert bad" role="alert">
            {failure}
          </div>
        ) : null}
        {inputs.map(({ name, label, type, autoComplete }) => (
          <div className="fld" key={name}>
            <label htmlFor={`${id}-${name}`}>{t(label)}</label>
            <input
              id={`${id}-${name}`}
              className="inp lg"
              type={type}
              autoComplete={autoComplete}
              value={values[name] ?? ''}
              aria-invalid={fields[name] ? true : undefined}
              aria-describedby={`${id}-${name}-help`}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
            <span id={`${id}-${name}-help`} className={fields[name] ? 'errm' : 'help'}>
              {fields[name] ?? (name === 'password' ? t('setup.passwordHelp') : '')}
            </span>
          </div>
        ))}
        <button type="submit" className={`btn p lg ${styles.wide}`} disabled={!hasLink}>
          {t('setup.submit')}
        </button>
      </form>
    </LoginFrame>
  );
}
