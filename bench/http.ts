import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MeasuredServer, startServer } from './child.ts';
import { fire, type Sample, type Shot } from './load.ts';
import { type Figures, median, table } from './report.ts';
import { signIn, startBench } from './setup.ts';
import { cpuBetween, databaseCpu } from './system.ts';
import { benchVehicle, vehicleRows, writtenId } from './vehicles.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const only = values.only?.split(',');
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
if (!(seconds >= 1 && seconds <= 60 && rounds >= 1 && rounds <= 20))
  throw new Error('--seconds takes 1 to 60, --rounds 1 to 20');
const connections = [1, 32, 64];

/** What is asked, and the record that is written to once a second meanwhile. */
interface Scenario {
  shots: Shot[];
  written: string;
}
interface Side {
  name: 'product' | 'plain';
  server: MeasuredServer;
  /** Where the calls begin. */
  base: string;
  headers: Record<string, string>;
}

const { dataDir, postgres, started, query, close } = await startBench();
try {
  const sides = await prepare();
  const scenarios = await scenariosOf();
  const figures: Figures[] = [];
  for (const [name, scenario] of Object.entries(scenarios).filter(([name]) => !only || only.includes(name)))
    for (const count of connections) figures.push(...(await compare(name, scenario, count, sides)));
  const [{ version }] = await query<{ version: string }>('select version()');
  const report = {
    at: new Date().toISOString(),
    machine: {
      cpus: cpus().length,
      model: cpus()[0]?.model,
      node: process.version,
      postgres: version.split(' on ')[0],
    },
    rows: vehicleRows,
    seconds,
    rounds,
    figures,
  };
  await writeFile(join(import.meta.dirname, 'last.json'), `${JSON.stringify(report, null, 2)}\n`);
  console.log(JSON.stringify(report));
  console.log(table(figures));
} finally {
  await close();
}

async function prepare(): Promise<Side[]> {
  const order = { database: postgres.app, dataDir };
  const product = await startServer('product-server.ts', order);
  started.push(product);
  const plain = await startServer('plain-server.ts', order);
  started.push(plain);
  const base = '/api/v1';
  return [
    { name: 'product', server: product, base, headers: await signIn(product) },
    { name: 'plain', server: plain, base: '', headers: {} },
  ];
}

async function scenariosOf(): Promise<Record<string, Scenario>> {
  const brands = await query<{ id: string }>('select id from vehicle_brand order by lower(name)');
  const vehicles = await query<{ id: string }>('select id from bench_vehicle order by id limit 1000');
  const [office] = await query<{ id: string }>("select id from rto where code = 'MH12'");
  const [model] = await query<{ id: string }>('select id from vehicle_model order by lower(name) limit 1');
  const path = `/${benchVehicle.path}`;
  const written = `${path}/status/${writtenId}`;
  let made = 0;
  const body = () => ({
    name: `DL01${String((made += 1)).padStart(8, '0')}`,
    brandId: brands[made % brands.length]?.id,
    fuel: 'DIESEL',
    chassis: `MA3NEW${made}`,
    seats: 5,
    madeOn: '2026-02-03',
    price: 90_000_000,
  });
  const lists = brands.flatMap(({ id }) =>
    [0, 50].map((skip) => ({ path: `${path}?brandId=${id}&status=1&sort=name&take=50&skip=${skip}` })),
  );
  return {
    list: { shots: lists, written },
    offices: { shots: [{ path: '/rto?option=true' }], written: `/rto/status/${office.id}` },
    models: { shots: [{ path: '/vehicle-model?take=50&sort=name' }], written: `/vehicle-model/status/${model.id}` },
    one: { shots: vehicles.map(({ id }) => ({ path: `${path}/${id}` })), written },
    create: { shots: [{ path, method: 'POST', body }], written },
  };
}

/** Both sides in turn, round by round, so that what else the machine does meets both. */
async function compare(name: string, scenario: Scenario, count: number, sides: readonly Side[]): Promise<Figures[]> {
  const samples = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const side of sides) samples.get(side.name)?.push(await measure(side, scenario, count));
  const figures = sides.map((side): Figures => {
    const all = samples.get(side.name) ?? [];
    const middle = (pick: (one: Measured) => number) => median(all.map(pick));
    return {
      scenario: name,
      connections: count,
      side: side.name,
      perSecond: Math.round(middle((one) => one.perSecond)),
      p50Ms: middle((one) => one.p50),
      p99Ms: middle((one) => one.p99),
      bytes: Math.round(middle((one) => one.bytes)),
      serverCores: middle((one) => one.serverCores),
      databaseCores: middle((one) => one.databaseCores),
      rssMb: Math.round(middle((one) => one.rss) / 2 ** 20),
    };
  });
  for (const one of figures) console.error(`${name} c${count} ${one.side}: ${one.perSecond}/s`);
  return figures;
}

interface Measured extends Sample {
  serverCores: number;
  databaseCores: number;
  rss: number;
}

async function measure(side: Side, { shots, written }: Scenario, count: number): Promise<Measured> {
  const { server, base, headers } = side;
  const own = shots.map((shot) => ({ ...shot, path: base + shot.path }));
  await fire(server.url, own, { connections: count, seconds: 1, headers });
  const writer = writeEverySecond(side, written);
  const [before, databaseBefore, from] = [await server.usage(), databaseCpu(postgres.pid()), performance.now()];
  const sample = await fire(server.url, own, { connections: count, seconds, headers });
  const [after, databaseAfter, to] = [await server.usage(), databaseCpu(postgres.pid()), performance.now()];
  await writer.stop();
  return {
    ...sample,
    serverCores: (after.cpuMs - before.cpuMs) / (to - from),
    databaseCores: cpuBetween(databaseBefore, databaseAfter) / (to - from),
    rss: after.rss,
  };
}

/** One write a second to the measured table, so that nothing remembered lives longer than it would in use. */
function writeEverySecond({ server, base, headers }: Side, written: string): { stop(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const write = async () => {
    const answer = await fetch(server.url + base + written, {
      method: 'PUT',
      headers,
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The write of the second was answered ${answer.status}`);
  };
  const timer = setInterval(() => {
    last = last.then(write);
    // Told by stop().
    last.catch(() => undefined);
  }, 1_000);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
