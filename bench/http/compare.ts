import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fire, type Sample } from '../load.ts';
import { type Figures, goals, median, table } from './report.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { startBench } from '../setup.ts';
import { type Side, startSides } from './sides.ts';
import { cpuBetween, databaseCpu } from '../system.ts';
import { vehicleRows } from '../vehicles.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,32,64' },
    only: { type: 'string' },
    sides: { type: 'string' },
  },
});
const only = values.only?.split(',');
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = values.connections.split(',').map(Number);
if (!(seconds >= 1 && seconds <= 60 && rounds >= 1 && rounds <= 20))
  throw new Error('--seconds takes 1 to 60, --rounds 1 to 20');
if (!connections.every((count) => count >= 1 && count <= 1_000))
  throw new Error('--connections takes numbers like 1,32');

const { dataDir, postgres, started, query, close } = await startBench();
try {
  const scenarios = await scenariosOf(query);
  const order = { database: postgres.app, dataDir };
  const all = await startSides(order, scenarios, (server) => started.push(server));
  const sides = all.filter(({ name }) => !values.sides || values.sides.split(',').includes(name));
  const figures: Figures[] = [];
  for (const scenario of scenarios.filter(({ name }) => !only || only.includes(name)))
    for (const count of connections)
      figures.push(
        ...(await compare(
          scenario,
          count,
          sides.filter((side) => side.scenarios.includes(scenario.name)),
        )),
      );
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
  await writeFile(join(import.meta.dirname, '../last.json'), `${JSON.stringify(report, null, 2)}\n`);
  console.log(JSON.stringify(report));
  console.log(table(figures));
  console.log(goals(figures));
} finally {
  await close();
}

/** The sides in turn, round by round, so that what else the machine does meets all of them. */
async function compare(scenario: Scenario, count: number, sides: readonly Side[]): Promise<Figures[]> {
  const samples = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const side of sides) samples.get(side.name)?.push(await measure(side, scenario, count));
  const figures = sides.map((side): Figures => {
    const all = samples.get(side.name) ?? [];
    const middle = (pick: (one: Measured) => number) => median(all.map(pick));
    return {
      scenario: scenario.name,
      connections: count,
      side: side.name,
      perSecond: Math.round(middle((one) => one.perSecond)),
      p50Ms: middle((one) => one.p50),
      p99Ms: middle((one) => one.p99),
      bytes: Math.round(middle((one) => one.bytes)),
      serverCores: middle((one) => one.serverCores),
      databaseCores: middle((one) => one.databaseCores),
      serverUs: Math.round(middle((one) => (one.serverCores * 1e6) / one.perSecond)),
      databaseUs: Math.round(middle((one) => (one.databaseCores * 1e6) / one.perSecond)),
      rssMb: Math.round(middle((one) => one.rss) / 2 ** 20),
    };
  });
  for (const one of figures) console.error(`${scenario.name} c${count} ${one.side}: ${one.perSecond}/s`);
  return figures;
}

interface Measured extends Sample {
  serverCores: number;
  databaseCores: number;
  rss: number;
}

async function measure(side: Side, { shots, written }: Scenario, count: number): Promise<Measured> {
  const { server, base, people } = side;
  const own = shots.map((shot) => ({ ...shot, path: base + shot.path }));
  await fire(server.url, own, { connections: count, seconds: 1, people });
  const writer = writeEverySecond(side, written);
  const [before, databaseBefore, from] = [await server.usage(), databaseCpu(postgres.pid()), performance.now()];
  const sample = await fire(server.url, own, { connections: count, seconds, people });
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
function writeEverySecond({ server, base, people: [headers = {}] }: Side, written: string): { stop(): Promise<void> } {
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
