import { expect, test } from 'vitest';
import { pageOf } from './page.ts';

const limits = { maxSkip: 1000, maxTake: 50, take: 25 };
function read(given: Readonly<Record<string, string>>) {
  const messages: Record<string, string> = {};
  const page = pageOf(
    (name) => given[name],
    (name, message) => (messages[name] = message),
    limits,
  );
  return { page, messages };
}

test('what is left out is the first page of the usual length', () => {
  expect(read({})).toEqual({ page: { skip: 0, take: 25 }, messages: {} });
  expect(read({ skip: '1000', take: '50' })).toEqual({ page: { skip: 1000, take: 50 }, messages: {} });
  expect(read({ after: 'aB_-9' })).toEqual({ page: { skip: 0, take: 25, after: 'aB_-9' }, messages: {} });
});

test('beyond the limits of the call, and what is no whole number, is refused by name', () => {
  for (const skip of ['1001', '-1', '1.5', '', ' ', '1e2', '9999999999'])
    expect(read({ skip }).messages, skip).toEqual({ skip: 'Must be a whole number from 0 to 1000' });
  for (const take of ['0', '51', 'x'])
    expect(read({ take }).messages['take']).toBe('Must be a whole number from 1 to 50');
});

test('a cursor is one of this list, and stands instead of skip', () => {
  expect(read({ after: 'a b' }).messages).toEqual({ after: 'Not a cursor of this list' });
  expect(read({ after: '' }).messages).toEqual({ after: 'Not a cursor of this list' });
  expect(read({ after: 'a', skip: '5' }).messages).toEqual({ after: 'Use either skip or after' });
});
