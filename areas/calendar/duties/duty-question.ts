import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { calendarLimits } from '../calendar-answers.contract.ts';
import { sourcesFor } from './duties.store.ts';

const day = (about: string): Parameter => ({ about, schema: { type: 'string', format: 'date' } });

/** What the calendar can be narrowed to. */
export const dutyFilters = (duties: readonly DutySource[]) =>
  ({
    from: day('First day'),
    to: day(`Last day, at most ${calendarLimits.days} days with the first`),
    kind: {
      about: 'Kinds, separated by commas',
      schema: { type: 'string', examples: duties.map(({ key }) => key) },
    },
    vehicleId: { about: 'Of this vehicle', schema: { type: 'string', format: 'uuid' } },
  }) satisfies Record<string, Parameter>;

export type DutyQuestion = ReturnType<typeof questionOf>;

/** What parameters ask for. Left out, the days are today and the 30 after it. What is wrong is refused by `read.done` or `read.page`. */
export function questionOf(
  given: Readonly<Record<string, unknown>>,
  session: Session,
  duties: readonly DutySource[],
  now: Date,
) {
  const read = queryReader(given);
  const today = indiaDay(now);
  const dayIn = (name: string, usual: string): string => {
    const text = read.text(name);
    if (text === undefined || isDay(text)) return text ?? usual;
    read.wrong(name, 'Must be a date, like 2026-11-21');
    return usual;
  };
  const from = dayIn('from', today);
  const to = dayIn('to', addDays(from, 30));
  if (to < from) read.wrong('to', 'Must not be before the first day');
  if (to > addDays(from, calendarLimits.days - 1)) read.wrong('to', `At most ${calendarLimits.days} days`);
  // Who may not see a kind is told of none, as for every other filter.
  const kinds = read.among(
    'kind',
    duties.map(({ key }) => key),
  );
  const ids = read.ids('vehicleId');
  if (ids && ids.length > 1) read.wrong('vehicleId', 'Must be the id of a record');
  return {
    query: { scope: scopeOf(session), session, now, today, from, to, vehicleId: ids?.[0] },
    sources: sourcesFor(duties, session, kinds),
    read,
  };
}
