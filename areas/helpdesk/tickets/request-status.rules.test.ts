import { describe, expect, test } from 'vitest';
import {
  afterReply,
  choicesFrom,
  clockOf,
  closed,
  forwarded,
  inProgress,
  isOver,
  mayBecome,
  open,
  reopened,
  type RequestStatus,
  resolved,
  waiting,
} from './request-status.rules.ts';

const all: readonly RequestStatus[] = [open, inProgress, waiting, forwarded, resolved, closed, reopened];

test('from every status a ticket comes to its end, and never back to open', () => {
  for (const from of all) {
    expect(choicesFrom(from, 'STAFF')).not.toContain(open);
    const ends = new Set<RequestStatus>([from]);
    for (const one of ends) for (const next of choicesFrom(one, 'STAFF')) ends.add(next);
    expect(ends).toContain(closed);
    expect(choicesFrom(from, 'STAFF').filter((to) => to === from || to === forwarded)).toEqual([]);
    // Forwarding again is a forward of its own, and no other status.
    expect(mayBecome(from, from, 'STAFF')).toBe(from === forwarded);
  }
});

test('customers close what is theirs, open again what was resolved, and nothing besides', () => {
  const allowed = all.flatMap((from) => choicesFrom(from, 'CUSTOMER').map((to) => `${from}${to}`));
  expect(allowed).toEqual(['05', '15', '25', '35', '45', '46', '65']);
  for (const one of allowed) {
    const [from, to] = one.split('').map(Number) as [RequestStatus, RequestStatus];
    expect(mayBecome(from, to, 'STAFF'), one).toBe(true);
  }
});

describe('the clock', () => {
  test.each([
    [open, inProgress, null],
    [open, waiting, 'PAUSE'],
    [waiting, inProgress, 'RESUME'],
    [waiting, forwarded, 'RESUME'],
    [waiting, resolved, 'STOP'],
    [inProgress, forwarded, null],
    [forwarded, forwarded, null],
    [forwarded, closed, 'STOP'],
    [resolved, closed, null],
    [resolved, reopened, 'REOPEN'],
    [closed, reopened, 'REOPEN'],
    [reopened, waiting, 'PAUSE'],
  ] as const)('of %i to %i: %s', (from, to, clock) => expect(clockOf(from, to)).toBe(clock));
});

test('a reply of the desk begins the work, and one of the customer ends the waiting or the end', () => {
  expect(all.map((from) => afterReply(from, 'STAFF'))).toEqual([1, 1, 2, 3, 4, 5, 1]);
  expect(all.map((from) => afterReply(from, 'CUSTOMER'))).toEqual([0, 1, 1, 3, 6, 5, 6]);
  expect(all.filter(isOver)).toEqual([resolved, closed]);
});
