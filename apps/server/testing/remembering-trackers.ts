import { cityLines } from '#telematics/simulator/demo/city-lines.ts';
import { Drive } from '#telematics/simulator/drive.ts';
import { createFleet } from '#telematics/simulator/fleet.ts';
import type { Place } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { roadOf } from '#telematics/simulator/road.ts';
import { speeches } from '#telematics/simulator/speeches.ts';

/** Back-offs of trackers pass so many times as fast. */
const haste = 4;
/** So many seconds of driving pass in a millisecond: a day in less than a minute. */
const rushSeconds = 2;

/** Trackers that drive, report and remember what was acknowledged to them. */
export function startTrackers(options: {
  identifiers: readonly string[];
  ports: Readonly<Record<string, number>>;
  seed: number;
}) {
  const { identifiers, ports, seed } = options;
  const random = randomFrom(seed);
  const acknowledged: { identifier: string; time: number }[] = [];
  const start = Date.now() - 30 * 86_400_000;
  const began = performance.now();
  let isOver = false;
  const reached = () => start + (performance.now() - began) * rushSeconds * 1_000;
  const roads = cityLines.map(roadOf);
  const fleet = createFleet({
    host: '127.0.0.1',
    now: () => Date.now() * haste,
    random,
    until: () => (isOver ? Number.NEGATIVE_INFINITY : reached()),
    trackers: identifiers.map((identifier, at) => {
      const protocol = at % 4 === 1 ? 'teltonika' : at % 4 === 3 ? 'osmand' : 'gt06';
      const [speak, road, port] = [speeches[protocol], roads[at % roads.length], ports[protocol]];
      if (!speak || !road || !port) throw new Error(`No door for ${protocol}`);
      return {
        journey: new Drive(road, { start, everyS: 5, random: randomFrom(seed + 1 + at) }),
        speak: () => speak(identifier),
        port,
        // A request at a time takes its time.
        memory: protocol === 'osmand' ? 40 : 200,
        onStored: ({ time }: Place) => void acknowledged.push({ identifier, time }),
      };
    }),
  });
  fleet.start(5);
  return {
    acknowledged,
    fleet,
    random,
    /** No further reports. */
    finishReports: () => void (isOver = true),
  };
}
