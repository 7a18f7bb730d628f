import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type Calendar, type Span } from '../sla/business-time.rules.ts';
import { commonSpans, spansOf } from './open-hours.rules.ts';

/** Whose calendar is asked for: the help category of a ticket, and the state of its customer. Null: not known. */
export interface CalendarOf {
  categoryId: string | null;
  stateCode: string | null;
}

interface Hours {
  id: string;
  name: string;
  isUsual: boolean;
  holidays: 'NONE' | 'NATIONAL' | 'STATES' | 'CUSTOMER';
  holidayStates: string[];
  /** Hours of each day of the week as they are kept, from Sunday on. */
  week: (string | null)[];
}
interface Holiday {
  day: string;
  name: string;
  states: string[];
  openHours: string | null;
}

/** Where nobody has set hours: Monday to Saturday, 09:30 to 18:30. */
const fallback: Hours['week'] = [null, ...Array.from({ length: 6 }, () => '09:30-18:30')];

/** When the desk is open for tickets of a category and of customers of a state, with holidays from the day of a moment on. */
export const readCalendar = async (db: Queryable, of: CalendarOf, from: Date): Promise<Calendar> =>
  (await readCalendars(db, from))(of);

/**
 * All calendars of the desk, for many tickets at once. Nothing is remembered from one call to the next: hours and holidays that
 * were changed count from the next reading on.
 */
export async function readCalendars(db: Queryable, from: Date): Promise<(of: CalendarOf) => Calendar> {
  const hours = await db.query<Hours>(
    `select id, name, is_usual as "isUsual", holidays, holiday_states as "holidayStates",
       array[sunday, monday, tuesday, wednesday, thursday, friday, saturday] as week
     from business_hours where status = 1 and deleted_at is null`,
  );
  const holidays = await db.query<Holiday>(
    `select to_char(day, 'YYYY-MM-DD') as day, name, states, open_hours as "openHours" from holiday
     where status = 1 and deleted_at is null and day >= $1::date order by day, lower(name), id`,
    [indiaDay(from)],
  );
  const categories = await db.query<{ id: string; hoursId: string }>(
    'select id, business_hours_id as "hoursId" from help_category where business_hours_id is not null',
  );
  const byId = new Map(hours.map((one) => [one.id, one]));
  const hoursOf = new Map(categories.map(({ id, hoursId }) => [id, byId.get(hoursId)]));
  const usual = hours.find(({ isUsual }) => isUsual);
  const made = new Map<string, Calendar>();
  return ({ categoryId, stateCode }) => {
    const own = (categoryId === null ? undefined : hoursOf.get(categoryId)) ?? usual;
    const key = `${own?.id} ${own?.holidays === 'CUSTOMER' || !own ? stateCode : ''}`;
    const calendar = made.get(key) ?? calendarOf(own, holidays, stateCode);
    made.set(key, calendar);
    return calendar;
  };
}

function calendarOf(hours: Hours | undefined, holidays: readonly Holiday[], stateCode: string | null): Calendar {
  const week = (hours?.week ?? fallback).map((day) => spansOf(day));
  const counts = statesThatCount(hours, stateCode);
  const days = new Map<string, { name: string; open: readonly Span[] }>();
  for (const { day, name, states, openHours } of holidays) {
    if (!counts(states)) continue;
    const before = days.get(day);
    const usual = before?.open ?? week[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? [];
    // Of two holidays on one day both count: what neither leaves open is closed.
    days.set(day, { name: before ? `${before.name}, ${name}` : name, open: commonSpans(usual, spansOf(openHours)) });
  }
  return { ...(hours ? { name: hours.name } : {}), week, days };
}

/** Whether a holiday of these states (none: all of India) counts for hours. */
function statesThatCount(hours: Hours | undefined, stateCode: string | null): (states: readonly string[]) => boolean {
  switch (hours?.holidays) {
    case 'NONE':
      return () => false;
    case 'NATIONAL':
      return (states) => states.length === 0;
    case 'STATES':
      return (states) => states.length === 0 || states.some((one) => hours.holidayStates.includes(one));
    default:
      return (states) => states.length === 0 || (stateCode !== null && states.includes(stateCode));
  }
}
