import '../node-version.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { device } from '#areas/devices/registry/device.contract.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { usualPorts } from '#telematics/protocols/index.ts';
import { cityLines } from '#telematics/simulator/demo/city-lines.ts';
import { Drive } from '#telematics/simulator/drive.ts';
import { createFleet, fastClock } from '#telematics/simulator/fleet.ts';
import { readLines } from '#telematics/simulator/geojson.ts';
import { readGpx } from '#telematics/simulator/gpx.ts';
import { identifiersFrom } from '#telematics/simulator/identifiers.ts';
import type { Journey } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { type Recorded, replayOf } from '#telematics/simulator/replay.ts';
import { roadOf } from '#telematics/simulator/road.ts';
import { speeches } from '#telematics/simulator/speeches.ts';
import { readLog } from './log-file.ts';

// Simulated trackers: real protocols over real sockets to a server that runs.

const usage = `npm run simulate -- [--devices 10] [--protocol ${Object.keys(speeches).join('|')}] [--host 127.0.0.1] [--port N]
  [--every-s 5] [--seconds N] [--speed-up 1] [--past-hours 0] [--seed 1] [--first IMEI | --identifiers FILE] [--list [--owner NAME]]
  [--lines GEOJSON | --trace CSV|GPX … [--times now|own]]
`;

function refuse(why: string): never {
  process.stderr.write(`${why}\n${usage}`);
  process.exit(2);
}

function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const { values } = orRefuse(() =>
  parseArgs({
    options: {
      devices: { type: 'string', default: '10' },
      protocol: { type: 'string', default: 'gt06' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string' },
      'every-s': { type: 'string', default: '5' },
      seconds: { type: 'string' },
      'speed-up': { type: 'string', default: '1' },
      'past-hours': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      first: { type: 'string', default: '861234050000002' },
      identifiers: { type: 'string' },
      list: { type: 'boolean', default: false },
      owner: { type: 'string', default: 'Sahyadri Logistics' },
      lines: { type: 'string' },
      trace: { type: 'string', multiple: true },
      times: { type: 'string', default: 'now' },
    },
  }),
);

type Numeric = 'devices' | 'port' | 'every-s' | 'seconds' | 'speed-up' | 'past-hours' | 'seed';
function number(name: Numeric, least: number, most: number): number {
  const value = Number(values[name]);
  return values[name] !== undefined && value >= least && value <= most
    ? value
    : refuse(`--${name} is a number from ${least} to ${most}`);
}

/** What devices of a protocol are registered as, where that is not a GPS tracker. */
const categories: Readonly<Record<string, string>> = {
  teltonika: 'OBD-II plug',
  its: 'AIS-140 tracking device',
  osmand: 'Telephone app',
};

const { protocol } = values;
const speak = speeches[protocol] ?? refuse(`There is no protocol '${protocol}' here`);
const port = values.port === undefined ? (usualPorts[protocol] ?? 0) : number('port', 1, 65_535);
const everyS = number('every-s', 1, 3_600);
const seconds = values.seconds === undefined ? null : number('seconds', 1, 1e7);
const speedUp = number('speed-up', 1, 10_000);
const pastHours = number('past-hours', 0, 24 * 90);
const seed = number('seed', 0, 2 ** 32);
const now = () => Date.now();

const identifiers = values.identifiers
  ? orRefuse(() =>
      readFileSync(values.identifiers ?? '', 'utf8')
        .split(/\s+/)
        .filter(Boolean),
    )
  : orRefuse(() => identifiersFrom(values.first, number('devices', 1, 100_000)));
if (values.list) {
  const { identifier, orgId, categoryId } = device.fields;
  const heads = [identifier.label, orgId.label, categoryId.label];
  const rows = identifiers.map((one) => [one, values.owner, categories[protocol] ?? 'GPS tracker']);
  process.stdout.write(`${[heads, ...rows].map(csvLine).join('\n')}\n`);
  process.exit(0);
}

/** A day is caught up with, when nothing says how long it may take. */
const catchUpS = seconds ?? (speedUp > 1 ? 86_400 / (speedUp - 1) : 0);
const clock = fastClock(now, speedUp, catchUpS);
const begin = clock.start - pastHours * 3_600_000;

function readTrace(path: string): Recorded[] {
  const fixes = /\.gpx$/i.test(path) ? readGpx(readFileSync(path, 'utf8')) : readLog(path);
  return fixes.length > 0 ? fixes : refuse(`${path} has no fix`);
}

function replays(paths: readonly string[]): Journey[] {
  const traces = orRefuse(() => paths.map(readTrace));
  return identifiers.map((_, at) => {
    const trace = traces[at % traces.length] ?? [];
    const first = trace.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
    return replayOf(trace, values.times === 'own' ? 0 : begin - first);
  });
}

function drives(): Journey[] {
  const roads = orRefuse(() => (values.lines ? readLines(readFileSync(values.lines, 'utf8')) : cityLines).map(roadOf));
  return identifiers.map((_, at) => {
    const road = roads[at % roads.length] ?? refuse('There is no line');
    return new Drive(road, { start: begin, everyS, random: randomFrom(seed + at * 7_919) });
  });
}

if (values.times !== 'now' && values.times !== 'own') refuse('--times is now or own');
const journeys = values.trace ? replays(values.trace) : drives();
const fleet = createFleet({
  host: values.host,
  now,
  random: randomFrom(seed),
  until: values.times === 'own' && values.trace ? () => Number.POSITIVE_INFINITY : clock.until,
  trackers: identifiers.map((identifier, at) => ({
    journey: journeys[at] ?? refuse('No way for a device'),
    speak: () => speak(identifier),
    port,
  })),
});

const began = now();
/** Not one of them got through. */
const isDeaf = () => fleet.score.connected === 0 && fleet.score.acknowledged === 0 && now() - began > 1_500;
function say(): void {
  const { sent, acknowledged, resent, connected, lost, refused, lastRefusal } = fleet.score;
  const passed = Math.round((now() - began) / 1000);
  const parts = [
    `${passed} s`,
    `${connected} of ${identifiers.length} connected`,
    `${sent} sent`,
    `${acknowledged} acknowledged`,
    `${fleet.owed} not`,
    ...(resent > 0 ? [`${resent} sent again`] : []),
    ...(lost > 0 ? [`${lost} connections lost`] : []),
    ...(isDeaf() ? [`nobody answers at ${values.host}:${port}`] : []),
    ...(lost > 0 && acknowledged === 0 ? ['are the devices registered there?'] : []),
    ...(refused > 0 ? [`${refused} refused (${lastRefusal})`] : []),
  ];
  process.stdout.write(`${parts.join(', ')}\n`);
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  clearInterval(watching);
  await fleet.finish(5_000);
  say();
  process.exit(isDeaf() ? 1 : 0);
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
const watching = setInterval(() => {
  say();
  if (fleet.isDone || (seconds !== null && now() - began >= seconds * 1000)) void stop();
}, 1_000);
fleet.start(100);
