import { DayField } from '#kit/web/ui/date/day-field.tsx';
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
  const { name, label, help, optional = false, given, errors, set, type = 'text', first } = props;
  const shown = { label, help, optional, value: given[name] ?? '', error: errors[name], onChange: set(name) };
  if (type === 'date') return <DayField {...shown} required={!optional} />;
  return (
    <TextField
      {...shown}
      maxLength={300}
      autoComplete="off"
      data-autofocus={first || undefined}
      aria-required={!optional}
    />
  );
}
