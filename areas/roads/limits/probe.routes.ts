import type { FastifyInstance } from 'fastify';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SpeedClass } from '#telematics/limits/rule.ts';
import { probe, type ProbeQuestion } from './probe.ts';
import { probeAnswer } from './probe.contract.ts';

const classes: readonly string[] = speedClasses.map(({ value }) => value);
/** Short names that tables of limits use. */
const shortClasses = { M2M3: 'M2_M3', MC: 'MOTORCYCLE', QUAD: 'QUADRICYCLE', '3W': 'THREE_WHEELER' } as const;
const radii = { usual: 40, most: 200 } as const;

const text = (about: string) => ({ about, schema: { type: 'string' } });
const number = (about: string) => ({ about, schema: { type: 'number' } });
const query = {
  lat: number('Latitude, degrees; with lon, or else roadId and offsetM'),
  lon: number('Longitude, degrees'),
  heading: number('Degrees clockwise from north; left out, both directions are answered where they are open'),
  radiusM: {
    about: `Roads up to this far, metres (${radii.usual})`,
    schema: { type: 'integer', minimum: 1, maximum: radii.most },
  },
  roadId: text('A road instead of a point'),
  offsetM: number('Metres along its line'),
  direction: { about: 'Along its line or against it', schema: { type: 'string', enum: ['FORWARD', 'BACKWARD'] } },
  class: {
    about: 'Speed class of the vehicle',
    schema: { type: 'string', enum: [...classes, ...Object.keys(shortClasses)] },
  },
  categoryId: text('Vehicle category, for rules and configurations of one'),
  clientId: text('For staff: whose own speed configuration and geofences apply'),
  at: text('A day of India or an ISO time; left out, now'),
  speed: number('km/h: whether it is above the limit, and above what is let pass'),
};

/** GET /road/probe: which limit applied at a place, for a class, at a time, and why. */
export function addProbeRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/road/probe',
    summary:
      'The speed limit at a point or a place on a road for a class of vehicle at a time, with where it comes from',
    tag: 'Roads',
    access: { module: 'road', action: 'view' },
    scope: 'global',
    query,
    answer: probeAnswer,
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const among = (name: string) => {
        const given = Number(read.text(name) ?? Number.NaN);
        return read.text(name) === undefined
          ? undefined
          : Number.isFinite(given)
            ? given
            : read.wrong(name, 'Must be a number');
      };
      const given = read.oneOf('class', [...classes, ...Object.keys(shortClasses)]);
      if (query['class'] === undefined) read.wrong('class', 'Speed class is required');
      const at = read.instant('at')?.at;
      const where = whereOf(read, among);
      const speedKmh = read.number('speed');
      const [categoryId] = read.ids('categoryId') ?? [];
      const [clientId] = read.ids('clientId') ?? [];
      read.done();
      const question: ProbeQuestion = {
        at: at === undefined ? kit.clock.now() : new Date(at),
        speedClass: ((shortClasses as Record<string, string>)[given ?? ''] ?? given) as SpeedClass,
        categoryId: categoryId ?? null,
        orgId: session.orgId ?? clientId ?? null,
        speedKmh,
        where: where as ProbeQuestion['where'],
      };
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, (db) => probe(db, scope, question));
      if (!data) throw refuse.notFound('Road not found');
      return { message: 'OK', data };
    },
  });
}

type Reader = ReturnType<typeof queryReader>;

/** In and around India latitudes are from 6 to 38 and longitudes from 68 to 98: a point that is there only the other way around. */
const isNearIndia = (lat: number, lon: number): boolean => lat >= 6 && lat <= 38 && lon >= 68 && lon <= 98;
const isSwapped = (lat: number, lon: number): boolean => !isNearIndia(lat, lon) && isNearIndia(lon, lat);

/** The point or the place on a road; what is wrong with it is noted. */
function whereOf(read: Reader, among: (name: string) => number | undefined): ProbeQuestion['where'] | undefined {
  const [roadId] = read.ids('roadId') ?? [];
  const [lat, lon, heading, offsetM] = [among('lat'), among('lon'), among('heading'), read.number('offsetM')];
  const direction = read.oneOf('direction', ['FORWARD', 'BACKWARD'] as const);
  const radiusM = read.whole('radiusM', 1, radii.most) ?? radii.usual;
  if (roadId !== undefined) {
    if (offsetM === undefined) read.wrong('offsetM', 'Metres along the road are required');
    return { roadId, offsetM: offsetM ?? 0, direction };
  }
  if (lat !== undefined && lon !== undefined && isSwapped(lat, lon))
    for (const name of ['lat', 'lon']) read.wrong(name, 'Latitude and longitude look swapped');
  else {
    if (lat === undefined) read.wrong('lat', 'Latitude is required, or a road');
    else if (Math.abs(lat) > 90) read.wrong('lat', 'Latitude must be between -90 and 90');
    if (lon === undefined) read.wrong('lon', 'Longitude is required, or a road');
    else if (Math.abs(lon) > 180) read.wrong('lon', 'Longitude must be between -180 and 180');
  }
  if (heading !== undefined && (heading < 0 || heading > 360))
    read.wrong('heading', 'Heading must be between 0 and 360');
  return { lat: lat ?? 0, lon: lon ?? 0, heading, radiusM };
}
