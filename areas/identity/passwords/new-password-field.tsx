import { useT } from '#kit/web/i18n.ts';
import { SecretField } from '#kit/web/ui/text-field.tsx';
import { minLength, type PasswordOwner, passwordProblem, passwordStrength } from './passwords.contract.ts';
import styles from '../sign-in/sign-in-form.module.css';

/** One bar, two or three, in the colour of how good it is. */
const bars = [
  styles.strength,
  `${styles.strength} ${styles.s1}`,
  `${styles.strength} ${styles.s2}`,
  `${styles.strength} ${styles.s3}`,
] as const;
const words = ['password.weak', 'password.fine', 'password.good', 'password.best'] as const;

/** A new password with what is wrong with it, or how good it is, while it is typed. The server decides by the same rules. */
export function NewPasswordField(props: {
  owner: PasswordOwner;
  value: string;
  error: string | undefined;
  large?: boolean;
  autoFocus?: boolean;
  label?: string;
  onChange: (value: string) => void;
}) {
  const t = useT();
  const { owner, value, error, large, onChange } = props;
  const strength = passwordStrength(value, owner);
  const problem = value === '' ? undefined : passwordProblem(value, owner);
  return (
    <div className="col" style={{ gap: 6 }}>
      <SecretField
        label={props.label ?? t('password.new')}
        large={large ?? false}
        autoFocus={props.autoFocus ?? false}
        autoComplete="new-password"
        help={problem ?? t('password.help', { count: minLength(owner) })}
        value={value}
        error={error}
        onChange={onChange}
      />
      <span className={value === '' ? styles.strength : bars[strength]} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="sr" role="status">
        {value === '' ? '' : t(words[strength])}
      </span>
      {value !== '' && strength > 0 ? (
        <span className="help" aria-hidden="true">
          {t(words[strength])}
        </span>
      ) : null}
    </div>
  );
}
