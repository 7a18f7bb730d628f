import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { dateLocale, formatDay, useT } from '../../i18n.ts';
import { addMonths, weeksOf } from './date-text.ts';

interface Props {
  day: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
}

const monthDays = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`);
/** 2 November 2026 was a Monday. */
const weekdays = Array.from({ length: 7 }, (_, at) => `2026-11-0${at + 2}`);
const names = (locale: string, options: Intl.DateTimeFormatOptions, days: readonly string[]) =>
  days.map((day) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day)));
function namesIn(locale: string) {
  const short = names(locale, { weekday: 'short' }, weekdays).map((name) => name.slice(0, 2));
  return {
    months: names(locale, { month: 'long' }, monthDays),
    // Two letters of an Indian script are no part of a name.
    short: locale === 'en-GB' ? short : names(locale, { weekday: 'narrow' }, weekdays),
    long: names(locale, { weekday: 'long' }, weekdays),
  };
}

/** Days as a grid: arrows go by days and weeks, Page Up and Page Down by months, with Shift by years. */
export function Calendar({ day, min, max, onChoose }: Props) {
  const t = useT();
  const { months, short, long } = namesIn(dateLocale());
  const [today] = useState(() => indiaDay(new Date()));
  const within = (one: string) => (min && one < min ? min : max && one > max ? max : one);
  const [at, setAt] = useState(() => within(day ?? today));
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(true);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [at]);
  const month = at.slice(0, 7);
  const year = Number(at.slice(0, 4));
  const go = (next: string) => setAt(within(next));
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps: Record<string, string> = {
      ArrowRight: addDays(at, forward),
      ArrowLeft: addDays(at, -forward),
      ArrowDown: addDays(at, 7),
      ArrowUp: addDays(at, -7),
      PageDown: addMonths(at, event.shiftKey ? 12 : 1),
      PageUp: addMonths(at, event.shiftKey ? -12 : -1),
      Home: `${month}-01`,
      End: addDays(addMonths(`${month}-01`, 1), -1),
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    go(next);
  };
  const first = Number((min ?? '1930').slice(0, 4));
  const last = Number((max ?? String(Number(today.slice(0, 4)) + 30)).slice(0, 4));
  return (
    <>
      <div className="row date-head">
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('date.previous')}
          onClick={() => go(addMonths(at, -1))}
        >
          <IconChevronLeft className="i s flip" aria-hidden="true" />
        </button>
        <select
          className="inp"
          aria-label={t('date.month')}
          value={Number(at.slice(5, 7)) - 1}
          onChange={(event) => go(addMonths(at, Number(event.currentTarget.value) - (Number(at.slice(5, 7)) - 1)))}
        >
          {months.map((name, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="inp"
          aria-label={t('date.year')}
          value={year}
          onChange={(event) => go(addMonths(at, (Number(event.currentTarget.value) - year) * 12))}
        >
          {Array.from({ length: Math.max(last, year) - Math.min(first, year) + 1 }, (_, index) => (
            <option key={index} value={Math.min(first, year) + index}>
              {Math.min(first, year) + index}
            </option>
          ))}
        </select>
        <button type="button" className="btn g ic sm" aria-label={t('date.next')} onClick={() => go(addMonths(at, 1))}>
          <IconChevronRight className="i s flip" aria-hidden="true" />
        </button>
      </div>
      {/* The grid pattern: one stop of the Tab key, arrows inside. */}
      <table
        ref={grid}
        className="date-grid"
        role="grid"
        aria-label={`${months[Number(at.slice(5, 7)) - 1] ?? ''} ${year}`}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {short.map((name, index) => (
              <th key={name} scope="col" abbr={long[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={`${month} ${index + 1}`}>
              {week.map((one, place) => (
                <td key={one ?? `-${place}`}>
                  {one ? (
                    <button
                      type="button"
                      tabIndex={one === at ? 0 : -1}
                      data-autofocus={one === at || undefined}
                      aria-label={formatDay(one)}
                      aria-current={one === today ? 'date' : undefined}
                      aria-pressed={one === day}
                      disabled={within(one) !== one}
                      onClick={() => onChoose(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
