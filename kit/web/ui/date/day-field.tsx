import { isDay } from '#kit/contract/ids-and-days.ts';
import { useT } from '../../i18n.ts';
import { TextField, type TextFieldProps } from '../text-field.tsx';
import { DateInput } from './date-input.tsx';

interface Props
  extends Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error' | 'help' | 'optional' | 'required' | 'name'> {
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A day with its label, help and message. A file of its own: whoever signs in types no days, and loads no calendar. */
export function DayField({ isFirst, ...props }: Props) {
  const t = useT();
  const { value, onChange, error, required, name } = props;
  return (
    <TextField
      {...props}
      // The server speaks of dates as calls write them; here they are typed as India writes them.
      error={error !== undefined && value !== '' && !isDay(value) ? t('date.wrong') : error}
      renderControl={(shared) => (
        <DateInput
          {...shared}
          data-autofocus={isFirst || undefined}
          name={name}
          required={required}
          onChange={onChange}
        />
      )}
    />
  );
}
