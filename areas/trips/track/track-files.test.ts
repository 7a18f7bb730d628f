import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addTrip, northwards } from '../testing/trips.ts';
import { csvOf, gpxOf, kmlOf, type TrackFile } from './track-files.ts';
import { eventsOf } from './trip-events.rules.ts';

const startAt = '2026-11-20T08:00:00.000Z';
const track = northwards(startAt, 40).map((point, at) => ({
  ...point,
  speedCkmh: at === 20 ? 7_210 : point.speedCkmh,
}));
const iso = (at: number) => new Date(track[at]?.fixAt ?? 0).toISOString();
const stops = [
  { kind: 'gap' as const, from: iso(9), to: iso(10), lat: 23.01, lon: 72.47, place: null },
  { kind: 'idle' as const, from: iso(30), to: iso(33), lat: 23.03, lon: 72.47, place: null },
];
const file: TrackFile = { vehicle: 'MH12<&"\u0007>AB', startAt, track, stops };

/** Names of the elements of a well-formed text, with how many there are of each. */
function elements(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => (counts[name] = (counts[name] ?? 0) + 1));
  parser.write(text).close();
  return counts;
}

test('GPX and KML are well formed, whatever a vehicle is called, and draw no line where nothing was heard', () => {
  expect(elements(gpxOf(file))).toMatchObject({ gpx: 1, wpt: 2, trk: 1, trkseg: 2, trkpt: 40, 'gpxtpx:speed': 40 });
  expect(gpxOf(file)).toContain('<name>MH12&lt;&amp;&quot;&gt;AB 2026-11-20T08:00Z</name>');
  // Metres a second.
  expect(gpxOf(file)).toContain('<gpxtpx:speed>10</gpxtpx:speed>');
  expect(elements(kmlOf(file))).toMatchObject({ kml: 1, 'gx:Track': 2, when: 40, 'gx:coord': 40, Placemark: 3 });
  expect(kmlOf(file)).toContain('<gx:coord>72.4752554 23 0</gx:coord>');
});

test('CSV has a line for each position, empty where nothing is known', () => {
  const lines = csvOf({
    ...file,
    track: [{ ...track[0], speedCkmh: null } as (typeof track)[number], ...track.slice(1, 3)],
  })
    .slice(1)
    .trim()
    .split('\r\n');
  expect(lines).toEqual([
    'Time (UTC),Latitude,Longitude,Speed (km/h),Course (degrees),Accuracy (m),Distance (m)',
    '2026-11-20T08:00:00.000Z,23,72.4752554,,0,4.5,0',
    '2026-11-20T08:00:10.000Z,23.0009,72.4752554,36,0,4.5,100',
    '2026-11-20T08:00:20.000Z,23.0018,72.4752554,36,0,4.5,200',
  ]);
});

test('events are in the order of time, and a trip that goes on has no end', () => {
  const kinds = (state: 'LIVE' | 'CLOSED') => eventsOf({ state, stops }, track).map(({ kind }) => kind);
  expect(kinds('CLOSED')).toEqual(['START', 'NO_SIGNAL', 'TOP_SPEED', 'IDLE', 'END']);
  expect(kinds('LIVE')).toEqual(['START', 'NO_SIGNAL', 'TOP_SPEED', 'IDLE']);
  expect(eventsOf({ state: 'CLOSED', stops: [] }, [])).toEqual([]);
});

let product: TestProduct;
let fleet: Carriers;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await carriersOf(product);
});
afterAll(() => product?.close());

test('through the door: files with a name for those who may export, events for those who may look, and nothing for others', async () => {
  const { bindingId } = await fleet.carrier();
  const stored = stops.map(({ kind, from, to, lat, lon }) => ({
    kind,
    from: Date.parse(from),
    to: Date.parse(to),
    lat,
    lon,
  }));
  const id = await addTrip(product, { bindingId, startAt, track, stops: stored });
  const owner = await product.login('client@roadkeeper.test');
  const get = (path: string, token = owner) => product.call('GET', `/vehicle-trips/${id}${path}`, { token });
  for (const [format, type] of [
    ['gpx', 'application/gpx+xml'],
    ['kml', 'application/vnd.google-earth.kml+xml'],
    ['csv', 'text/csv; charset=utf-8'],
  ] as const) {
    const answer = await get(`/track?format=${format}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="MH12ZA\\d+-20261120T0800\\.${format}"$`),
    );
  }
  const { data } = (await get('/events')).json;
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['START', 'NO_SIGNAL', 'TOP_SPEED', 'IDLE', 'END']);
  expect(data[2]).toMatchObject({ speedKmh: 72.1, until: null, place: { state: 'Gujarat' } });
  expect((await get('/track?format=svg')).status).toBe(400);
  // Who may look but not take along.
  const dispatcher = await product.login('dispatch@roadkeeper.test');
  expect((await get('/track', dispatcher)).status).toBe(200);
  expect((await get('/events', dispatcher)).status).toBe(200);
  expect((await get('/track?format=gpx', dispatcher)).status).toBe(403);
  const other = await product.login('deccan@roadkeeper.test');
  for (const path of ['/events', '/track?format=csv']) expect((await get(path, other)).status).toBe(404);
});
