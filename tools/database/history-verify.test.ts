import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { type Chained, startChained } from '#kit/server/chain/testing/chained.ts';

let chained: Chained;
const rows = 50_000;

beforeAll(async () => {
  chained = await startChained();
  // About a kilobyte each: all of them at once would be more than the command is given below.
  await chained.owner.query(
    `insert into history (id, at, actor_name, action, source, module, record_id, record_title, before, after)
     select overlay(gen_random_uuid()::text placing lpad(to_hex(n), 8, '0') || '-0000-7' from 1 for 15)::uuid,
       '2026-11-21T05:00:00Z'::timestamptz + n * interval '1 millisecond', 'Asha Menon', 'update', 'screen', 'rto', gen_random_uuid(),
       'Record ' || n, jsonb_build_object('name', repeat('a', 400), 'n', n), jsonb_build_object('name', repeat('b', 400), 'n', n + 1)
     from generate_series(1, ${rows}) n`,
  );
  await chained.sealer.seal();
}, 120_000);
afterAll(() => chained?.close());

const urlOf = ({ host, port, user, password, database }: ConnectionConfig) => {
  const where = host.startsWith('/') ? `localhost/${database}?host=${encodeURIComponent(host)}` : `${host}/${database}`;
  const [server, rest] = [where.slice(0, where.indexOf('/')), where.slice(where.indexOf('/'))];
  return `postgres://${user}:${encodeURIComponent(password ?? '')}@${server}:${port ?? 5432}${rest}`;
};

/** Runs the command as npm does, with the memory that a small machine has left. */
function run(...given: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--max-old-space-size=40', 'tools/database/history-verify.ts', ...given], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: chained.dataDir,
      DATABASE_URL: urlOf(chained.database.app),
      DATABASE_OWNER_URL: urlOf(chained.database.owner),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

test('fifty thousand rows are checked in 40 MB, and the head is printed for somebody to write down', {
  timeout: 120_000,
}, async () => {
  const { code, output } = await run();
  expect(output).toMatch(/^50,000 rows checked in [\d.]+ s\nhead 50000:[0-9a-f]{64}\nWHOLE/);
  expect(code).toBe(0);
  const head = /head (\S+)/.exec(output)?.[1] as string;
  expect((await run(head)).code).toBe(0);
  const forged = await run(`${head.slice(0, -1)}${head.endsWith('0') ? '1' : '0'}`);
  expect([forged.code, /what is wrong +(\w+)/.exec(forged.output)?.[1]]).toEqual([1, 'rewritten']);
});

test('the first broken row is named, and the command ends with 1', { timeout: 120_000 }, async () => {
  const { rows: found } = await chained.owner.query(
    `update history set actor_name = 'Nobody' where id in (select history_id from history_chain where seq in (41000, 43000)) returning id`,
  );
  const { code, output } = await run();
  expect(code).toBe(1);
  expect(found.map((row) => row.id)).toContain(/ {2}row +(\S+)/.exec(output)?.[1]);
  expect(output).toContain('40,999 rows checked');
  expect(output).toMatch(
    /BROKEN {2}The row of entry 41000 is not as it was chained\.\n {2}what is wrong +changed\n {2}entry +41000\n {2}row +\S+\n {2}when +2026-11-21T05:00:41\.000Z\n {2}who +Nobody\n {2}what +update rto “Record 41000” /,
  );
});

test('what cannot be checked ends with 2 and one line', async () => {
  const wrong = await run('the last one');
  expect([wrong.code, wrong.output.trim().split('\n').length]).toEqual([2, 1]);
});
