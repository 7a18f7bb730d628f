import { lastPositionTimes } from '#areas/devices/devices.server.ts';
import { type DemoTracker, demoTrackers } from '#db/seed/demo-devices.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { cityLines } from '#telematics/simulator/demo/city-lines.ts';
import { drivenLine } from '#telematics/simulator/demo/demo-roads.ts';
import { Drive } from '#telematics/simulator/drive.ts';
import { createFleet, type Fleet } from '#telematics/simulator/fleet.ts';
import type { Journey, Place } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { type Road, roadOf } from '#telematics/simulator/road.ts';
import { speeches } from '#telematics/simulator/speeches.ts';

// The demo's vehicles drive: their devices are simulated, and reach the gateway through its doors like any others.

const hourMs = 3_600_000;
const indiaMs = 5.5 * hourMs;
/** Telephones tell each report in a request of its own, and spare their battery. */
const everyS = { tracker: 10, phone: 30 };
/** Of the past, each device tells at most this many reports in each round of so many milliseconds: a day takes under a minute. */
const [atOnce, roundMs] = [40, 250];

/** Most rest at night; every third drives on, so that something moves whenever one looks. */
const restsAt = (time: number) => {
  const hour = ((time + indiaMs) / hourMs) % 24;
  return hour < 6 || hour >= 22;
};

/** A number of a text, the same each time: devices drive as they did before the product was stopped. */
function seedOf(text: string): number {
  let seed = 7;
  for (let at = 0; at < text.length; at += 1) seed = (seed * 31 + text.charCodeAt(at)) >>> 0;
  return seed;
}

/** What a telephone knows of a place. */
const byPhone = ({ time, lat, lon, speedKmh, course, harsh }: Place): Place => ({
  time,
  lat,
  lon,
  speedKmh,
  course,
  accuracyM: 6,
  ...(harsh ? { harsh } : {}),
});

/** Some drivers are always in a hurry, so that there is speeding to look at. */
const hurry = 1.35;
const isHurried = (own: number): boolean => own % 8 === 1;

const harshWords = ['BRAKING', 'ACCELERATION', 'CORNERING'] as const;
/** Trackers without a sensor feel nothing; the others about as much as their drivers let them, the same at each start. */
function felt(place: Place, own: number, everyS: number): Place {
  if (own % 4 === 2 || (place.speedKmh ?? 0) < 15) return place;
  const one = randomFrom((own ^ Math.floor(place.time / 1_000)) >>> 0);
  const perHour = isHurried(own) ? 6 : 0.2 + ((own >>> 8) % 10) / 4;
  const harsh = one() < (perHour * everyS) / 3_600 ? harshWords[Math.floor(one() * harshWords.length)] : undefined;
  return harsh ? { ...place, harsh } : place;
}

const roads = cityLines.map((line) => {
  const driven = drivenLine(line);
  return {
    city: line.name.split(',')[0] ?? '',
    road: roadOf(driven),
    hurried: roadOf({ ...driven, kmh: driven.kmh * hurry, zones: [] }),
  };
});
/** Cities that vehicles of a city drive in as well. */
const haulsTo: Readonly<Record<string, readonly string[]>> = { Pune: ['Mumbai', 'Mumbai to Pune'] };

/** Roads where vehicles of a city drive; anywhere, where there is none. */
function roadsNear(city: string, isFast: boolean): readonly Road[] {
  const near = roads.filter((one) => one.city === city || haulsTo[city]?.includes(one.city));
  return (near.length > 0 ? near : roads).map(({ road, hurried }) => (isFast ? hurried : road));
}

/** A drive since some midnight, behind what the device has told already. */
function driveOf({ identifier, city }: DemoTracker, every: number, start: number, reportedUntil: number): Journey {
  // By its name and not by its place among others: they come and go.
  const own = seedOf(identifier);
  const near = roadsNear(city, isHurried(own));
  const road = near[own % near.length];
  if (!road) throw new Error('No road');
  const drive = new Drive(road, {
    start,
    everyS: every,
    // Often enough not to be taken for silent.
    parkedEveryS: Math.min(every * 12, 240),
    random: randomFrom(seedOf(`${identifier} ${start}`)),
    ...(own % 3 === 0 ? {} : { rests: restsAt }),
  });
  return {
    next() {
      let place = drive.next();
      while (place.time <= reportedUntil) place = drive.next();
      return felt(place, own, every);
    },
  };
}
/** India's midnight of the day before. */
const yesterday = (now: number) => Date.parse(`${indiaDay(new Date(now - 24 * hourMs))}T00:00:00Z`) - indiaMs;

interface TrafficOptions {
  host: string;
  ports: Readonly<Record<string, number>>;
  now: () => number;
  /** When the drives began. Default: with yesterday, India's. */
  start?: number;
}
export interface DemoTraffic {
  stop(): Promise<void>;
}

/**
 * Drives the devices of the demo's vehicles. They begin with yesterday (India's), which is told first, so that there are trips
 * to look at on the first day; after a stop of the product they tell what they kept meanwhile.
 */
export async function startDemoTraffic(db: Database, options: TrafficOptions): Promise<DemoTraffic & { fleet: Fleet }> {
  const { host, ports, now, start = yesterday(now()) } = options;
  const devices = await demoTrackers(db);
  const reportedUntil = await transact(db, everything, lastPositionTimes);
  const fleet = createFleet({
    host,
    now,
    random: randomFrom(start),
    until: now,
    trackers: devices.flatMap((device) => {
      const { protocol, identifier } = device;
      const [port, speak] = [ports[protocol], speeches[protocol]];
      if (!port || !speak) return [];
      const isPhone = protocol === 'osmand';
      const every = isPhone ? everyS.phone : everyS.tracker;
      const drive = driveOf(device, every, start, reportedUntil.get(identifier) ?? 0);
      const journey = isPhone ? { next: () => phoneNext(drive) } : drive;
      return [{ journey, port, speak: () => speak(identifier), memory: atOnce }];
    }),
  });
  fleet.start(roundMs);
  return { fleet, stop: () => fleet.finish(0) };
}

function phoneNext(drive: Journey): Place | null {
  const place = drive.next();
  return place && byPhone(place);
}
