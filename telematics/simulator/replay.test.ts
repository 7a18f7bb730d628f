import { describe, expect, test } from 'vitest';
import { readGpx } from './gpx.ts';
import { identifiersFrom } from './identifiers.ts';
import { replayOf } from './replay.ts';

const gpx = `<?xml version="1.0"?>
<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY file SYSTEM "file:///etc/hostname">]>
<gpx version="1.1"><trk><name>&b; &file;</name><trkseg>
<!-- <trkpt lat="1" lon="1"><time>2026-11-22T03:00:00Z</time></trkpt> -->
<trkpt lat="23.0301" lon='72.5001'><ele>53</ele><time>2026-11-22T04:00:05Z</time><speed>10</speed></trkpt>
<trkpt lon="72.5" lat="23.03"><time>2026-11-22T04:00:00Z</time></trkpt>
<trkpt lat="23.04" lon="72.5"/>
<trkpt lat="north" lon="72.5"><time>2026-11-22T04:00:10Z</time></trkpt>
</trkseg></trk></gpx>`;

describe('a GPX track', () => {
  test('gives the points that have a place and a time', () => {
    const plain = { speedKmh: null, accuracyM: null };
    expect(readGpx(gpx)).toEqual([
      { ...plain, time: Date.UTC(2026, 10, 22, 4, 0, 5), lat: 23.0301, lon: 72.5001, speedKmh: 36 },
      { ...plain, time: Date.UTC(2026, 10, 22, 4), lat: 23.03, lon: 72.5 },
    ]);
  });

  test('without a point is refused', () => {
    expect(() => readGpx('<gpx><wpt lat="1" lon="1"/></gpx>')).toThrow('no track point');
  });

  test.each([
    ['tags that never end', '<trkpt '.repeat(200_000)],
    ['comments that never end', `<trkpt lat="1">${'<!-- '.repeat(300_000)}`],
    ['one end for many tags', `${'<trkpt lat="1" '.repeat(100_000)}>`],
    ['elements that never end', '<trkpt lat="1" lon="1"><time>'.repeat(60_000)],
    ['quotes that never end', `<trkpt lat="${' lat="'.repeat(200_000)}>`],
  ])('is read in no time when it is hostile: %s', (_, text) => {
    const began = process.cpuUsage();
    expect(readGpx(text)).toEqual([]);
    // Processor time, for the machine may be busy; looking at each of them from every other one would take minutes.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });
});

test('a replay goes by time, tells each time once, and heads where the next point is', () => {
  const journey = replayOf(
    [
      { time: 10_000, lat: 23, lon: 72.51, speedKmh: 30, accuracyM: 4 },
      { time: 0, lat: 23, lon: 72.5, speedKmh: null, accuracyM: null },
      { time: 10_000, lat: 24, lon: 72.5, speedKmh: 30, accuracyM: 4 },
      { time: 20_000, lat: 22.99, lon: 72.51, speedKmh: 30, accuracyM: 4 },
    ],
    1_000_000,
  );
  expect([journey.next(), journey.next(), journey.next(), journey.next()]).toEqual([
    { time: 1_000_000, lat: 23, lon: 72.5, speedKmh: null, accuracyM: null, course: expect.closeTo(90, 3) as number },
    { time: 1_010_000, lat: 23, lon: 72.51, speedKmh: 30, accuracyM: 4, course: expect.closeTo(180, 3) as number },
    { time: 1_020_000, lat: 22.99, lon: 72.51, speedKmh: 30, accuracyM: 4, course: expect.closeTo(180, 3) as number },
    null,
  ]);
});

test('identities are counted up with check digits of their own', () => {
  expect(identifiersFrom('356307042441013', 3)).toEqual(['356307042441013', '356307042441021', '356307042441039']);
  expect(identifiersFrom('000000000000001', 2)).toEqual(['000000000000001', '000000000000002']);
  expect(() => identifiersFrom('86', 1)).toThrow('15 digits');
});
