import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withClient } from '#kit/server/postgres/roles.ts';
import { type MeasuredServer, startServer } from './child.ts';
import { copyLimit } from './copy-limit.ts';
import { addCarriers } from '#areas/gateway/testing/many-devices.ts';
import { dialects } from './ingest-frames.ts';
import type { LoadAnswer, LoadOrder } from './ingest-load.ts';
import { median } from './http/report.ts';
import { startBench } from './setup.ts';
import { cpuBetween, databaseCpu } from './system.ts';

// From a device's socket to the committed row, through the whole pipeline, and beside it what the database alone could do.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    devices: { type: 'string', default: '1000' },
    fixes: { type: 'string', default: '400000' },
    only: { type: 'string' },
    idle: { type: 'string', default: '10000' },
  },
});
const rounds = Number(values.rounds);
const connections = Number(values.devices);
const idle = Number(values.idle);
const fixesOf = (protocol: string) => Number(values.fixes) / (protocol === 'osmand' ? 10 : 1);
const startAt = Date.now() - 3 * 86_400_000;
const beginning = '2000-01-01';

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
const child = fork(join(import.meta.dirname, 'ingest-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const ended = once(child, 'exit');
let server: MeasuredServer;
async function order(message: LoadOrder): Promise<LoadAnswer> {
  child.send(message);
  const answer = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (!answer) throw new Error(`The load ended while it was to ${message.kind}`);
  return answer[0] as LoadAnswer;
}

const superuser = { ...postgres.superuser, database: postgres.app.database };
/** Without the time-outs of the product: whatever else the machine does, the question is answered. */
const one = <T>(sql: string): Promise<T> =>
  withClient(superuser, async (client) => (await client.query<{ value: T }>(sql)).rows[0]?.value as T);
const stored = () => one<number>('select count(*)::int as value from position');
const lastMark = () => one<string>(`select coalesce(max(received_at), '${beginning}')::text as value from position`);

/** Seconds until trips and current positions have caught up with what is stored. */
async function catchUp(): Promise<number> {
  const began = performance.now();
  const mark = await lastMark();
  for (;;) {
    const done = await one<boolean>(
      `select coalesce((select received_at >= '${mark}' from track_checkpoint), false) as value`,
    );
    if (done) return (performance.now() - began) / 1000;
    if (performance.now() - began > 120_000) throw new Error('Trips do not catch up');
    await wait(50);
  }
}

type Round = Record<
  | 'perSecond'
  | 'throughPerSecond'
  | 'copyPerSecond'
  | 'share'
  | 'productUs'
  | 'databaseUs'
  | 'loadUs'
  | 'catchUpS'
  | 'mb',
  number
>;

async function measure(name: string, ports: Readonly<Record<string, number>>, identifiers: readonly string[]) {
  const dialect = dialects.get(name);
  const port = dialect && ports[dialect.protocol];
  if (!dialect || !port) throw new Error(`No door for ${name}`);
  await order({ kind: 'open', dialect: name, port, identifiers, start: startAt });
  const taken: Round[] = [];
  // The first round warms everything up.
  for (let round = 0; round <= rounds; round += 1) {
    await order({ kind: 'prepare', fixes: fixesOf(dialect.protocol) });
    const [before, mark] = [await stored(), await lastMark()];
    const [product, database] = [await server.usage(), databaseCpu(postgres.pid())];
    const { sent, ms, cpuMs } = await order({ kind: 'blast' });
    const rows = (await stored()) - before;
    if (rows !== sent) throw new Error(`${name}: ${sent} fixes were acknowledged and ${rows} are stored`);
    const catchUpS = await catchUp();
    const [productAfter, databaseAfter] = [await server.usage(), databaseCpu(postgres.pid())];
    const limit = await copyLimit(superuser, mark);
    if (limit.rows !== rows) throw new Error(`${limit.rows} of ${rows} rows were copied`);
    if (round === 0) continue;
    const perSecond = Math.round((sent / ms) * 1000);
    taken.push({
      perSecond,
      throughPerSecond: sent / (ms / 1000 + catchUpS),
      copyPerSecond: limit.perSecond,
      share: perSecond / limit.perSecond,
      productUs: ((productAfter.cpuMs - product.cpuMs) * 1000) / sent,
      databaseUs: (cpuBetween(database, databaseAfter) * 1000) / sent,
      loadUs: (cpuMs * 1000) / sent,
      catchUpS,
      mb: productAfter.rss / 2 ** 20,
    });
    console.error(`${name}: ${perSecond}/s stored, trips ${catchUpS.toFixed(2)} s later, copy ${limit.perSecond}/s`);
  }
  await order({ kind: 'close' });
  const of = (key: keyof Round, digits = 0) => Number(median(taken.map((one) => one[key])).toFixed(digits));
  const spread = taken.map(({ perSecond }) => perSecond);
  return {
    what: name,
    'fixes/s': of('perSecond'),
    from: Math.min(...spread),
    to: Math.max(...spread),
    'trips s later': of('catchUpS', 1),
    'through/s': of('throughPerSecond'),
    'copy/s': of('copyPerSecond'),
    share: of('share', 2),
    'product us': of('productUs', 1),
    'database us': of('databaseUs', 1),
    'load us': of('loadUs', 1),
    MB: Math.round(Math.max(...taken.map(({ mb }) => mb))),
  };
}

async function delays(
  name: string,
  perSecond: number,
  ports: Readonly<Record<string, number>>,
  identifiers: readonly string[],
) {
  const port = ports[dialects.get(name)?.protocol ?? ''] ?? 0;
  await order({ kind: 'open', dialect: name, port, identifiers, start: startAt });
  await order({ kind: 'prepare', fixes: perSecond * 12 });
  const product = await server.usage();
  const { delays: taken, ms } = await order({ kind: 'steady', perSecond, seconds: 10 });
  const after = await server.usage();
  await order({ kind: 'close' });
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1));
  const cores = Number(((after.cpuMs - product.cpuMs) / ms).toFixed(2));
  return { what: name, 'fixes/s': perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(0.9999), cores };
}

/** Memory of a product that has just begun, without connections and with so many that say nothing. */
async function hold(identifiers: readonly string[], port: number) {
  await wait(3_000);
  const before = (await server.usage()).rss;
  await order({ kind: 'open', dialect: 'gt06', port, identifiers, start: startAt });
  await wait(3_000);
  const after = (await server.usage()).rss;
  await order({ kind: 'close' });
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
  const each = Number(((after - before) / 1024 / identifiers.length).toFixed(1));
  return [
    { 'idle connections': identifiers.length, 'MB before': mb(before), 'MB with them': mb(after), 'kB each': each },
  ];
}

try {
  const identifiers = await addCarriers(postgres.owner, Math.max(connections, idle));
  server = await startServer('gateway-server.ts', { database: postgres.app, dataDir });
  started.push(server);
  const active = identifiers.slice(0, connections);
  const asked = [...dialects.keys()].filter((name) => values.only === undefined || name.startsWith(values.only));
  const held = idle > 0 ? await hold(identifiers.slice(0, idle), server.ports['gt06'] ?? 0) : [];
  const figures = [];
  for (const name of asked.filter((name) => !name.endsWith('1 a packet')))
    figures.push(await measure(name, server.ports, active));
  console.table(figures);
  const steady = [];
  for (const name of asked.filter((name) => !/25|odometer/.test(name)))
    steady.push(await delays(name, name === 'osmand' ? 1_000 : 5_000, server.ports, active));
  console.table(steady);
  if (held.length > 0) console.table(held);
} finally {
  child.disconnect();
  await ended;
  await close();
}
