import { useT } from '#kit/web/i18n.ts';

/** One plain field of the forms about transfers, with its message. */
export function TransferField(props: {
  id: string;
  name: string;
  label: string;
  help?: string;
  type?: 'text' | 'date';
  optional?: boolean;
  first?: boolean;
  given: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  set: (name: string) => (value: string) => void;
}) {
  const t = useT();
  const { name, label, help, optional } = props;
  const id = `${props.id}-${name}`;
  const error = props.errors[name];
  return (
    <div className="fld">
      <label htmlFor={id}>
        {label} {optional ? <span className="opt">{t('form.optional')}</span> : null}
      </label>
      <input
        id={id}
        type={props.type ?? 'text'}
        className="inp"
        maxLength={300}
        autoComplete="off"
        data-autofocus={props.first || undefined}
        value={props.given[name] ?? ''}
        aria-required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : help ? `${id}-help` : undefined}
        onChange={(event) => props.set(name)(event.currentTarget.value)}
      />
      {error ? (
        <span className="errm" id={`${id}-error`}>
          <bdi>{error}</bdi>
        </span>
      ) : help ? (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
    </div>
  );
}
