import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { childrenOf } from '#kit/server/postgres/processes.ts';
import { readRowsBody } from './read-body.ts';

const rows = Array.from({ length: 8_000 }, (_, at) => ({ line: at + 2, cells: { name: `Row ${at}`.repeat(30) } }));
const body = () => Buffer.from(JSON.stringify({ mode: 'create', key: ['name'], rows }));
const readers = () =>
  childrenOf(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('rows-process');
    } catch {
      return false;
    }
  });

test('a large body comes back whole and in its order', async () => {
  const read = await readRowsBody(body(), 'check');
  expect(read.rows).toEqual(rows);
  expect(read).toMatchObject({ mode: 'create', key: ['name'], names: ['name'] });
});

test.skipIf(process.platform !== 'linux')(
  'a process that is ended amid its work is followed by another, and nothing comes twice',
  async () => {
    const reading = readRowsBody(body(), 'check');
    await expect.poll(() => readers().length, { interval: 5 }).toBeGreaterThan(0);
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    expect((await reading).rows).toEqual(rows);
  },
);

test('what is wrong with the rows of a large body is told as with a small one', async () => {
  const wrong = Buffer.from(JSON.stringify({ mode: 'none', key: ['name'], rows }));
  await expect(readRowsBody(wrong, 'check')).rejects.toMatchObject({ code: 'bad_input' });
});
