import { expect, test } from 'vitest';
import { makeOnceKeys } from './once-keys.ts';

const hourMs = 3_600_000;

function keys() {
  let now = 0;
  let made = 0;
  const once = makeOnceKeys(
    () => now,
    () => `key ${(made += 1)}`,
  );
  return { once, later: (ms: number) => (now += ms) };
}

test('a write without an answer keeps its key, and one that was answered gives it up', () => {
  const { once } = keys();
  const ask = () => once.of('POST', '/ticket-reply', { body: { ticketId: 'a', text: 'It is parked' } });
  const first = ask();
  expect(ask().key).toBe(first.key);
  first.answered();
  const second = ask();
  expect(second.key).not.toBe(first.key);
  // The late answer of the first says nothing about the second.
  first.answered();
  expect(ask().key).toBe(second.key);
});

test('other words, another record, another way or another file are another write', () => {
  const { once } = keys();
  const form = (text: string, file: string) => {
    const all = new FormData();
    all.append('text', text);
    all.append('attachment1', new File(['x'], file, { lastModified: 1 }));
    return all;
  };
  const all = [
    once.of('POST', '/ticket-reply', { form: form('One', 'a.png') }),
    once.of('POST', '/ticket-reply', { form: form('One', 'b.png') }),
    once.of('POST', '/ticket-reply', { form: form('Two', 'a.png') }),
    once.of('POST', '/ticket-note', { form: form('One', 'a.png') }),
    once.of('PUT', '/ticket-note', { form: form('One', 'a.png') }),
    once.of('POST', '/ticket-reply', { body: { text: 'One' } }),
    once.of('POST', '/ticket-reply', { body: { text: 'One' }, query: { force: true } }),
  ].map(({ key }) => key);
  expect(new Set(all).size).toBe(all.length);
  expect(once.of('POST', '/ticket-reply', { form: form('One', 'a.png') }).key).toBe(all[0]);
});

test('a key is not used again when the server has forgotten its answer', () => {
  const { once, later } = keys();
  const { key } = once.of('POST', '/ticket', {});
  later(22 * hourMs);
  expect(once.of('POST', '/ticket', {}).key).toBe(key);
  later(hourMs);
  expect(once.of('POST', '/ticket', {}).key).not.toBe(key);
});
