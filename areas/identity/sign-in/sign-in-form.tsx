import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n.ts';
import type { Submit } from '#kit/web/use-submit.ts';
import styles from './sign-in-form.module.css';

/** Heading of a form before sign-in. */
export const FormHead = ({ title, text }: { title: string; text: ReactNode }) => (
  <div>
    <h1 tabIndex={-1}>{title}</h1>
    <p className="t2" style={{ marginBlockStart: 6 }}>
      {text}
    </p>
  </div>
);

/** Why it was refused, unless a field says so already. */
export function Failed({ submit }: { submit: Submit }) {
  const { failure, fields } = submit;
  if (!failure || Object.values(fields).includes(failure)) return null;
  return (
    <div className="alert bad" role="alert">
      {failure}
    </div>
  );
}

/** The one main button. It counts down while the server takes no further try. */
export function SubmitButton(props: { submit: Submit; label: string; disabled?: boolean; small?: boolean }) {
  const t = useT();
  const { submit, label, disabled, small } = props;
  return (
    <button
      type="submit"
      className={small ? 'btn p' : `btn p lg ${styles.wide}`}
      disabled={submit.busy || submit.waitS > 0 || disabled}
    >
      {submit.busy ? <span className="spin" aria-hidden="true" /> : null}
      {submit.waitS > 0 ? t('login.again', { count: submit.waitS }) : label}
    </button>
  );
}
