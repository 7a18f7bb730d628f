import { useT } from '#kit/web/i18n.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';

const words = {
  from: { label: 'devices.from', help: 'devices.fromHelp' },
  to: { label: 'devices.to', help: 'devices.toHelp' },
  at: { label: 'devices.at', help: 'devices.atHelp' },
} as const;

/** A moment that is not after now; left empty it is now. */
export function MomentField(props: {
  name: keyof typeof words;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, ...field } = props;
  const t = useT();
  const { label, help } = words[name];
  return <TextField {...field} type="datetime-local" label={t(label)} optional help={<bdi>{t(help)}</bdi>} />;
}
