import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { isoTime, type Queryable, type Scope, type TextRow, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import {
  bitsOf,
  courseByte,
  packPlaces,
  type PlaceRecord,
  speedByte,
} from '#areas/livemap/channel/live-frames.contract.ts';
import { type CurrentPatch, currentPatch } from '../trip-answers.contract.ts';
import { tripLimits } from '../list/trip-query.ts';
import { degrees, tidy } from '../list/trip-rows.store.ts';

const filters: Readonly<Record<string, Parameter>> = {
  vehicleId: { about: 'Of these vehicles; several ids are separated by commas', schema: { type: 'string' } },
  orgId: {
    about: 'Of vehicles of these organisations; several ids are separated by commas',
    schema: { type: 'string' },
  },
  groupId: {
    about: 'Of vehicles in these vehicle groups; several ids are separated by commas',
    schema: { type: 'string' },
  },
  bbox: {
    about: 'Within these bounds: least longitude, least latitude, greatest longitude, greatest latitude, in degrees',
    schema: { type: 'string', examples: ['72.4,22.9,72.7,23.2'] },
  },
  updatedSince: {
    about: 'Received after this ISO time: give the greatest serverTime that is known to learn what is new',
    schema: { type: 'string', examples: ['2026-11-21T06:00:00.000Z'] },
  },
  q: {
    about: 'Words to look for in the registration number',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
  skip: pageParameters(tripLimits).skip,
  take: { about: 'Rows to answer; left out: all', schema: { type: 'integer', minimum: 1, maximum: 100_000 } },
};
const fieldNames = Object.keys(currentPatch.shape);
const fields: Parameter = {
  about: `Only these fields of each row, separated by commas, of ${fieldNames.join(', ')}; left out: all`,
  schema: { type: 'string', examples: ['vehicleId,lat,lon'] },
};

/** GET /current-patch: where vehicles are, each once, by registration number; and the same packed, for many vehicles. */
export function addPatchRoute(app: FastifyInstance, kit: CatalogueKit): void {
  const common = {
    method: 'GET',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
  } as const;
  addRoute(app, {
    ...common,
    path: '/current-patch',
    summary:
      'Last known positions of vehicles: one row for each vehicle that has reported since its current owner has it; offDuty names those that are off duty, which have no row for clients',
    query: { ...filters, fields },
    answer: z.array(currentPatch),
    beside: { count: z.int(), offDuty: z.array(z.string()) },
    handle: async ({ session, query, reply }) => {
      const { rows, count, shown, offDuty } = await readPatches(kit, scopeOf(session), query);
      const places = query['vehicleId'] === undefined ? undefined : kit.places;
      const now = kit.clock.now().getTime();
      reply.type('application/json; charset=utf-8');
      return `{"message":"OK","data":[${rows.map((row) => patchText(row, now, places, shown)).join(',')}],"count":${count},"offDuty":${JSON.stringify(offDuty)}}`;
    },
  });
  addRoute(app, {
    ...common,
    path: '/current-patch/packed',
    summary:
      'The same positions as binary frames of 20 bytes for each vehicle, as docs/how-to/maps/watch-vehicles-live.md describes them',
    query: filters,
    raw: [packedType],
    handle: async ({ session, query, reply }) => {
      const { rows } = await readPatches(kit, scopeOf(session), query);
      reply.type(packedType).header('cache-control', 'private, no-cache');
      return packPlaces(rows.map(placeOfRow), kit.clock.now().getTime());
    },
  });
}

const packedType = 'application/x-fleet-frame';

async function readPatches(kit: CatalogueKit, scope: Scope, query: Readonly<Record<string, unknown>>) {
  const { terms, params, page, shown } = readPatchQuery(query);
  const tenantSql = tenantFilter('current-patch', scope, 'v.org_id', params);
  const found = `${tables} where v.deleted_at is null${tenantSql}${terms.map((term) => ` and ${term}`).join('')}`;
  return transact(kit.db, scope, async (db) => {
    const rows = await db.text(
      { text: `${columns} from ${found} order by lower(v.registration_no), v.id${page.sql}` },
      params,
    );
    const [total] = page.sql
      ? await db.query<{ count: number }>(`select count(*) from ${found}`, params)
      : [{ count: rows.length }];
    return { rows, count: total?.count ?? 0, shown, offDuty: await offDutyVehicles(db, scope, query) };
  });
}

/** Vehicles among those that are asked for that were off duty when they were heard of last, wherever that was. */
async function offDutyVehicles(db: Queryable, scope: Scope, query: Readonly<Record<string, unknown>>) {
  const read = queryReader(query);
  const terms = vehicleTerms(read);
  const rows = await db.query<{ id: string }>(
    `select v.id from vehicles_vehicle v where v.deleted_at is null and (select off_duty_known()) and off_duty_now(v.id)
     ${tenantFilter('off-duty-vehicles', scope, 'v.org_id', read.params)}${terms.map((term) => ` and ${term}`).join('')} order by v.id`,
    read.params,
  );
  return rows.map(({ id }) => id);
}

// Of a vehicle that came to its owner, what it did before is not told: neither where it was, nor the trip it was on.
const tables = `vehicles_vehicle v join vehicles_owner o on o.vehicle_id = v.id and o.to_at is null
  join current_position c on c.vehicle_id = v.id and (o.is_first or c.fix_at >= o.from_at)
  join devices_installation b on b.id = c.binding_id`;
const columns = `select v.id, v.registration_no, v.slot, v.org_id, b.device_id, c.fix_at, c.received_at, c.lat_e7, c.lon_e7, c.speed_ckmh,
  c.course_ddeg, c.accuracy_cm, c.satellites, c.ignition, c.odometer_m, c.battery_v, c.moving,
  case when o.is_first or c.trip_start_at >= o.from_at then
    (select t.id from trip t where t.binding_id = c.binding_id and t.start_at = c.trip_start_at) end, c.alarm`;

/** Conditions by the vehicles that are asked for. */
function vehicleTerms(read: ReturnType<typeof queryReader>): string[] {
  const { bind } = read;
  const terms: string[] = [];
  for (const [name, column] of [
    ['vehicleId', 'v.id'],
    ['orgId', 'v.org_id'],
  ] as const) {
    const ids = read.ids(name);
    if (ids) terms.push(`${column} = any(${bind(ids)}::uuid[])`);
  }
  const groups = read.ids('groupId');
  if (groups)
    terms.push(
      `v.id in (select m.vehicle_id from vehicles_group_member m where m.group_id = any(${bind(groups)}::uuid[]))`,
    );
  return [...terms, ...read.words('v.registration_no')];
}

function readPatchQuery(query: Readonly<Record<string, unknown>>) {
  const read = queryReader(query);
  const { params, bind } = read;
  const terms = vehicleTerms(read);
  const bounds = read.text('bbox');
  if (bounds !== undefined) {
    const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] = bounds
      .split(',')
      .map((one) => (/^-?\d{1,3}(\.\d{1,15})?$/.test(one.trim()) ? Number(one) : Number.NaN));
    if (
      more.length === 0 &&
      -180 <= west &&
      west <= east &&
      east <= 180 &&
      -90 <= south &&
      south <= north &&
      north <= 90
    )
      terms.push(
        `c.lon_e7 between ${bind(Math.ceil(west * 1e7))} and ${bind(Math.floor(east * 1e7))}`,
        `c.lat_e7 between ${bind(Math.ceil(south * 1e7))} and ${bind(Math.floor(north * 1e7))}`,
      );
    else read.wrong('bbox', 'Must be four numbers: west, south, east, north');
  }
  const since = read.instant('updatedSince');
  if (since) terms.push(`c.received_at > ${bind(since.at)}::timestamptz`);
  const wanted = read
    .text('fields')
    ?.split(',')
    .map((name) => name.trim());
  if (wanted?.some((name) => !fieldNames.includes(name)))
    read.wrong('fields', `Must be of ${fieldNames.join(', ')}, separated by commas`);
  const { skip, take } = read.page({ maxSkip: tripLimits.maxSkip, maxTake: 100_000, take: 0 });
  const sql = `${take > 0 ? ` limit ${take}` : ''}${skip > 0 ? ` offset ${skip}` : ''}`;
  return { terms, params, page: { sql }, shown: wanted && new Set(wanted) };
}

const parted = (value: string | null, by: number): number | null => (value === null ? null : Number(value) / by);
const yes = (value: string | null): boolean | null => (value === null ? null : value === 't');

/** A row of `columns` as JSON. There may be many, so that nothing is made of them but the text that is answered. */
function patchText(
  row: TextRow,
  now: number,
  places: Geocoder | undefined,
  shown: ReadonlySet<string> | undefined,
): string {
  const [
    vehicleId,
    vehicle,
    slot,
    orgId,
    deviceId,
    fixAt,
    receivedAt,
    latE7,
    lonE7,
    speed,
    course,
    accuracy,
    satellites,
    ...more
  ] = row;
  const [ignition, odometerM, batteryV, moving, tripId] = more as [Text, Text, Text, Text, Text];
  const fixTime = isoTime(fixAt ?? '');
  const [lat, lon] = [degrees(Number(latE7)), degrees(Number(lonE7))];
  const patch = {
    vehicleId: vehicleId as string,
    vehicle: vehicle as string,
    slot: Number(slot),
    orgId: orgId as string,
    deviceId: deviceId as string,
    fixTime,
    serverTime: isoTime(receivedAt ?? ''),
    lat,
    lon,
    ...(places ? { place: places.nameOf(lat, lon) ?? null } : {}),
    speedKmh: parted(speed ?? null, 100),
    heading: parted(course ?? null, 10),
    accuracyM: parted(accuracy ?? null, 100),
    satellites: parted(satellites ?? null, 1),
    ignition: yes(ignition),
    odometerKm: odometerM === null ? null : tidy(Number(odometerM) / 1_000, 3),
    batteryV: parted(batteryV, 1),
    moving: moving === 't',
    tripId,
    ageS: (now - Date.parse(fixTime)) / 1_000,
  } satisfies CurrentPatch;
  return JSON.stringify(shown ? Object.fromEntries(Object.entries(patch).filter(([name]) => shown.has(name))) : patch);
}

/** The same row as its packed record says it. */
function placeOfRow(row: TextRow): PlaceRecord {
  const [slot, fixAt, latE7, lonE7, speed, course] = [2, 5, 7, 8, 9, 10].map((at) => row[at] ?? null);
  const [ignition, moving, tripId, alarm] = [13, 16, 17, 18].map((at) => row[at] ?? null);
  return {
    slot: Number(slot),
    latE7: Number(latE7),
    lonE7: Number(lonE7),
    fixAt: Date.parse(isoTime(fixAt ?? '')),
    speedKmh: speedByte(parted(speed ?? null, 1)),
    course: courseByte(parted(course ?? null, 1)),
    bits: bitsOf({
      isMoving: moving === 't',
      ignition: yes(ignition ?? null),
      hasAlarm: alarm === 't',
      isOnTrip: tripId !== null,
    }),
    limitKmh: 0,
  };
}
type Text = string | null;
