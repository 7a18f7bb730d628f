import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importing } from '#kit/server/import/testing/importing.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { testDatabase } from '#kit/server/testing/database.ts';
import type { TestProduct } from '../testing.ts';
import { startBadgeProduct } from '../testing/badge.ts';
import { bytesOf, filesBelow } from '../testing/files-below.ts';
import { pdf, stream } from '../testing/pdf.ts';

let product: TestProduct;
let admin: string;
let orgId: string;
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  ({ product, admin, orgId } = await startBadgeProduct());
  io = importing(product, () => admin);
});
afterAll(() => product?.close());

/** Numbers and texts that must be nowhere, whatever was done with them. */
const canaries: string[] = [];
let serial = 0;
const canary = (): string => {
  serial += 1;
  const number = `CN${String(73_190_264_000 + serial * 7_919).padStart(12, '4')}`;
  canaries.push(number);
  return number;
};
/** A text that is nothing to hide: the search must find it, or it finds nothing at all. */
const open = 'KESTREL-IN-THE-OPEN-5521';
const aadhaar = '899978300154';

async function send(content: Buffer, name: string, type: string, number: string) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: 'File', number, orgId })) form.append(key, value);
  form.append('paper', new File([content as unknown as string], name, { type }));
  const sent = new Response(form);
  return product.call('POST', '/badge', {
    token: admin,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')), 'idempotency-key': randomUUID() },
  });
}

/** Everything that is done with a number, also what is refused. */
async function leaveTraces(): Promise<void> {
  const body = (number: string, more: object = {}) => ({ name: 'Kestrel', note: open, number, orgId, ...more });
  const call = (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    sent?: unknown,
    headers: Record<string, string> = {},
  ) => product.call(method, path, { token: admin, ...(sent === undefined ? {} : { body: sent }), headers });
  const number = canary();
  const key = randomUUID();
  const made = await call('POST', '/badge', body(number, { serial: canary() }), { 'idempotency-key': key });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json.data;
  const again = await call('POST', '/badge', body(number, { serial: canaries.at(-1) }), { 'idempotency-key': key });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect((await call('POST', '/badge', body(canary()), { 'idempotency-key': key })).status).toBe(422);
  expect((await call('POST', '/badge', body(number))).status).toBe(409);
  expect((await call('POST', '/badge', body(canary(), { unknown: canary() }))).status).toBe(400);
  const next = canary();
  expect((await call('PUT', `/badge/${id}`, body(next), { 'idempotency-key': randomUUID() })).status).toBe(200);
  expect((await call('PUT', `/badge/${id}`, body(canary()), { 'if-match': '"v99"' })).status).toBe(412);
  expect((await call('PUT', `/badge/${randomUUID()}`, body(canary()))).status).toBe(404);
  expect((await product.call('POST', '/badge', { body: body(canary()) })).status).toBe(401);
  expect((await call('POST', `/badge/reveal/${id}`, { field: 'number' })).json.data.value).toBe(next);
  await io.get(`/badge?number=${next}`);
  await io.get(`/badge?q=${next}`);
  expect((await io.post('/badge/views', { name: 'V', search: `number=${next}`, shared: false })).status).toBe(400);
  expect((await io.post('/badge/export', { format: 'csv', ids: [id] })).status).toBe(200);
  expect((await io.post('/badge/export/job', { format: 'xlsx' })).status).toBe(201);
  // A number in a column where none belongs is as private: rows with errors, and such that are taken back.
  const cells = (more: Record<string, string>) => ({ name: 'Kestrel', number: canary(), orgId, ...more });
  const rows = [
    { line: 2, cells: cells({}) },
    { line: 3, cells: cells({ orgId: canary() }) },
    { line: 4, cells: cells({ number: `${canary()}-not-right` }) },
    { line: 5, cells: { id, number: canary() } },
  ];
  for (const partial of [true, false]) {
    await io.run('badge', { rows, partial, mode: 'upsert', key: ['id'] });
    for (const row of rows) if (row.cells['number']) row.cells['number'] = canary();
  }
  const waiting = await io.start('badge', { rows: [{ line: 2, cells: cells({}) }] });
  const batch = await io.run('badge', {
    rows: [{ line: 2, cells: { id, number: canary() } }],
    mode: 'update',
    key: ['id'],
  });
  expect((await io.get(`/badge/import/${batch.id}/report`)).text).toContain(canaries.at(-1));
  expect((await io.post(`/badge/import/${batch.id}/undo`)).status).toBe(200);
  expect((await io.get(`/badge/import/${waiting}`)).status).toBe(200);
  // Files, by their content; and an Aadhaar number by every way that takes texts.
  const paper = pdf('', [`(${canary()})`, stream('', deflateSync(canary()))]);
  expect((await send(paper, 'paper.pdf', 'application/pdf', canary())).status).toBe(201);
  expect((await send(Buffer.from(canary()), 'paper.pdf', 'application/pdf', canary())).status).toBe(415);
  canaries.push(aadhaar);
  expect((await call('POST', '/badge', body(canary(), { note: aadhaar }))).status).toBe(400);
  expect((await send(paper, `${aadhaar}.pdf`, 'application/pdf', canary())).status).toBe(201);
  await io.run('badge', { rows: [{ line: 2, cells: cells({ note: aadhaar }) }], fileName: `${aadhaar}.csv` });
  await call('DELETE', `/badge/${id}`);
  await product.product.jobs.runDue();
  await product.product.sealer.stop();
}

/** Which of some texts stand in bytes, in ASCII or in UTF-16. */
const heldBy = (bytes: Buffer, texts: readonly string[]): string[] =>
  texts.filter((text) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')));

async function pathsBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of filesBelow(folder)) paths.push(path);
  return paths;
}
async function searchFiles(paths: readonly string[], texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) for (const text of heldBy(await bytesOf(path), texts)) found.push(`${text} in ${path}`);
  return found;
}

test('no number, file or Aadhaar number stands anywhere in clear', async () => {
  await leaveTraces();
  expect(new Set(canaries).size).toBeGreaterThan(25);
  const { admin: root, isForeign } = testDatabase();
  const { name } = product.database;
  const found: string[] = [];
  let rows = 0;
  let isFound = false;
  await withClient({ ...root, database: name }, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name: table } of tables.rows) {
      const { rows: texts } = await client.query<{ row: string }>(`select t::text as row from ${table} t`);
      rows += texts.length;
      for (const { row } of texts) {
        isFound ||= row.includes(open);
        // Bytes are written as hexadecimal in a row's text.
        for (const one of canaries)
          if (row.includes(one) || row.includes(Buffer.from(one).toString('hex'))) found.push(`${one} in ${table}`);
      }
    }
    expect(tables.rows.map((one) => one.name)).toEqual(
      expect.arrayContaining(['badge', 'history', 'import_row', 'idempotency', 'file']),
    );
  });
  expect([found, isFound]).toEqual([[], true]);
  expect(rows).toBeGreaterThan(1_000);

  const own = await pathsBelow(product.dataDir);
  expect(own.some((path) => path.includes('/files/'))).toBe(true);
  expect(await searchFiles(own, canaries)).toEqual([]);

  if (isForeign) return;
  const { directory, oid } = await withClient(root, async (client: pg.Client) => {
    await client.query('checkpoint');
    const { rows } = await client.query<{ directory: string; oid: string }>(
      `select current_setting('data_directory') as directory, (select oid::text from pg_database where datname = $1) as oid`,
      [name],
    );
    return rows[0] as { directory: string; oid: string };
  });
  const parts = [join(directory, 'base', oid), join(directory, 'pg_wal'), join(directory, 'log')];
  const stored = (await pathsBelow(directory)).filter(
    (path) => parts.some((part) => path.startsWith(part)) || path.endsWith('.log'),
  );
  expect(await searchFiles(stored, canaries)).toEqual([]);
  const inTables = await searchFiles(
    stored.filter((path) => path.startsWith(parts[0] as string)),
    [open],
  );
  const inLog = await searchFiles(
    stored.filter((path) => path.startsWith(parts[1] as string)),
    [open],
  );
  expect([inTables.length > 0, inLog.length > 0]).toEqual([true, true]);
}, 120_000);
