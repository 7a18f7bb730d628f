import { type FormEvent, useId, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { ClockInput } from '#kit/web/ui/date/clock-input.tsx';
import { readTime } from '#kit/web/ui/date/moment-text.ts';
import { Switch } from '#kit/web/ui/parts.tsx';
import type { Preferences } from '../notice-answers.contract.ts';
import { savePreferences } from '../notifications.queries.ts';
import styles from './choices.module.css';

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Undefined for what is no time of day. */
function minuteOf(typed: string): number | undefined {
  const clock = readTime(typed);
  return clock === undefined ? undefined : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** What is offered first: 22:00 to 07:00. */
const usualQuiet = { from: '22:00', to: '07:00' };

/** Quiet hours, and the hour of the digest. */
export function Times({ saved }: { saved: Preferences }) {
  const t = useT();
  const [isQuiet, setQuiet] = useState(saved.quietFrom !== null);
  const [from, setFrom] = useState(saved.quietFrom === null ? usualQuiet.from : clockOf(saved.quietFrom));
  const [to, setTo] = useState(saved.quietTo === null ? usualQuiet.to : clockOf(saved.quietTo));
  const [hour, setHour] = useState(saved.digestHour);
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const faultOf = (clock: string) =>
    isWrong && minuteOf(clock) === undefined ? { 'aria-invalid': true, 'aria-describedby': `${id}wrong` } : {};
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isQuiet) return void savePreferences({ quietFrom: null, quietTo: null, digestHour: hour });
    const [quietFrom, quietTo] = [minuteOf(from), minuteOf(to)];
    setWrong(quietFrom === undefined || quietTo === undefined);
    if (quietFrom !== undefined && quietTo !== undefined)
      void savePreferences({ quietFrom, quietTo, digestHour: hour });
  };
  return (
    <form className={`sheet ${styles.times}`} onSubmit={save}>
      <fieldset>
        <legend>{t('noticeChoices.quiet')}</legend>
        <p className="t2">{t('noticeChoices.quietText')}</p>
        <Switch on={isQuiet} label={t('noticeChoices.quietOn')} onToggle={() => setQuiet(!isQuiet)} />
        {isQuiet ? (
          <div className={styles.ways}>
            <label htmlFor={`${id}from`}>{t('noticeChoices.from')}</label>
            <ClockInput id={`${id}from`} required value={from} onChange={setFrom} {...faultOf(from)} />
            <label htmlFor={`${id}to`}>{t('noticeChoices.to')}</label>
            <ClockInput id={`${id}to`} required value={to} onChange={setTo} {...faultOf(to)} />
            {'aria-invalid' in { ...faultOf(from), ...faultOf(to) } ? (
              <p id={`${id}wrong`} className="errm" role="alert">
                {t('date.wrongTime')}
              </p>
            ) : null}
          </div>
        ) : null}
      </fieldset>
      <fieldset>
        <legend>{t('noticeChoices.digest')}</legend>
        <p className="t2">{t('noticeChoices.digestText')}</p>
        <div className={styles.ways}>
          <label htmlFor={`${id}hour`}>{t('noticeChoices.hour')}</label>
          <select
            id={`${id}hour`}
            className="inp"
            value={hour}
            onChange={({ currentTarget }) => setHour(Number(currentTarget.value))}
          >
            {hours.map((one) => (
              <option key={one} value={one}>
                {clockOf(one * 60)}
              </option>
            ))}
          </select>
        </div>
      </fieldset>
      <div>
        <button type="submit" className="btn p">
          {t('noticeChoices.save')}
        </button>
      </div>
    </form>
  );
}
