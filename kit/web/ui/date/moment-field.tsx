import { useT } from '../../i18n.ts';
import { TextField, type TextFieldProps } from '../text-field.tsx';
import { ClockInput } from './clock-input.tsx';
import { DateInput } from './date-input.tsx';
import { isMoment, partsOf } from './moment-text.ts';

type Props = Pick<TextFieldProps, 'label' | 'value' | 'error' | 'help' | 'optional' | 'onChange'>;

/**
 * A day and a time of India in one field, whatever the browser's language and zone. It holds 'DAY TIME', and '' for none;
 * momentOf makes of it what calls take.
 */
export function MomentField(props: Props) {
  const t = useT();
  const { value, error, onChange } = props;
  const { day, time } = partsOf(value);
  const put = (nextDay: string, nextTime: string) => onChange(nextDay === '' ? '' : `${nextDay} ${nextTime}`);
  return (
    <TextField
      {...props}
      error={error !== undefined && value !== '' && !isMoment(value) ? t('date.wrongMoment') : error}
      renderControl={(shared) => (
        <span className="moment-input">
          <DateInput {...shared} value={day} onChange={(next) => put(next, time === '' ? '00:00' : time)} />
          <ClockInput
            aria-label={t('date.timeOf', { field: props.label })}
            aria-invalid={shared['aria-invalid']}
            aria-describedby={shared['aria-describedby']}
            disabled={day === ''}
            value={day === '' ? '' : time}
            onChange={(next) => put(day, next)}
          />
        </span>
      )}
    />
  );
}
