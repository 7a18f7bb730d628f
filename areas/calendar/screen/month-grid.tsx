import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addDays } from '#kit/contract/days.ts';
import { dateLocale, formatDay, formatNumber, said, timeFormat, useT } from '#kit/web/i18n.ts';
import { type PageKeys, usePageKeys } from '#kit/web/shell/menu/page-keys.ts';
import { addMonths, weeksOf } from '#kit/web/ui/date/date-text.ts';
import type { DayCounts } from '../calendar-answers.contract.ts';
import styles from './calendar.module.css';

/** Kinds that a day names; of the rest it says how many there are. */
const named = 3;
/** 2 November 2026 was a Monday. */
const weekdays = Array.from({ length: 7 }, (_, at) => new Date(`2026-11-0${at + 2}T00:00:00Z`));
const inMonth = timeFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const keys: PageKeys = {
  title: 'calendar.keys',
  keys: [
    [['←', '↑', '→', '↓'], 'calendar.keyDays'],
    [['Page Up', 'Page Down'], 'calendar.keyMonths'],
  ],
};

/** The days of a month with how many deadlines each has: one stop of the Tab key, arrows inside. */
export function MonthGrid(props: {
  month: string;
  /** The chosen day. */
  day: string;
  data: DayCounts;
  onChoose: (day: string) => void;
  onMonth: (day: string) => void;
}) {
  const { month, day: chosen, data, onChoose, onMonth } = props;
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  usePageKeys(keys);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps: Record<string, string> = {
      ArrowRight: addDays(chosen, forward),
      ArrowLeft: addDays(chosen, -forward),
      ArrowDown: addDays(chosen, 7),
      ArrowUp: addDays(chosen, -7),
      PageDown: addMonths(chosen, 1),
      PageUp: addMonths(chosen, -1),
      Home: month,
      End: addDays(addMonths(month, 1), -1),
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moved.current = true;
    if (next.slice(0, 7) === month.slice(0, 7)) onChoose(next);
    else onMonth(next);
  };
  const locale = dateLocale();
  const nameOf = (weekday: 'short' | 'long', at: Date) =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(at);
  return (
    <table
      ref={grid}
      className={`sheet ${styles.grid}`}
      role="grid"
      aria-label={inMonth(new Date(month))}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weekdays.map((at) => (
            <th key={at.getTime()} scope="col" abbr={nameOf('long', at)}>
              {nameOf('short', at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month.slice(0, 7)).map((week, index) => (
          <tr key={`${month} ${index + 1}`}>
            {week.map((day, place) => (
              <td key={day ?? `-${place}`} className={place > 4 ? styles.weekend : undefined}>
                {day ? <Day day={day} chosen={chosen} data={data} onChoose={onChoose} /> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day(props: { day: string; chosen: string; data: DayCounts; onChoose: (day: string) => void }) {
  const t = useT();
  const { day, chosen, data, onChoose } = props;
  const found = data.days.find((one) => one.day === day);
  const kinds = data.kinds.flatMap(({ key, name }) => {
    const count = found?.kinds[key];
    return count ? [{ key, name: said(name), number: formatNumber(count) }] : [];
  });
  const count = found?.count ?? 0;
  const isToday = day === data.today;
  const spoken = [
    formatDay(day),
    ...(isToday ? [t('calendar.today')] : []),
    t('calendar.dayCount', { count, number: formatNumber(count) }),
  ].join(', ');
  const tone = day < data.today ? styles.late : day <= addDays(data.today, 7) ? styles.soon : styles.later;
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={day === chosen ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={day === chosen}
      onClick={() => onChoose(day)}
    >
      <span className={styles.number} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <span className="sr">{spoken}</span>
      {kinds.slice(0, kinds.length > named ? named - 1 : named).map(({ key, name, number }) => (
        <span key={key} data-kind={key} className={`${styles.kind} ${tone}`}>
          <bdi className={styles.name}>{name}</bdi> <bdi>{number}</bdi>
        </span>
      ))}
      {kinds.length > named ? (
        <span className={`t3 ${styles.rest}`}>
          {t('calendar.moreKinds', { number: formatNumber(kinds.length - named + 1) })}
        </span>
      ) : null}
    </button>
  );
}
