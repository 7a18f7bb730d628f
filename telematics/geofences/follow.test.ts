import { describe, expect, it } from 'vitest';
import { randomFrom } from '#telematics/simulator/random.ts';
import { indexFences } from './fence-index.ts';
import { type FenceEvent, fencesOf } from './follow.ts';
import { away, circle, corridor, fixAt, follow, oneFence, pune, ruleOf, square } from './testing/fences.ts';

const start = Date.parse('2026-11-20T06:00:00Z');
const kinds = (events: readonly FenceEvent[]) => events.map(({ kind }) => kind);

/** Normally distributed (Box and Muller). */
const noiseFrom = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Eastwards through the middle, from so many metres west of it to so many east. */
const drive = (fromM: number, toM: number, stepM: number, everyS = 10, from = start) =>
  Array.from({ length: Math.floor(Math.abs(toM - fromM) / stepM) + 1 }, (_, at) =>
    fixAt(from + at * everyS * 1000, away(pune, fromM + Math.sign(toM - fromM) * at * stepM, 0), {
      speedKmh: (stepM / everyS) * 3.6,
    }),
  );

describe('a drive through a fence', () => {
  it('enters and leaves once, at the first fix on each side', () => {
    const fixes = drive(-1_000, 1_000, 100);
    const events = follow(fixes, oneFence(circle(450)));
    expect(kinds(events)).toEqual(['ENTER', 'EXIT']);
    expect(events.map(({ at }) => (at - start) / 10_000)).toEqual([6, 15]);
    expect(events.every(({ raised, visitAt }) => raised && visitAt === events[0]?.at)).toBe(true);
  });

  it('raises only what the fence asks for', () => {
    const events = follow(drive(-1_000, 1_000, 100), oneFence(circle(450), { onEnter: false }));
    expect(events.map(({ kind, raised }) => [kind, raised])).toEqual([
      ['ENTER', false],
      ['EXIT', true],
    ]);
  });

  it('is seen to cross one that lies between two fixes, where it was deepest', () => {
    const [event, ...others] = follow(drive(-1_050, 1_050, 300), oneFence(circle(60)));
    expect(others).toEqual([]);
    expect(event).toMatchObject({ kind: 'CROSSED', at: start + 35_000, raised: true });
    expect(event?.lat).toBeCloseTo(pune.lat, 4);
    expect(event?.lon).toBeCloseTo(pune.lon, 4);
  });

  it('crosses when a single fix fell into the fence', () => {
    expect(kinds(follow(drive(-1_030, 1_050, 200), oneFence(circle(60))))).toEqual(['CROSSED']);
  });

  it('does not cross what it only touched', () => {
    const beside = drive(-1_050, 1_050, 300).map((fix) => ({ ...fix, ...away(fix, 0, 55) }));
    expect(follow(beside, oneFence(circle(60)))).toEqual([]);
  });

  it('tells of a stay once, by the time of its fixes, and not before it is long enough', () => {
    const stay = [
      ...drive(-600, 0, 100),
      ...Array.from({ length: 60 }, (_, at) => fixAt(start + 70_000 + at * 60_000, pune, { speedKmh: 0 })),
    ];
    const events = follow(stay, oneFence(circle(450), { dwellMs: 30 * 60_000 }));
    expect(kinds(events)).toEqual(['ENTER', 'DWELL']);
    const [enter, dwell] = events as [FenceEvent, FenceEvent];
    expect(dwell.at - enter.at).toBeGreaterThanOrEqual(30 * 60_000);
    expect(dwell.at - enter.at).toBeLessThan(31 * 60_000 + 1);
  });

  it('tells of speeding once a visit, and not for one fix alone', () => {
    const fast = drive(-1_000, 1_000, 100).map((fix, at) => ({ ...fix, speedKmh: at === 9 || at > 10 ? 60 : 20 }));
    const events = follow(fast, oneFence(circle(450), { capKmh: 30 }));
    expect(kinds(events)).toEqual(['ENTER', 'SPEEDING', 'EXIT']);
    expect(events[1]).toMatchObject({ speedKmh: 60, at: start + 120_000 });
  });

  it('has to stay on the other side as long as the fence says', () => {
    const short = [...drive(-1_000, 0, 100), ...drive(0, -1_400, 100, 10, start + 110_000)];
    expect(follow(short, oneFence(circle(450), { minStayMs: 120_000 }))).toEqual([]);
    expect(kinds(follow(short, oneFence(circle(450), { minStayMs: 60_000 })))).toEqual(['ENTER', 'EXIT']);
  });

  it('is another vehicle’s matter where the fence is for some only', () => {
    expect(follow(drive(-1_000, 1_000, 100), oneFence(circle(450), { vehicles: new Set(['other']) }))).toEqual([]);
  });

  it('raises nothing outside the schedule, though the visit is followed', () => {
    // 11:30 to 11:33 in India.
    const night = { days: [], from: 22 * 60, to: 5 * 60 };
    const day = { days: [], from: 11 * 60, to: 12 * 60 };
    const raised = (schedule: typeof day) =>
      follow(drive(-1_000, 1_000, 100), oneFence(circle(450), { schedule })).map((event) => event.raised);
    expect(raised(night)).toEqual([false, false]);
    expect(raised(day)).toEqual([true, true]);
  });
});

describe('what is no drive', () => {
  it('parked on the edge for a day, five metres of noise raise nothing after the first', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const noise = noiseFrom(randomFrom(seed));
      const edge = away(pune, 200, 0);
      const fixes = Array.from({ length: 8_640 }, (_, at) =>
        fixAt(start + at * 10_000, away(edge, noise() * 5, noise() * 5), { speedKmh: Math.abs(noise()) * 2 }),
      );
      for (const shape of [circle(200), square(400), corridor(200)]) {
        expect(follow(fixes, oneFence(shape)).length, `seed ${seed}`).toBeLessThanOrEqual(1);
        // Having driven in before, it is inside, and stays so.
        const before = drive(-1_000, 100, 100, 10, start - 200_000);
        expect(kinds(follow([...before, ...fixes], oneFence(shape)))).toEqual(['ENTER']);
      }
    }
  });

  it('a receiver that strays further has to be further beyond the edge', () => {
    const edge = away(pune, 200, 0);
    const noise = noiseFrom(randomFrom(9));
    const fixes = Array.from({ length: 2_000 }, (_, at) =>
      fixAt(start + at * 10_000, away(edge, noise() * 25, noise() * 25), { accuracyM: 25, speedKmh: 0 }),
    );
    expect(follow(fixes, oneFence(circle(200))).length).toBeLessThanOrEqual(1);
    const diluted = fixes.map((fix) => ({ ...fix, accuracyM: null, hdop: 5 }));
    expect(follow(diluted, oneFence(circle(200))).length).toBeLessThanOrEqual(1);
  });

  it('jumps into a fence and back raise nothing, near or far', () => {
    for (const far of [300, 3_000, 300_000])
      for (const jumps of [1, 2]) {
        const parked = Array.from({ length: 60 }, (_, at) =>
          fixAt(start + at * 10_000, at >= 20 && at < 20 + jumps ? away(pune, far, 0) : pune, { speedKmh: 0 }),
        );
        expect(follow(parked, oneFence(circle(120, away(pune, far, 0))))).toEqual([]);
      }
  });

  it('a fence that is drawn around a vehicle says nothing of its coming, and tells when it leaves', () => {
    const parked = Array.from({ length: 30 }, (_, at) => fixAt(start + at * 60_000, pune, { speedKmh: 0 }));
    const leaving = drive(0, 1_000, 100, 10, start + 31 * 60_000);
    const events = follow([...parked, ...leaving], oneFence(circle(300)));
    expect(events.map(({ kind, raised }) => [kind, raised])).toEqual([
      ['ENTER', false],
      ['EXIT', true],
    ]);
  });

  it('a bounce at the gate is one exit', () => {
    const noise = noiseFrom(randomFrom(3));
    const inside = Array.from({ length: 30 }, (_, at) => fixAt(start + at * 10_000, pune, { speedKmh: 0 }));
    // Back and forth over the line, ten metres to either side, and then away.
    const gate = Array.from({ length: 30 }, (_, at) =>
      fixAt(start + (30 + at) * 10_000, away(pune, 200 + (at % 2 ? 10 : -10) + noise(), 0), { speedKmh: 4 }),
    );
    const leaving = drive(200, 1_500, 100, 10, start + 60 * 10_000);
    const raised = follow([...inside, ...gate, ...leaving], oneFence(circle(200))).filter((event) => event.raised);
    expect(kinds(raised)).toEqual(['EXIT']);
  });
});

it('overlapping fences of a vehicle do not know of each other', () => {
  const fences = fencesOf(indexFences([circle(450), circle(450, away(pune, 300, 0))]), [
    ruleOf({ id: 'west' }),
    ruleOf({ id: 'east' }),
  ]);
  expect(follow(drive(-1_000, 1_500, 100), fences).map(({ fence, kind }) => `${fence} ${kind}`)).toEqual([
    'west ENTER',
    'east ENTER',
    'west EXIT',
    'east EXIT',
  ]);
});
