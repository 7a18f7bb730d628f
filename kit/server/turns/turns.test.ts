import { expect, test } from 'vitest';
import { type Caller, createActivity, createTurns, type Turns } from './turns.ts';

const caller = (tenant: string, account = 'one'): Caller => ({ tenant, account });
/** Takes turns in an order, and notes under which name each comes. */
function taker(turns: Turns) {
  const came: string[] = [];
  const ends: (() => void)[] = [];
  return {
    came,
    take: (who: Caller, name: string): void => {
      const hold = (end: (() => void) | undefined) => {
        if (!end) return;
        came.push(name);
        ends.push(end);
      };
      const taken = turns.take(who);
      if (typeof taken === 'function') hold(taken);
      else void taken.then(hold);
    },
    /** Ends the oldest turn that goes on. */
    end: async (): Promise<void> => {
      ends.shift()?.();
      await Promise.resolve();
    },
  };
}

test('tenants go in turn, however many wait of one, and so do the people of a tenant', async () => {
  const { came, take, end } = taker(createTurns(1));
  take(caller('a'), 'going');
  for (const name of ['a1', 'a2', 'a3']) take(caller('a', 'many'), name);
  take(caller('a', 'few'), 'a4');
  take(caller('b'), 'b1');
  take(caller('c'), 'c1');
  for (let times = 0; times < 7; times += 1) await end();
  expect(came).toEqual(['going', 'a1', 'b1', 'c1', 'a4', 'a2', 'a3']);
});

test('of those at once, one tenant has no more than its part', async () => {
  const turns = createTurns(3, 2);
  const { came, take, end } = taker(turns);
  for (const name of ['a1', 'a2', 'a3']) take(caller('a'), name);
  take(caller('b'), 'b1');
  expect(came).toEqual(['a1', 'a2', 'b1']);
  expect(turns.figures()).toEqual({ going: 3, waiting: 1 });
  await end();
  expect(came.at(-1)).toBe('a3');
});

test('who waits too long goes without, and keeps nobody from going', async () => {
  const turns = createTurns(1);
  const first = turns.take(caller('a')) as () => void;
  expect(await turns.take(caller('b'), 1)).toBeUndefined();
  expect(turns.figures()).toEqual({ going: 1, waiting: 0 });
  const last = turns.take(caller('b'));
  first();
  expect(await last).toBeTypeOf('function');
});

test('a turn ends once, and the line is empty at the end', async () => {
  const turns = createTurns(2);
  const [one, two] = [turns.take(caller('a')) as () => void, turns.take(caller('b')) as () => void];
  one();
  one();
  expect(turns.figures()).toEqual({ going: 1, waiting: 0 });
  two();
  expect(turns.figures()).toEqual({ going: 0, waiting: 0 });
  expect(turns.take(caller('a'))).toBeTypeOf('function');
});

test('a tenant that is alone takes what it may, and a smaller part while another is at work as well', async () => {
  let now = 0;
  const { came, take, end } = taker(
    createTurns(
      8,
      6,
      2,
      createActivity(() => now),
    ),
  );
  for (let at = 1; at <= 8; at += 1) take(caller('much'), `much ${at}`);
  expect(came).toHaveLength(6);
  take(caller('other'), 'other 1');
  expect(came.at(-1)).toBe('other 1');
  // What it has it keeps; as it ends it is not given again.
  for (let times = 0; times < 4; times += 1) await end();
  expect(came).toHaveLength(7);
  await end();
  expect(came.slice(7)).toEqual(['much 7']);
  now += 2_001;
  // The product's own work is nobody's.
  take(caller(''), 'a job');
  take(caller('much'), 'much 9');
  await Promise.resolve();
  expect(came.slice(8)).toEqual(['a job', 'much 8', 'much 9']);
});
