import { useId } from 'react';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { useT } from '#kit/web/i18n.ts';
import { ClockInput } from '#kit/web/ui/date/clock-input.tsx';
import { DateInput } from '#kit/web/ui/date/date-input.tsx';
import styles from '../roads.module.css';

/** For which class, on which day and at what time limits are looked at. */
export interface Moment {
  speedClass: string;
  day: string;
  /** '' : noon. */
  time: string;
}

export const momentNow = (): Moment => ({ speedClass: 'M1', day: indiaDay(new Date()), time: '' });

const isClock = (time: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
/** An ISO time in India; '' while the day is none. */
export const isoOf = ({ day, time }: Moment): string =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T${isClock(time) ? time : '12:00'}:00+05:30` : '';

export function MomentFields({ value, onChange }: { value: Moment; onChange: (value: Moment) => void }) {
  const t = useT();
  const id = useId();
  return (
    <div className={styles.moment}>
      <div className="fld">
        <label htmlFor={`${id}-class`}>{t('roads.class')}</label>
        <select
          id={`${id}-class`}
          className="inp"
          value={value.speedClass}
          onChange={(event) => onChange({ ...value, speedClass: event.currentTarget.value })}
        >
          {speedClasses.map(({ value: code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="fld">
        <label htmlFor={`${id}-day`}>{t('roads.day')}</label>
        <DateInput id={`${id}-day`} value={value.day} onChange={(day) => onChange({ ...value, day })} />
      </div>
      <div className="fld">
        <label htmlFor={`${id}-time`}>{t('roads.time')}</label>
        <ClockInput id={`${id}-time`} value={value.time} onChange={(time) => onChange({ ...value, time })} />
      </div>
    </div>
  );
}
