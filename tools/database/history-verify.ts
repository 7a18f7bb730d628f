import '../node-version.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#apps/server/config.ts';
import type { HistoryBreak } from '#kit/contract/history.ts';
import { readHead } from '#kit/server/chain/head.ts';
import { createSealer } from '#kit/server/chain/sealer.ts';
import type { VerifyState, Witness } from '#kit/server/chain/state.ts';
import { beginVerify, stepVerify } from '#kit/server/chain/verify.ts';
import { systemClock } from '#kit/server/clock.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { type Database, everything, openDatabase, transact } from '#kit/server/db/database.ts';
import { patiently } from '#kit/server/db/patiently.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { runningDatabase } from '#kit/server/postgres/running.ts';

// Proves that nothing of the history was changed, taken away or put in. Ends with 0 when it is whole, with 1 when it is not,
// with 2 when it could not be checked.

const say = (line: string) => process.stdout.write(`${line}\n`);
const number = new Intl.NumberFormat('en-IN');

/** An entry that somebody wrote down: '812:3fa9…'. */
function readWitness(text: string | undefined): Witness | null {
  if (text === undefined) return null;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!seq || !hash)
    throw new Error(`'${text}' is no entry. Write its number, a colon and its hash, as this command prints them`);
  return { seq: Number(seq), hash };
}

/** Where the database is: the user's own, the one of a product that runs, or one that is started for this. */
async function openServer(dataDir: string, own: ConnectionConfig | undefined) {
  const app = own ?? (await runningDatabase(dataDir));
  if (app) return { app, alone: false, stop: async () => undefined };
  if (!existsSync(join(dataDir, 'postgres-passwords.json')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the folder that Roadkeeper runs on`);
  const server = await startPostgres({ dataDir, log: () => undefined });
  return { app: server.app, alone: true, stop: () => server.stop() };
}

async function check(db: Database, dataDir: string, alone: boolean, witness: Witness | null): Promise<VerifyState> {
  const [table] = await patiently(() =>
    db.query<{ there: boolean }>(`select to_regclass('history_chain') is not null as there`),
  );
  if (!table?.there) throw new Error('This database has no chain yet: start Roadkeeper once');
  // What a product that was killed had no time for. One that runs does it by itself.
  if (alone) await createSealer({ db, clock: systemClock, dataDir, log: say }).seal();
  const head = await readHead(dataDir);
  if (!head) say(`There is no ${join(dataDir, 'history.head')}: that entries were cut off at the end would not show.`);
  let state = await patiently(() => transact(db, everything, (db) => beginVerify(db, head, witness)));
  while (state.phase !== 'done') {
    const before = state;
    state = await patiently(() => transact(db, everything, (db) => stepVerify(db, before, new Date())));
    if (state.patience) await sleep(Math.max(0, Date.parse(state.patience.until) - Date.now()));
  }
  return state;
}

function linesOf(found: HistoryBreak): string[] {
  const who = [found.actorName, found.onBehalfOfName && `on behalf of ${found.onBehalfOfName}`].filter(Boolean);
  const what = [found.action, found.module, found.recordTitle && `“${found.recordTitle}”`, found.recordId];
  const facts: [string, string | number | null][] = [
    ['what is wrong', found.kind],
    ['entry', found.seq],
    ['row', found.id],
    ['when', found.at],
    ['who', who.join(' ')],
    ['what', what.filter(Boolean).join(' ')],
  ];
  return [
    `BROKEN  ${found.detail}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(14)}${value === null || value === '' ? 'not known' : value}`),
  ];
}

async function main(): Promise<number> {
  const witness = readWitness(process.argv[2]);
  const config = readConfig(process.env, { demo: false });
  const server = await openServer(config.dataDir, config.database?.app);
  const started = performance.now();
  const db = openDatabase(server.app, { connections: 1, readers: 1, log: () => undefined });
  try {
    const state = await check(db, config.dataDir, server.alone, witness);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const waiting = state.waiting > 0 ? `, ${number.format(state.waiting)} rows are being chained` : '';
    say(`${number.format(state.seq)} rows checked in ${seconds} s${waiting}`);
    if (state.seq > 0) say(`head ${state.seq}:${state.hash}`);
    for (const line of state.broken ? linesOf(state.broken) : ['WHOLE   Nothing was changed, taken away or put in.'])
      say(line);
    return state.broken ? 1 : 0;
  } finally {
    await db.close();
    await server.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`The history could not be checked: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
