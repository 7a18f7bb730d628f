import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterOpenMs, type Calendar, countedByDay, openMs, type Span } from './business-time.rules.ts';
import { type ClockEvent, type ClockEventKind, readClock } from './sla-clock.rules.ts';

/*
 * The rules, from which the cases below were worked out by hand:
 * 1. Only time in which the desk is open counts: from Monday to Friday 09:30 to 13:00 and 14:00 to 18:00, on Saturday until 13:00.
 * 2. A holiday counts nothing, half a holiday only its own hours; a Sunday may have hours too.
 * 3. While the customer is waited for, nothing counts. Who has the ticket makes no difference.
 * 4. What is done in the moment in which it is due, is in time.
 * 5. A ticket that is opened again goes on where it stopped, with an hour at least. One that was late is not late again before that hour
 *    is over; that it was late once is not forgotten.
 * 6. India's clocks are never changed; a day has 24 hours, in leap years as well.
 */
const [morning, afternoon]: [Span, Span] = [
  [570, 780],
  [840, 1_080],
];
const weekday = [morning, afternoon];
const desk: Calendar = {
  week: [[], weekday, weekday, weekday, weekday, weekday, [morning]],
  days: new Map([
    ['2026-10-02', { name: 'Gandhi Jayanti', open: [] }],
    ['2026-11-08', { name: 'Diwali', open: [] }],
    ['2026-11-09', { name: 'Diwali', open: [] }],
    ['2026-11-10', { name: 'Diwali', open: [morning] }],
    ['2026-12-06', { name: 'Stocktaking', open: [[600, 720]] }],
    ['2026-12-24', { name: 'Christmas Eve', open: [afternoon] }],
    ['2026-12-25', { name: 'Christmas', open: [] }],
  ]),
};
const always: Calendar = { week: Array.from({ length: 7 }, () => [[0, 1_440] as const]), days: new Map() };
const never: Calendar = { week: [], days: new Map() };

/** A moment in India: `Mon 23 Nov 10:00` is written as `2026-11-23 10:00`, and of these days as `23 10:00`. */
const at = (said: string): number =>
  Date.parse(`${(said.length === 8 ? `2026-11-${said}` : said).replace(' ', 'T')}:00+05:30`);
const shown = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms + 19_800_000).toISOString().slice(0, 16).replace('T', ' ');
const minutes = (count: number): number => count * 60_000;
const kinds: Record<string, ClockEventKind> = {
  open: 'OPEN',
  pause: 'PAUSE',
  resume: 'RESUME',
  stop: 'STOP',
  reopen: 'REOPEN',
};
/** `open 23 10:00, pause 23 10:30` */
const eventsOf = (said: string): ClockEvent[] =>
  said.split(', ').map((one) => {
    const [kind = '', ...when] = one.split(' ');
    return { kind: kinds[kind] as ClockEventKind, at: at(when.join(' ')) };
  });
const read = (said: string, target: number, now?: string, calendar = desk) => {
  const events = eventsOf(said);
  const goal = { targetMs: minutes(target), reopenMs: minutes(60) };
  return readClock(calendar, goal, events, now === undefined ? (events.at(-1)?.at ?? 0) : at(now));
};

describe('is due', () => {
  test.each([
    // While it is open.
    ['open 23 10:00', 60, '23 11:00'],
    ['open 23 09:30', 60, '23 10:30'],
    ['open 23 12:30', 60, '23 14:30'],
    ['open 23 13:00', 60, '23 15:00'],
    ['open 23 13:30', 60, '23 15:00'],
    ['open 23 14:00', 240, '23 18:00'],
    ['open 23 14:00', 241, '24 09:31'],
    ['open 23 17:59', 1, '23 18:00'],
    ['open 23 10:00', 450, '24 10:00'],
    ['open 23 10:00', 2_250, '28 10:00'],
    // By night and at the weekend.
    ['open 23 18:00', 1, '24 09:31'],
    ['open 23 22:00', 60, '24 10:30'],
    ['open 23 00:00', 60, '23 10:30'],
    ['open 23 09:29', 1, '23 09:31'],
    ['open 27 17:00', 120, '28 10:30'],
    ['open 28 12:00', 120, '30 10:30'],
    ['open 28 13:00', 60, '30 10:30'],
    ['open 28 18:00', 450, '30 18:00'],
    ['open 29 12:00', 1, '30 09:31'],
    ['open 29 23:59', 60, '30 10:30'],
    // Around holidays, halves of them, and a Sunday with hours.
    ['open 2026-10-01 17:00', 120, '2026-10-03 10:30'],
    ['open 2026-10-02 11:00', 60, '2026-10-03 10:30'],
    ['open 2026-10-01 18:00', 211, '2026-10-05 09:31'],
    ['open 07 12:30', 60, '10 10:00'],
    ['open 10 12:30', 60, '11 10:00'],
    ['open 07 13:00', 1, '10 09:31'],
    ['open 2026-12-24 10:00', 60, '2026-12-24 15:00'],
    ['open 2026-12-24 17:30', 60, '2026-12-26 10:00'],
    ['open 2026-12-05 12:00', 120, '2026-12-06 11:00'],
    // At the end of the year and of February, and where other countries change their clocks.
    ['open 2026-12-31 17:30', 60, '2027-01-01 10:00'],
    ['open 2028-02-28 17:30', 60, '2028-02-29 10:00'],
    ['open 2028-02-29 17:30', 60, '2028-03-01 10:00'],
    ['open 2027-02-27 12:30', 60, '2027-03-01 10:00'],
    ['open 2026-03-28 12:30', 60, '2026-03-30 10:00'],
    ['open 2026-10-24 12:30', 60, '2026-10-26 10:00'],
    // With pauses.
    ['open 23 10:00, pause 23 10:30, resume 23 11:30', 120, '23 13:00'],
    ['open 23 10:00, pause 23 10:30, resume 24 10:30', 120, '24 12:00'],
    ['open 23 12:00, pause 23 13:10, resume 23 13:50', 120, '23 15:00'],
    ['open 27 16:30, pause 27 17:00, resume 30 09:00', 60, '30 10:00'],
    ['open 23 17:30, pause 23 20:00, resume 24 08:00', 60, '24 10:00'],
    ['open 23 10:00, pause 23 10:10, resume 23 10:20, pause 23 10:30, resume 23 10:40', 60, '23 11:20'],
    ['open 23 10:00, pause 23 10:10, pause 23 10:15, resume 23 10:20', 60, '23 11:10'],
    ['open 23 10:00, resume 23 10:30', 60, '23 11:00'],
    ['open 23 10:00, pause 23 10:00, resume 23 11:00', 60, '23 12:00'],
    ['open 2026-10-01 17:00, pause 2026-10-01 17:30, resume 2026-10-03 10:00', 60, '2026-10-03 10:30'],
    ['open 23 10:00, pause 23 11:00, resume 23 12:00', 60, '23 12:00'],
    // Opened again.
    ['open 23 10:00, stop 23 11:00, reopen 23 15:00', 240, '23 18:00'],
    ['open 23 10:00, stop 23 11:50, reopen 23 15:00', 120, '23 16:00'],
    ['open 23 10:00, stop 23 11:00, reopen 24 09:00', 120, '24 10:30'],
    ['open 23 10:00, stop 23 11:00, reopen 29 12:00', 120, '30 10:30'],
    ['open 23 10:00, stop 23 10:50, reopen 23 11:00, stop 23 11:50, reopen 23 14:00', 60, '23 15:00'],
    ['open 23 10:00, reopen 23 10:30', 60, '23 11:00'],
    ['open 23 10:00, stop 23 10:30, reopen 23 11:00, pause 23 11:30, resume 23 14:00', 120, '23 15:00'],
    // After it was late: an hour from then on, also by the second time.
    ['open 23 10:00, stop 23 12:00, reopen 23 15:00', 60, '23 16:00'],
    ['open 23 10:00, stop 23 12:00, reopen 23 17:30', 60, '24 10:00'],
    ['open 23 10:00, stop 23 12:00, reopen 23 14:00, stop 23 15:30, reopen 23 16:00', 60, '23 17:00'],
    ['open 23 10:00, pause 23 11:30, stop 23 12:00, reopen 23 15:00', 60, '23 16:00'],
  ])('%s with %d minutes: %s', (said, target, due) => {
    expect(shown(read(said, target).dueAt)).toBe(shown(at(due)));
  });

  test.each([
    ['open 2026-03-29 01:30', 120, '2026-03-29 03:30'],
    ['open 2026-10-25 00:30', 180, '2026-10-25 03:30'],
    ['open 23 23:30', 60, '24 00:30'],
    ['open 23 00:00', 259_200, '2027-05-22 00:00'],
  ])('by a desk that never closes, %s with %d minutes: %s', (said, target, due) => {
    expect(shown(read(said, target, undefined, always).dueAt)).toBe(shown(at(due)));
  });

  test('never, where the desk never opens', () => {
    expect(read('open 23 10:00', 60, '30 10:00', never)).toMatchObject({ state: 'RUNNING', usedMs: 0, dueAt: null });
  });
});

describe('is late', () => {
  test.each([
    ['open 23 10:00', '23 10:59', null],
    ['open 23 10:00', '23 11:00', null],
    ['open 23 10:00', '23 11:01', '23 11:00'],
    ['open 23 17:30', '24 09:59', null],
    ['open 23 17:30', '24 10:01', '24 10:00'],
    ['open 23 10:00, stop 23 10:59', '25 10:00', null],
    ['open 23 10:00, stop 23 11:00', '25 10:00', null],
    ['open 23 10:00, stop 23 11:01', '25 10:00', '23 11:00'],
    ['open 23 10:00, pause 23 10:30, stop 23 15:00', '25 10:00', null],
    ['open 23 10:00, pause 23 11:00', '25 10:00', null],
    ['open 23 10:00, pause 23 11:00, resume 23 12:00', '23 12:01', '23 12:00'],
    ['open 23 17:30, stop 24 08:00', '25 10:00', null],
    ['open 2026-10-01 17:30, stop 2026-10-02 12:00', '2026-10-05 10:00', null],
    ['open 23 10:00, stop 23 12:00, reopen 23 15:00', '23 15:30', null],
    ['open 23 10:00, stop 23 12:00, reopen 23 15:00', '23 16:01', '23 16:00'],
    ['open 23 10:00, stop 23 12:00, reopen 23 15:00, stop 23 15:30', '25 10:00', null],
  ])('%s, read at %s: %s', (said, now, late) => {
    expect(shown(read(said, 60, now).breachedAt)).toBe(late === null ? null : shown(at(late)));
  });
});

test.each([
  ['open 23 10:00, stop 23 12:00, reopen 23 15:00', '23 15:30', '23 11:00'],
  ['open 23 10:00, stop 23 12:00, reopen 23 15:00, stop 23 15:30', '25 10:00', '23 11:00'],
  ['open 23 10:00, stop 23 10:30, reopen 23 15:00', '23 16:30', '23 16:00'],
  ['open 23 10:00, stop 23 10:30, reopen 23 15:00, stop 23 15:10', '25 10:00', null],
])('%s, read at %s, was late for the first time: %s', (said, now, late) => {
  expect(shown(read(said, 60, now).missedAt)).toBe(late === null ? null : shown(at(late)));
});

test('what is left after reopening is short when a quarter of that is left, not of the whole', () => {
  const { soonMs } = read('open 23 10:00, stop 23 17:00, reopen 24 10:00', 300);
  // Six open hours were used; an hour is added, and 45 minutes of it may go by.
  expect(soonMs).toBe(minutes(360 + 45));
  expect(read('open 23 10:00, stop 23 11:00, reopen 24 10:00', 300).soonMs).toBe(minutes(225));
});

test.each([
  ['open 23 10:00, pause 23 10:30', '25 10:00', 'PAUSED', 30],
  ['open 23 10:00, stop 23 10:30, stop 23 12:00', '25 10:00', 'STOPPED', 30],
  ['open 23 10:00, stop 23 10:30, pause 23 12:00', '25 10:00', 'STOPPED', 30],
  ['open 23 12:30', '23 14:30', 'RUNNING', 60],
  // What has not happened yet.
  ['open 23 10:00, pause 23 10:30', '23 10:20', 'RUNNING', 20],
])('%s, read at %s, is %s after %d minutes', (said, now, state, used) => {
  expect(read(said, 600, now)).toMatchObject({ state, usedMs: minutes(used) });
});

test('open time adds up, is found again by its length, and is the sum of its days', () => {
  const moment = fc.integer({ min: at('2026-09-01 00:00') / 60_000, max: at('2027-03-31 00:00') / 60_000 });
  fc.assert(
    fc.property(fc.array(moment, { minLength: 3, maxLength: 3 }), (some) => {
      const [from, between, until] = some.toSorted((a, b) => a - b).map((one) => one * 60_000) as [
        number,
        number,
        number,
      ];
      const all = openMs(desk, from, until);
      expect(openMs(desk, from, between) + openMs(desk, between, until)).toBe(all);
      expect(countedByDay(desk, from, until).reduce((sum, { ms }) => sum + ms, 0)).toBe(all);
      const end = afterOpenMs(desk, from, all) as number;
      expect(all === 0 || end <= until).toBe(true);
      expect(openMs(desk, from, Math.max(from, end))).toBe(all);
    }),
    { numRuns: 300, seed: 26 },
  );
});

test('a pause never brings the end nearer, and one in closed hours does not move it', () => {
  const minute = fc.integer({ min: 0, max: 6_000 });
  fc.assert(
    fc.property(minute, minute, minute, (opened, first, second) => {
      const start = at('23 00:00');
      const [pause, resume] = [Math.min(first, second), Math.max(first, second)].map(
        (one) => start + minutes(opened + one),
      );
      const goal = { targetMs: minutes(300), reopenMs: 0 };
      const open: ClockEvent = { kind: 'OPEN', at: start + minutes(opened) };
      const plain = readClock(desk, goal, [open], open.at).dueAt as number;
      const events: ClockEvent[] = [
        open,
        { kind: 'PAUSE', at: pause as number },
        { kind: 'RESUME', at: resume as number },
      ];
      const paused = readClock(desk, goal, events, resume as number);
      const lost = openMs(desk, pause as number, resume as number);
      if ((pause as number) > plain)
        expect(paused.breachedAt).toBe(openMs(desk, plain, pause as number) > 0 ? plain : null);
      else if (lost === 0) expect(paused.dueAt).toBe(plain);
      else expect(paused.dueAt).toBeGreaterThan(plain);
    }),
    { numRuns: 300, seed: 26 },
  );
});
