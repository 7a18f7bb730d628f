import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { everHadDutyRules } from '#areas/duty/duty.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { frameSchema, positionSchema } from './positions.schemas.ts';
import { device } from '#areas/devices/registry/device.contract.ts';
import type { DeviceFrame, DevicePosition } from './positions.contract.ts';
import { decodeBatch } from './decode-frames.ts';
import { unfitReasons } from '#telematics/pipeline/kept-fixes.ts';
import { flag } from './position.ts';

const moment = { type: 'string', format: 'date-time' };
const range = {
  from: { about: 'First moment, like 2026-11-21T04:30:00Z', schema: moment },
  to: { about: 'The moment before which it ends: that of the last row leads to the next page', schema: moment },
};
const takeOf = (most: number) => ({
  about: 'Rows to answer',
  schema: { type: 'integer', minimum: 1, maximum: most, default: 50 },
});
const common = {
  method: 'GET',
  tag: 'Devices',
  access: { module: 'device', action: 'view' },
  scope: 'organisation',
} as const;

/** What a device sent, as evidence: its fixes and its frames. */
export function addPositionRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...common,
    path: '/device/{id}/positions',
    summary: 'Positions of a device, the latest first, with the reason for ignored ones',
    query: { ...range, take: takeOf(500) },
    answer: z.array(positionSchema),
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const asked = readRange(call.query, 500);
      const data = await transact(kit.db, scope, async (db) =>
        positionsOf(db, await askedDevice(db, scope, call), asked),
      );
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    path: '/device/{id}/frames',
    summary:
      'Raw frames of a device and their decoded content, the latest first; hidesOffDuty: its organisation has or had off-duty rules, so that clients are given none',
    query: {
      ...range,
      after: {
        about: 'Starts after the frame with this id',
        schema: { type: 'string', pattern: cursorPattern.source },
      },
      take: takeOf(100),
    },
    answer: z.array(frameSchema),
    beside: { hidesOffDuty: z.boolean() },
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const asked = readRange(call.query, 100);
      return transact(kit.db, scope, async (db) => {
        const found = await askedDevice(db, scope, call);
        const hidesOffDuty = await everHadDutyRules(db, found.orgId);
        return { message: 'OK', data: await framesOf(db, found, asked), hidesOffDuty };
      });
    },
  });
}

/** A device, and since when what it sends is the reader's to see; null: since ever. */
interface Asked {
  id: string;
  slot: number;
  orgId: string;
  since: string | null;
}

/** Staff see what a device sent under every owner, an organisation what it sent under itself. @throws 404 */
async function askedDevice(db: Queryable, scope: Scope, call: Call): Promise<Asked> {
  const params: Param[] = [idOf(call, device)];
  const [found] = await db.query<Asked>(
    `select d.id, d.slot, d.org_id as "orgId", d.owned_since as since from devices_device d
     where d.id = $1 and d.deleted_at is null${tenantFilter('sent-by-device', scope, 'd.org_id', params)}`,
    params,
  );
  if (!found) throw refuse.notFound('Device not found');
  const seesAll = scope.orgId === null && scope.orgIds === undefined;
  return seesAll ? { ...found, since: null } : found;
}

interface Range {
  from: string | null;
  to: string | null;
  after: { receivedAt: string; index: number } | null;
  take: number;
}
const cursorPattern = /^(\d{12,14})\.(\d{1,5})$/;
const isMoment = z.iso.datetime({ offset: true });

/** @throws 400 with a message at each parameter that is wrong */
function readRange(query: Record<string, unknown>, most: number): Range {
  const read = queryReader(query);
  const time = (name: string): string | null => {
    const given = read.text(name);
    if (given === undefined) return null;
    const moment = isMoment.safeParse(given);
    if (moment.success) return new Date(moment.data).toISOString();
    read.wrong(name, 'Must be a time, like 2026-11-21T04:30:00Z');
    return null;
  };
  const [from, to] = [time('from'), time('to')];
  const cursor = read.text('after');
  const parts = cursor === undefined ? null : cursorPattern.exec(cursor);
  if (cursor !== undefined && parts === null) read.wrong('after', 'Must be the id of a frame of the page before');
  const take = read.whole('take', 1, most) ?? 50;
  read.done();
  const after = parts && { receivedAt: new Date(Number(parts[1])).toISOString(), index: Number(parts[2]) };
  return { from, to, after, take };
}

interface StoredFix {
  fixAt: string;
  receivedAt: string;
  latE7: number;
  lonE7: number;
  speedCkmh: number | null;
  accuracyCm: number | null;
  courseDdeg: number | null;
  altitudeM: number | null;
  satellites: number | null;
  hdopC: number | null;
  flags: number;
  unfit: number;
  attributes: Record<string, unknown> | null;
  vehicle: DevicePosition['vehicle'];
  isOffDuty: boolean;
}

async function positionsOf(
  db: Queryable,
  { id, slot, since }: Asked,
  { from, to, take }: Range,
): Promise<DevicePosition[]> {
  // Who has it now sees neither what was sent nor what was driven before it was theirs.
  const rows = await db.query<StoredFix>(
    `select p.*, (select json_build_object('id', v.id, 'label', v.registration_no) from devices_installation b join vehicles_vehicle v on v.id = b.vehicle_id
         where b.device_id = $2 and b.from_at <= p."fixAt" and (b.to_at is null or b.to_at > p."fixAt")) as vehicle,
       (select off_duty_known()) and off_duty_of_device($1, p."fixAt") as "isOffDuty"
     from (select fix_at as "fixAt", received_at as "receivedAt", lat_e7 as "latE7", lon_e7 as "lonE7", speed_ckmh as "speedCkmh",
         accuracy_cm as "accuracyCm", course_ddeg as "courseDdeg", altitude_m as "altitudeM", satellites, hdop_c as "hdopC", flags, unfit, attributes
       from position where device = $1 and ($3::timestamptz is null or fix_at >= $3) and ($4::timestamptz is null or fix_at < $4)
         and ($5::timestamptz is null or (fix_at >= $5 and received_at >= $5))
       order by fix_at desc limit ${take}) p order by p."fixAt" desc`,
    [slot, id, from, to, since],
  );
  return rows.map((row) => ({
    fixAt: row.fixAt,
    receivedAt: row.receivedAt,
    lat: row.latE7 / 1e7,
    lon: row.lonE7 / 1e7,
    speedKmh: over(row.speedCkmh, 100),
    course: over(row.courseDdeg, 10),
    accuracyM: over(row.accuracyCm, 100),
    altitudeM: row.altitudeM,
    satellites: row.satellites,
    hdop: over(row.hdopC, 100),
    ignition: (row.flags & flag.ignitionKnown) === 0 ? null : (row.flags & flag.ignitionOn) !== 0,
    valid: (row.flags & flag.valid) !== 0,
    archived: (row.flags & flag.archived) !== 0,
    unfit: unfitReasons[row.unfit] ?? null,
    vehicle: row.vehicle,
    isOffDuty: row.isOffDuty,
    attributes: row.attributes ?? {},
  }));
}

const over = (value: number | null, parts: number): number | null => (value === null ? null : value / parts);

async function framesOf(
  db: Queryable,
  { slot, since }: Asked,
  { from, to, after, take }: Range,
): Promise<DeviceFrame[]> {
  // A batch holds a frame at least, so that as many batches are enough.
  const rows = await db.query<{ receivedAt: string; protocol: string; frames: Buffer }>(
    `select received_at as "receivedAt", protocol, frames from raw_frame
     where device = $1 and ($2::timestamptz is null or received_at >= $2) and ($3::timestamptz is null or received_at < $3)
       and ($4::timestamptz is null or received_at >= $4) and ($5::timestamptz is null or received_at <= $5)
     order by received_at desc limit ${take + 1}`,
    [slot, from, to, since, after?.receivedAt ?? null],
  );
  const frames: DeviceFrame[] = [];
  for (const { receivedAt, protocol, frames: packed } of rows) {
    const decoded = decodeBatch(protocol, Date.parse(receivedAt), packed);
    const older = after?.receivedAt === receivedAt ? decoded.slice(0, after.index) : decoded;
    frames.push(...older.toReversed());
    if (frames.length >= take) break;
  }
  return frames.slice(0, take);
}
