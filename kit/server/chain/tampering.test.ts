import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { canonicalOf, hashOf, type HistoryField, historyTexts } from './canonical.ts';
import { sealSome } from './seal.ts';
import { type Chained, startChained } from './testing/chained.ts';

let chained: Chained;
const rows = 12;
beforeEach(async () => {
  chained = await startChained();
  await chained.chain(rows);
});
afterEach(() => chained.close());

/** Does as the owner of the tables what nobody else may. */
const tamper = (sql: string) => chained.owner.query(sql);
const idOf = (seq: number) => `(select history_id from history_chain where seq = ${seq})`;

test('an untouched history is whole, and stays so while it grows', async () => {
  expect(await chained.verify()).toMatchObject({ seq: rows, end: rows, broken: null, waiting: 0 });
  await chained.chain(5);
  expect(await chained.finding()).toBe('whole');
});

test('a change of any single field of a row is found, and the row is named', async () => {
  const changed: Record<HistoryField, string> = {
    action: `'delete'`,
    actor_id: 'gen_random_uuid()',
    actor_name: `'Somebody else'`,
    after: `jsonb_set(after, '{limit}', '12.750')`,
    at: `at + interval '1 microsecond'`,
    before: 'null',
    id: '',
    ip: `'10.0.0.1'`,
    module: `'purpose'`,
    on_behalf_of_id: 'null',
    on_behalf_of_name: `'Nobody'`,
    org_id: 'gen_random_uuid()',
    record_id: 'gen_random_uuid()',
    record_title: `record_title || ' '`,
    request_id: 'null',
    source: `'seed'`,
  };
  for (const [field, value] of Object.entries(changed)) {
    if (field === 'id') continue;
    const { rows: before } = await tamper(`select ${field} as value from history where id = ${idOf(7)}`);
    await tamper(`update history set ${field} = ${value} where id = ${idOf(7)}`);
    const { broken } = await chained.verify();
    expect([field, broken?.kind, broken?.seq, broken?.id]).toEqual([
      field,
      'changed',
      7,
      (await tamper(`select ${idOf(7)} as id`)).rows[0].id,
    ]);
    if (field !== 'record_title') expect(broken?.recordTitle).toBe('Record 7');
    expect(broken?.at).toBe('2026-11-21T06:00:00.000Z');
    const put = before[0].value;
    await chained.owner.query(`update history set ${field} = $1 where id = ${idOf(7)}`, [
      typeof put === 'object' && put !== null && !(put instanceof Date) ? JSON.stringify(put) : put,
    ]);
    expect([field, await chained.finding()]).toEqual([field, 'whole']);
  }
  await tamper(`update history set id = gen_random_uuid() where id = ${idOf(7)}`);
  expect(await chained.finding()).toBe('missing 7 -');
});

test('numbers beyond what JavaScript counts are told apart', async () => {
  const big = (last: number) => `update history set after = '{"n": 1234567890123456789${last}}' where id = ${idOf(3)}`;
  await tamper(big(0));
  await tamper(`delete from history_chain`);
  await tamper(`insert into history_open select id from history`);
  await chained.sealer.seal();
  await tamper('update history set id = id');
  const witness = await chained.verify();
  expect(witness.seq).toBe(rows);
  await tamper(big(1));
  expect((await chained.verify()).broken).toMatchObject({ kind: 'changed', seq: 3 });
});

test('a row that is deleted is missed, with the time it was written at', async () => {
  await tamper(`delete from history where id = ${idOf(4)}`);
  const { broken } = await chained.verify();
  expect(broken).toMatchObject({ kind: 'missing', seq: 4, recordTitle: null });
  expect(Math.abs(Date.parse(broken?.at ?? '') - Date.now())).toBeLessThan(120_000);
});

test('an entry that is taken out of the chain is missed, and its row is named where that was left', async () => {
  await tamper('delete from history_chain where seq = 5');
  expect(await chained.finding()).toBe('missing 5 Record 5');
  await tamper('delete from history_chain where seq = 6');
  expect(await chained.finding()).toBe('missing 5 -');
});

test('an entry that is taken out so that no gap shows is missed', async () => {
  await tamper(`delete from history where id = ${idOf(5)}`);
  await tamper('delete from history_chain where seq = 5');
  await tamper('alter table history_chain drop constraint history_chain_pkey');
  await tamper('update history_chain set seq = seq - 1 where seq > 5');
  expect(await chained.finding()).toBe('missing 5 -');
});

test('two rows that change places are found, however it is done', async () => {
  const { rows: before } = await tamper('select * from history_chain where seq in (4, 9) order by seq');
  const set = (column: string, seq: number, value: unknown) =>
    chained.owner.query(`update history_chain set ${column} = $1 where history_id = $2`, [
      value,
      before.find((row) => Number(row.seq) === seq).history_id,
    ]);
  await set('seq', 4, 900);
  await set('seq', 9, 4);
  await set('seq', 4, 9);
  expect(await chained.finding()).toBe('reordered 4 Record 9');
  await set('seq', 4, 900);
  await set('seq', 9, 9);
  await set('seq', 4, 4);
  expect(await chained.finding()).toBe('whole');
  // Rows exchanged, hashes left where they were.
  const [one, other] = before.map((row) => row.history_id);
  const spare = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  for (const [from, to] of [
    [one, spare],
    [other, one],
    [spare, other],
  ])
    await chained.owner.query('update history_chain set history_id = $2 where history_id = $1', [from, to]);
  expect(await chained.finding()).toBe('reordered 4 Record 9');
});

test('neighbours that change places are found as well', async () => {
  await tamper('update history_chain set seq = 900 where seq = 6');
  await tamper('update history_chain set seq = 6 where seq = 7');
  await tamper('update history_chain set seq = 7 where seq = 900');
  expect(await chained.finding()).toBe('reordered 6 Record 7');
});

/** A forged row that looks like the others; gives its id. */
async function forge(): Promise<string> {
  const { rows: made } = await tamper(
    `insert into history select (jsonb_populate_record(h, jsonb_build_object('id', overlay(h.id::text placing '7fff' from 15 for 4), 'record_title', 'Forged'))).*
     from history h where id = ${idOf(3)} returning id`,
  );
  await tamper(`delete from history_open`);
  return made[0].id;
}

test('a row beside the chain is found, whatever its date', async () => {
  await forge();
  expect(await chained.finding()).toBe('inserted - Forged');
});

test('a row that is put into the chain with a hash that fits is found', async () => {
  const id = await forge();
  await tamper('update history_chain set seq = seq + 1000 where seq > 3');
  await tamper('update history_chain set seq = seq - 999 where seq > 1000');
  const { rows: texts } = await chained.owner.query({
    text: `select ${historyTexts} from history h where id = '${id}'`,
    rowMode: 'array',
  });
  const { rows: previous } = await tamper(`select encode(hash, 'hex') as hash from history_chain where seq = 3`);
  const fitting = hashOf(previous[0].hash, canonicalOf(texts[0] as string[]));
  await tamper(`insert into history_chain values (4, '${id}', decode('${fitting}', 'hex'))`);
  expect(await chained.finding()).toBe('inserted 4 Forged');
  await tamper(`update history_chain set hash = sha256('anything') where seq = 4`);
  expect(await chained.finding()).toBe('inserted 4 Forged');
});

test('a row that the product cannot have written is never chained, and is named', async () => {
  const insert = (id: string, at: string) =>
    tamper(
      `insert into history (id, at, actor_name, action, source, module, record_id, record_title)
       values (${id}, ${at}, 'Asha Menon', 'delete', 'screen', 'rto', gen_random_uuid(), 'Forged')`,
    );
  await insert('gen_random_uuid()', `'2026-11-21T06:00:00Z'`);
  expect(await chained.sealer.seal()).toBe(0);
  expect(await chained.finding()).toBe('inserted - Forged');
  await tamper(`delete from history where record_title = 'Forged'`);
  await tamper('delete from history_open');
  await insert(`'01a1fc17-27e9-7627-921e-d6ed735c9999'`, `'2026-11-20T06:00:00Z'`);
  expect(await chained.sealer.seal()).toBe(0);
  expect(await chained.finding()).toBe('inserted - Forged');
});

test('a tail that is cut off is missed, though nothing in the database tells of it', async () => {
  await tamper(`delete from history where id in (select history_id from history_chain where seq > 9)`);
  await tamper('delete from history_chain where seq > 9');
  const { broken } = await chained.verify();
  expect(broken).toMatchObject({ kind: 'tail', seq: 10, detail: 'Entries 10 to 12 were cut off.' });
  // The product goes on and new entries take the place of the old ones: it has noticed.
  await chained.chain(20);
  expect(chained.said.join()).toContain('history.head');
  expect((await chained.verify()).broken).toMatchObject({
    kind: 'tail',
    seq: 10,
    detail: 'Entries 10 to 12 were cut off, noticed at 2026-11-21T06:00:00.000Z.',
  });
});

test('a tail that is cut off the chain only is missed with its first row', async () => {
  await tamper('delete from history_chain where seq > 9');
  expect(await chained.finding()).toBe('tail 10 Record 10');
});

test('a chain that was made anew from a changed row on is not the one that was noted', async () => {
  await tamper(`update history set actor_name = 'Nobody' where id = ${idOf(2)}`);
  await tamper('delete from history_chain');
  await tamper('insert into history_open select id, true from history');
  const first = '00000000-0000-0000-0000-000000000000';
  await transact(chained.db, everything, (db) => sealSome(db, first, chained.clock.now()));
  expect(await chained.finding()).toBe('rewritten 12 Record 12');
  // Even whoever changed the note as well does not deceive somebody who wrote an entry down.
  await rm(`${chained.dataDir}/history.head`);
  expect(await chained.finding()).toBe('whole');
  expect(await chained.finding({ seq: 8, hash: 'a'.repeat(64) })).toBe('rewritten 8 Record 8');
});

test('a row that is deleted before it is chained is missed', async () => {
  await transact(chained.db, everything, (db) => chained.write(db, 99));
  await tamper(`delete from history where record_title = 'Record 99'`);
  expect(await chained.sealer.seal()).toBe(0);
  expect(await chained.finding()).toBe('missing - -');
});
