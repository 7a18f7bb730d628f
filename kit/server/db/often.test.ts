import { expect, test } from 'vitest';
import { namesWhenOften } from './often.ts';

test('a text has a name from the third time on, the same for ever and none of another’s', () => {
  const nameOf = namesWhenOften();
  const [one, other] = ['select $1 /* one */', 'select $1 /* other */'];
  expect([nameOf(one), nameOf(one)]).toEqual([undefined, undefined]);
  const name = nameOf(one);
  expect(name).toMatch(/^o[0-9a-f]{16}$/);
  expect(nameOf(one)).toBe(name);
  for (let time = 0; time < 2; time += 1) nameOf(other);
  expect(nameOf(other)).toMatch(/^o[0-9a-f]{16}$/);
  expect(nameOf(other)).not.toBe(name);
});

test('texts that come once are forgotten, and no more than three hundred have names', () => {
  const nameOf = namesWhenOften();
  for (let text = 0; text < 5_000; text += 1) expect(nameOf(`select ${text}`)).toBeUndefined();
  const named = new Set<string>();
  for (let text = 0; text < 400; text += 1)
    for (let time = 0; time < 3; time += 1) {
      const name = nameOf(`select $1 + ${text}`);
      if (name) named.add(name);
    }
  expect(named.size).toBe(300);
});
