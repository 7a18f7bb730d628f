import { useT } from '#kit/web/i18n.ts';
import { MomentField } from '#kit/web/ui/date/moment-field.tsx';

const words = {
  from: { label: 'devices.from', help: 'devices.fromHelp' },
  to: { label: 'devices.to', help: 'devices.toHelp' },
  at: { label: 'devices.at', help: 'devices.atHelp' },
} as const;

/** A moment that is not after now; left empty it is now. */
export function InstallationMoment(props: {
  name: keyof typeof words;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, ...field } = props;
  const t = useT();
  const { label, help } = words[name];
  return <MomentField {...field} label={t(label)} optional help={<bdi>{t(help)}</bdi>} />;
}
