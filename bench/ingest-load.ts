import { cityLines } from '#telematics/simulator/demo/city-lines.ts';
import { Drive } from '#telematics/simulator/drive.ts';
import type { Journey, Place } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { roadOf } from '#telematics/simulator/road.ts';
import { LoadDevice } from './ingest-device.ts';
import { dialects, framesOf } from './ingest-frames.ts';

// The load, in a process of its own: frames are made before they are needed, so that only sending is left to do while it is measured.

export type LoadOrder =
  | { kind: 'open'; dialect: string; port: number; identifiers: readonly string[]; start: number }
  | { kind: 'prepare'; fixes: number }
  | { kind: 'blast' }
  | { kind: 'steady'; perSecond: number; seconds: number }
  | { kind: 'close' };
export type LoadAnswer = { sent: number; ms: number; cpuMs: number; delays: readonly number[] };

let dialect = dialects.get('gt06');
let identifiers: readonly string[] = [];
let devices: LoadDevice[] = [];
let prepared = 0;
/** Drives go on over all rounds: no device says a time twice. */
const journeys = new Map<string, Journey>();
const roads = cityLines.map(roadOf);

function journeyOf(identifier: string, start: number): Journey {
  const known = journeys.get(identifier);
  if (known) return known;
  const at = journeys.size;
  const road = roads[at % roads.length];
  if (!road) throw new Error('No road');
  const drive = new Drive(road, { start, everyS: 5, random: randomFrom(at + 1) });
  journeys.set(identifier, drive);
  return drive;
}

async function open(order: Extract<LoadOrder, { kind: 'open' }>): Promise<void> {
  dialect = dialects.get(order.dialect);
  if (!dialect) throw new Error(`No dialect ${order.dialect}`);
  ({ identifiers } = order);
  for (const identifier of identifiers) journeyOf(identifier, order.start);
  devices = [];
  for (let at = 0; at < identifiers.length; at += 200) {
    const some = identifiers.slice(at, at + 200);
    const opened = some.map((one, index) => LoadDevice.open(dialect as never, one, order.port, at + index));
    devices.push(...(await Promise.all(opened)));
  }
}

function prepare(fixes: number): void {
  if (!dialect) return;
  const { records } = dialect;
  const each = Math.ceil(fixes / identifiers.length / records) * records;
  for (const [at, identifier] of identifiers.entries()) {
    const journey = journeyOf(identifier, 0);
    const places = Array.from({ length: each }, () => journey.next() as Place);
    devices[at]?.load(framesOf(dialect, identifier, places));
  }
  prepared = each * identifiers.length;
}

async function steady(perSecond: number, seconds: number): Promise<number[]> {
  const delays: number[] = [];
  const began = performance.now();
  const total = perSecond * seconds;
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond));
      for (; sent < due; sent += 1) devices[sent % devices.length]?.report((ms) => void delays.push(ms));
      if (sent < total) return;
      clearInterval(timer);
      resolve();
    }, 2);
  });
  for (let waited = 0; delays.length < total && waited < 200; waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (delays.length < total) throw new Error(`${total - delays.length} of ${total} frames were not answered`);
  return delays;
}

async function obey(order: LoadOrder): Promise<LoadAnswer> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  let [sent, delays]: [number, readonly number[]] = [0, []];
  if (order.kind === 'open') await open(order);
  else if (order.kind === 'prepare') prepare(order.fixes);
  else if (order.kind === 'blast') {
    await Promise.all(devices.map((device) => device.blast()));
    sent = prepared;
  } else if (order.kind === 'steady') {
    delays = await steady(order.perSecond, order.seconds);
    sent = delays.length;
  } else for (const device of devices) device.close();
  const { user, system } = process.cpuUsage(cpu);
  return { sent, ms: performance.now() - began, cpuMs: (user + system) / 1000, delays };
}

process.on('message', (order: LoadOrder) => {
  obey(order)
    .then((answer) => process.send?.(answer))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.on('disconnect', () => process.exit());
