import type { ClockEventKind } from '../sla/sla-clock.rules.ts';

/** Numbers of the request status, as calls carry them. */
export const open = 0;
export const inProgress = 1;
export const waiting = 2;
export const forwarded = 3;
export const resolved = 4;
export const closed = 5;
export const reopened = 6;
export type RequestStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A status as customers are told it: where a ticket went inside the house is not theirs to know. */
export const asCustomersRead = (status: RequestStatus): RequestStatus => (status === forwarded ? inProgress : status);

/** What is over: its clock has stopped. */
export const isOver = (status: RequestStatus): boolean => status === resolved || status === closed;

/** What staff may make of a ticket, by what it is. A closed ticket was said to be over by both sides: opening it again is rare. */
const next: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  0: [1, 2, 3, 4, 5],
  1: [2, 3, 4, 5],
  2: [1, 3, 4, 5],
  3: [1, 2, 3, 4, 5],
  4: [5, 6],
  5: [6],
  6: [1, 2, 3, 4, 5],
};
/** What customers may: open again what was resolved, and close what is theirs. */
const nextOfCustomer = (from: RequestStatus): readonly RequestStatus[] =>
  from === resolved ? [closed, reopened] : from === closed ? [] : [closed];

export const mayBecome = (from: RequestStatus, to: RequestStatus, by: 'STAFF' | 'CUSTOMER'): boolean =>
  (by === 'STAFF' ? next[from] : nextOfCustomer(from)).includes(to);

/** What a ticket may be turned into, in the order of the numbers. It is forwarded by a call that says to whom. */
export const choicesFrom = (from: RequestStatus, by: 'STAFF' | 'CUSTOMER'): readonly RequestStatus[] =>
  by === 'STAFF' ? next[from].filter((to) => to !== forwarded) : nextOfCustomer(from);

/** What a change does to the clock; null: it goes on as it did. Whoever has the ticket makes no difference. */
export function clockOf(from: RequestStatus, to: RequestStatus): ClockEventKind | null {
  if (from === to) return null;
  if (isOver(to)) return isOver(from) ? null : 'STOP';
  if (isOver(from)) return 'REOPEN';
  if (to === waiting) return 'PAUSE';
  return from === waiting ? 'RESUME' : null;
}

/** What a reply makes of a ticket. A customer's answer ends the waiting, and opens again what was resolved. */
export function afterReply(from: RequestStatus, by: 'STAFF' | 'CUSTOMER'): RequestStatus {
  if (by === 'STAFF') return from === open || from === reopened ? inProgress : from;
  if (from === waiting) return inProgress;
  return from === resolved ? reopened : from;
}
