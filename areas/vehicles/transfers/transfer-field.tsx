import { TextField } from '#kit/web/ui/text-field.tsx';

/** One field of the forms about transfers, which keep what is typed by the API's names. */
export function TransferField(props: {
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
  const { name, given, errors, set, type = 'text', first, ...shown } = props;
  return (
    <TextField
      {...shown}
      type={type}
      maxLength={300}
      autoComplete="off"
      data-autofocus={first || undefined}
      aria-required={!props.optional}
      value={given[name] ?? ''}
      error={errors[name]}
      onChange={set(name)}
    />
  );
}
