import type { Client } from 'pg';

const first =
  'Asha Ravi Sunita Imran Lakshmi Deepak Farhan Gita Harish Irfan Jyoti Kiran Lata Mohan Neha Omkar Pooja Qasim Rekha Suresh';
const last = 'Patil Sharma Khan Iyer Reddy Das Singh Kulkarni Nair Ghosh Joshi Mehta Verma Yadav Naik';
const list = (words: string) => `array['${words.split(' ').join("','")}']`;
/** Spreads numbers over all of nine digits; it has no divisor in common with their count. */
const spread = 618_033_989;
/** The mobile number of the nth driver. */
export const mobileNo = (n: number): string =>
  `6${String((BigInt(n) * BigInt(spread)) % 1_000_000_000n).padStart(9, '0')}`;
/** So many are written by one statement. */
const atOnce = 20_000;

/**
 * Adds drivers and vehicles, each from one number to another: a tenth of them the demo client's, the others' of 200 organisations.
 * Twenty drivers are called Zorawar, whatever their number, and as many vehicles carry a plate with ZZ; one in twenty is called Suresh.
 */
export async function addFleet(client: Client, from: number, to: number): Promise<void> {
  const run = (sql: string) => client.query(sql);
  await run(`select set_config('app.scope', 'staff', false)`);
  await run(`insert into organisation (id, name, kind) select ${idOf('organisation')}, 'Fleet ' || n, 'COMPANY' from generate_series(1, 200) n
    on conflict do nothing`);
  await run(`create temp table if not exists bench_one as select (select id from organisation where name = 'Sahyadri Logistics') as client,
    (select id from vehicle_model order by id limit 1) as model`);
  const org = `case when n % 10 = 0 then client else overlay(overlay(md5('organisation' || 1 + n % 200) placing '7' from 13) placing '8' from 17)::uuid end`;
  const base = `from generate_series($1::integer + 1, $2::integer) n, bench_one`;
  const putBack = await withoutIndexes(client, ['driver', 'vehicle']);
  for (let at = from; at < to; at += atOnce) {
    const range = [at, Math.min(to, at + atOnce)];
    await client.query(
      `insert into driver (id, name, org_id, mobile, dl_no, dl_no_hash, verdict, state, created_at)
       select ${idOf('driver')}, case when n <= 20 then 'Zorawar' else (${list(first)})[1 + n * 7 % 20] end || ' ' || (${list(last)})[1 + n / 20 % 15] || ' '
         || initcap(translate(substr(md5(n::text), 1, 6), '0123456789', 'ghijklmnop')), ${org}, ${mobileOf}, '•••• ' || n, 'bench' || n,
         (array['RED', 'AMBER', 'GREEN', 'GREEN'])[1 + n % 4], 'AVAILABLE', timestamptz '2026-01-01' + n * interval '1 s' ${base}`,
      range,
    );
    await client.query(
      `insert into vehicle (id, registration_no, org_id, registration_kind, model_id, chassis_no, chassis_no_hash, engine_no, engine_no_hash, verdict, state)
       select ${idOf('vehicle')}, 'MH' || lpad((n % 50)::text, 2, '0') || case when n <= 20 then 'ZZ' else chr(65 + n / 10000 % 25) || chr(65 + n / 250000 % 25) end
         || lpad((n % 10000)::text, 4, '0') || case when n < 10000 then 'X' else '' end, ${org}, 'PERMANENT', model, '•••• ' || n, 'bench' || n, '•••• ' || n, 'bench' || n,
         (array['RED', 'AMBER', 'GREEN', 'GREEN'])[1 + n % 4], 'ACTIVE' ${base} on conflict do nothing`,
      range,
    );
  }
  await putBack();
  await run('vacuum analyze driver');
  await run('vacuum analyze vehicle');
}

/** Takes the indexes away that nothing else hangs on, which makes filling a table many times faster; gives what puts them back. */
async function withoutIndexes(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const { sql } of rows) await client.query(sql);
  };
}
/** Numbers that look drawn by chance, as those of people do, each another: those in a row would share nearly all their triples of digits. */
const mobileOf = `'6' || lpad((n::bigint * ${spread} % 1000000000)::text, 9, '0')`;
const idOf = (kind: string) => `overlay(overlay(md5('${kind}' || n) placing '7' from 13) placing '8' from 17)::uuid`;
