import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startTestProduct } from '#apps/server/testing.ts';
import { device } from '#areas/devices/registry/device.contract.ts';
import { startSmallServer } from '#telematics/simulator/testing/small-server.ts';

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});

async function serverFor(protocol: string) {
  const server = await startSmallServer(protocol);
  close.push(() => server.close());
  return server;
}

const keyOf = (label: string) => Object.entries(device.fields).find(([, field]) => field.label === label)?.[0] ?? label;

/** Runs the tool until it ends, or interrupts it as soon as `enough` holds. */
async function simulate(args: readonly string[], enough?: () => boolean) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'simulate.ts'), ...args]);
  let [out, problems] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (out += String(bytes)));
  child.stderr.on('data', (bytes: Buffer) => (problems += String(bytes)));
  const watching = setInterval(() => {
    if (!enough?.()) return;
    clearInterval(watching);
    child.kill('SIGINT');
  }, 20);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watching);
  return { code, out, problems };
}

test('trackers drive, are acknowledged, and hang up when they are interrupted', async () => {
  const server = await serverFor('gt06');
  const args = ['--devices', '3', '--port', String(server.port), '--every-s', '1', '--past-hours', '1', '--seed', '4'];
  const { code, out } = await simulate(args, () => server.stored.length > 500);
  expect(code).toBe(0);
  expect(out.trim().split('\n').at(-1)).toMatch(/^\d+ s, \d of 3 connected, \d+ sent, \d+ acknowledged, 0 not$/);
  expect(new Set(server.stored.map(({ identity }) => identity))).toEqual(
    new Set(['861234050000002', '861234050000010', '861234050000028']),
  );
  const moving = server.stored.filter(({ reading }) => (reading.fix?.speedKmh ?? 0) > 10);
  expect(moving.length).toBeGreaterThan(50);
  expect(server.stored.every(({ reading }) => reading.archived)).toBe(true);
});

test('a recorded log is told with its own times, and the tool ends with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rk-simulate-'));
  close.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'log.csv');
  const rows = ['time,lat,lon,accuracy_m,speed_mps', '2018-02-12T02:10:14Z,23.0377867,72.511505,96,11.592'];
  await writeFile(path, [...rows, ',,,,', '2018-02-12T02:10:16Z,23.0379333,72.5115233,6.3,', ''].join('\n'));
  const server = await serverFor('osmand');
  const args = ['--devices', '1', '--protocol', 'osmand', '--port', String(server.port), '--trace', path];
  const { code, out } = await simulate([...args, '--times', 'own', '--first', '356307042441013']);
  expect(code).toBe(0);
  expect(out).toMatch(/2 sent, 2 acknowledged, 0 not\n$/);
  expect(server.stored).toMatchObject([
    {
      identity: '356307042441013',
      reading: {
        fix: { time: Date.UTC(2018, 1, 12, 2, 10, 14), lat: 23.0377867, lon: 72.511505, accuracyM: 96 },
      },
    },
    { reading: { fix: { time: Date.UTC(2018, 1, 12, 2, 10, 16), speedKmh: null, accuracyM: 6.3 } } },
  ]);
  expect(server.stored[0]?.reading.fix?.speedKmh).toBeCloseTo(41.73, 2);
});

test.each([
  [['--protocol', 'morse'], "There is no protocol 'morse' here"],
  [['--devices', 'many'], '--devices is a number'],
  [['--first', '86'], 'An identity has 15 digits'],
  [['--times', 'tomorrow'], '--times is now or own'],
])('what it cannot do it says: %s', async (args, problem) => {
  const { code, problems } = await simulate(args);
  expect(code).toBe(2);
  expect(problems).toContain(problem);
});

test('the devices it will drive can be listed as a file that the import takes', async () => {
  const { code, out } = await simulate(['--list', '--devices', '2', '--protocol', 'teltonika']);
  expect({ code, out }).toEqual({
    code: 0,
    out: [
      'IMEI or identifier,Owner,Category',
      '861234050000002,Sahyadri Logistics,OBD-II plug',
      '861234050000010,Sahyadri Logistics,OBD-II plug',
      '',
    ].join('\n'),
  });
  const product = await startTestProduct();
  close.push(() => product.close());
  const token = await product.login('admin@roadkeeper.test');
  const [heads = '', ...lines] = out.trim().split('\n');
  const columns = heads.split(',').map((head) => keyOf(head));
  const rows = lines.map((line, at) => ({
    line: at + 2,
    cells: Object.fromEntries(line.split(',').map((cell, column) => [columns[column] ?? '', cell])),
  }));
  const body = { mode: 'create', key: ['identifier'], rows };
  const plan = await product.call('POST', '/device/import/check', { token, body });
  expect(plan.json.data).toMatchObject({ create: 2 });
});
