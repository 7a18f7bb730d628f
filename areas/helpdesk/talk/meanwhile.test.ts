import { expect, test } from 'vitest';
import type { ConversationItem } from '../tickets/conversation.contract.ts';
import { hasArrived, readUpTo, saidMeanwhile } from './meanwhile.rules.ts';

const said = (at: string, author: string) => ({ at, author, kind: 'REPLY' }) as ConversationItem;
const talk = [said('2026-11-27T10:00:00Z', 'Meera Joshi'), said('2026-11-27T10:05:00Z', 'Farida Shaikh')];

test('whoever writes is told what others said since they began, and nothing of their own', () => {
  expect(readUpTo([])).toBe('0');
  expect(readUpTo(talk)).toBe('2026-11-27T10:05:00Z');
  const later = [...talk, said('2026-11-27T10:06:00Z', 'Farida Shaikh'), said('2026-11-27T10:07:00Z', 'Arjun Nair')];
  expect(saidMeanwhile(later, readUpTo(talk), 'Farida Shaikh').map(({ author }) => author)).toEqual(['Arjun Nair']);
  expect(saidMeanwhile(later, readUpTo(later), 'Farida Shaikh')).toEqual([]);
  // Nothing is typed yet.
  expect(saidMeanwhile(later, '', 'Farida Shaikh')).toEqual([]);
});

test('words whose answer was lost have arrived when they are new, one’s own and the same', () => {
  const item = (id: string, text: string, editableUntil: string | null) =>
    ({ id, text, editableUntil, kind: 'REPLY' }) as ConversationItem;
  const before = [item('a', 'It is parked', '2026-11-27T10:05:00Z')];
  const after = (one: ConversationItem) => hasArrived(before, [...before, one], 'It is parked\n');
  expect(after(item('b', 'It is  parked', '2026-11-27T10:06:00Z'))).toBe(true);
  expect(after(item('b', 'It is parked', null))).toBe(false);
  expect(after(item('b', 'It was parked', '2026-11-27T10:06:00Z'))).toBe(false);
  expect(hasArrived(before, before, 'It is parked')).toBe(false);
});
