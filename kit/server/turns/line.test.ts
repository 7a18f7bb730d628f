import { expect, test } from 'vitest';
import { createLine } from './line.ts';
import { asCaller } from './rooms.ts';
import { createActivity, createTurns } from './turns.ts';

/** A line, and work that ends when it is told to. */
function startLine(mostWaiting: number) {
  const inTurn = createLine({ mostWaiting, full: () => new Error('full') });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  return {
    began,
    ask: (tenant: string, name: string) =>
      asCaller({ tenant, account: 'one' }, 'brief', () =>
        inTurn(() => {
          began.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        }),
      ),
    end: async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('whoever asks for much waits behind themselves, and keeps nobody from a place', async () => {
  const { ask, began, end } = startLine(3);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  await expect(ask('a', 'a5')).rejects.toThrow('full');
  const other = ask('b', 'b1');
  for (let times = 0; times < 5; times += 1) await end();
  await Promise.all([...all, other]);
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('all tenants together wait in bounds, and a place that was left is given again', async () => {
  const { ask, end } = startLine(1);
  const all = ['a', 'b', 'c', 'd', 'e'].map((tenant) => ask(tenant, tenant));
  await expect(ask('f', 'f')).rejects.toThrow('full');
  await end();
  const late = ask('f', 'f');
  for (let times = 0; times < 5; times += 1) await end();
  await Promise.all([...all, late]);
});

test('a turn before the line keeps one tenant from having one of each kind of work, and nobody waits behind who waits for it', async () => {
  const activity = createActivity();
  const first = createTurns(Number.POSITIVE_INFINITY, 3, 1, activity);
  activity.note('b');
  const kinds = ['picture', 'document'].map(() => createLine({ mostWaiting: 2, full: () => new Error('full'), first }));
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (kind: number, tenant: string, name: string) =>
    asCaller({ tenant, account: 'one' }, 'brief', () =>
      kinds[kind]?.(() => {
        began.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const all = [ask(0, 'a', 'a picture'), ask(1, 'a', 'a document'), ask(1, 'b', 'b document')];
  await end('');
  expect(began).toEqual(['a picture', 'b document']);
  await end('a picture');
  // The document of a has its turn at a process now, and waits for the one of b.
  expect(began).toHaveLength(2);
  await end('b document');
  expect(began).toEqual(['a picture', 'b document', 'a document']);
  await end('a document');
  await Promise.all(all);
});
