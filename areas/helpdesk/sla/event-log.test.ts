import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  clockOf,
  closed,
  inProgress,
  isOver,
  mayBecome,
  open,
  type RequestStatus,
  reopened,
  resolved,
  waiting,
} from '../tickets/request-status.rules.ts';
import type { Calendar } from './business-time.rules.ts';
import { type ClockEvent, readClock } from './sla-clock.rules.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/tickets');
const isThere = existsSync(folder);
if (!isThere) console.warn('event-log.test: ../shared/data/tickets is absent, its log is not replayed');

/** States of the log as request statuses: whoever is waited for, it is not the desk. */
const statuses: Readonly<Record<string, RequestStatus>> = {
  New: open,
  Active: inProgress,
  'Awaiting User Info': waiting,
  'Awaiting Problem': waiting,
  'Awaiting Vendor': waiting,
  'Awaiting Evidence': waiting,
  Resolved: resolved,
  Closed: closed,
};
const statusOf = (state: string): RequestStatus => {
  const status = statuses[state];
  if (status === undefined) throw new Error(`No request status stands for ${state}`);
  return status;
};

interface Change {
  from: string;
  to: string;
  at: number;
}
interface Incident {
  first: { state: string; at: number };
  changes: Change[];
}

/** Incidents of the log by number, each with its changes of state in their order. */
function readLog(): Incident[] {
  const [, ...lines] = readFileSync(join(folder, 'incident_events.csv'), 'utf8').trim().split('\n');
  const rows = lines.map((line) => {
    const [number = '', sequence, state = '', at] = line.split(',');
    return { number, sequence: Number(sequence), state, at: Date.parse(`${at}:00+05:30`) };
  });
  return [...Map.groupBy(rows, ({ number }) => number).values()].flatMap((all): Incident[] => {
    const rows = all.toSorted((a, b) => a.sequence - b.sequence);
    const [first, ...rest] = rows;
    if (!first) return [];
    let latest = first.at;
    const changes = rest.map(({ state, at }, before) => {
      // Some rows of the log name a time before that of the row they follow.
      latest = Math.max(latest, at);
      return { from: (rows[before] ?? first).state, to: state, at: latest };
    });
    return [{ first, changes: changes.filter(({ from, to }) => from !== to) }];
  });
}
/**
 * How often the whole log goes from one state to another. The table is of more incidents than the log that is kept here: what is never
 * seen in the one may be in the other.
 */
function readTable(): { from: string; to: string; times: number }[] {
  const { counts } = JSON.parse(readFileSync(join(folder, 'transitions.json'), 'utf8')) as {
    counts: { from_: string; to: string; n: number }[];
  };
  return counts
    .map(({ from_, to, n }) => ({ from: from_, to, times: n }))
    .filter(({ from, to }) => from !== to && from !== '(start)');
}
const nameOf = ({ from, to }: Pick<Change, 'from' | 'to'>) => `${from} > ${to}`;

/** Whether staff may make a change. What is worked on again after it was resolved is opened again first. */
function isAllowed({ from, to }: Pick<Change, 'from' | 'to'>): boolean {
  const [before, after] = [statusOf(from), statusOf(to)];
  if (before === after) return true;
  if (!isOver(before) || isOver(after)) return mayBecome(before, after, 'STAFF');
  return mayBecome(before, reopened, 'STAFF') && mayBecome(reopened, after, 'STAFF');
}

const always: Calendar = { week: Array.from({ length: 7 }, () => [[0, 1_440]] as const), days: new Map() };
const goal = { targetMs: 5 * 86_400_000, reopenMs: 3_600_000 };

describe.skipIf(!isThere)('the event log of a real desk', () => {
  test('goes no way that its table of transitions does not have', () => {
    const seen = Map.groupBy(
      readLog().flatMap(({ changes }) => changes),
      nameOf,
    );
    const times = new Map(readTable().map((one) => [nameOf(one), one.times]));
    const more = [...seen].filter(([name, all]) => all.length > (times.get(name) ?? 0)).map(([name]) => name);
    expect(seen.size).toBeGreaterThan(10);
    expect(more).toEqual([]);
  });

  test('replays without a change that staff may not make, and so does everything in its table', () => {
    const log = readLog();
    expect(log.length).toBeGreaterThan(500);
    const refused = [...log.flatMap(({ changes }) => changes), ...readTable()].filter((one) => !isAllowed(one));
    expect(refused.map(nameOf)).toEqual([]);
  });

  test('gives clocks that stop where the log does, and count no more than the time between its ends', () => {
    for (const { first, changes } of readLog()) {
      const events: ClockEvent[] = [{ kind: 'OPEN', at: first.at }];
      let before = open as RequestStatus;
      for (const { at, state } of [first, ...changes.map(({ to, at }) => ({ state: to, at }))]) {
        const after = statusOf(state);
        const kind = clockOf(before, after);
        if (kind) events.push({ kind, at });
        before = after;
      }
      const end = changes.at(-1)?.at ?? first.at;
      const reading = readClock(always, goal, events, end);
      expect(reading.state).toBe(isOver(before) ? 'STOPPED' : before === waiting ? 'PAUSED' : 'RUNNING');
      const counted = reading.stretches
        .filter(({ isCounted }) => isCounted)
        .reduce((sum, { from, until }) => sum + ((until ?? end) - from), 0);
      expect(reading.usedMs).toBe(counted);
      expect(reading.usedMs).toBeLessThanOrEqual(Math.max(0, end - first.at));
    }
  });
});
