import type { InputHTMLAttributes } from 'react';
import { useT } from '../../i18n.ts';
import { readTime } from './moment-text.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type' | 'size' | 'maxLength'> & {
  value: string;
  onChange: (time: string) => void;
};

/** A time of day of 24 hours, whatever the browser's language: '9:05' and '0905' become '09:05' when it is left. */
export function ClockInput({ value, onChange, ...props }: Props) {
  const t = useT();
  return (
    <input
      className="inp"
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('date.timeFormat')}
      {...props}
      size={5}
      maxLength={5}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(readTime(value) ?? value)}
    />
  );
}
