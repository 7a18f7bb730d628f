import { uuidv7 } from 'uuidv7';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { incident } from './incident.contract.ts';
import type { IncidentState } from './incident-states.contract.ts';

/** An incident as acts work with it. Times are ISO UTC, latitude and longitude degrees. */
export interface StoredIncident {
  id: string;
  version: number;
  status: 0 | 1;
  incidentNo: string;
  source: 'DEVICE' | 'APP' | 'STAFF';
  incidentState: IncidentState;
  isTest: boolean;
  what: string;
  orgId: string;
  vehicleId: string | null;
  driverId: string | null;
  raisedAt: string;
  heardAt: string;
  lat: number | null;
  lon: number | null;
  place: string | null;
  placeState: string | null;
  positionAt: string | null;
  repeats: number;
  lastAt: string;
  escalation: number;
  acknowledgedAt: string | null;
  closedAt: string | null;
  outcome: string | null;
}

const columns = `i.id, i.version, i.status, i.incident_no as "incidentNo", i.source, i.incident_state as "incidentState", i.is_test as "isTest", i.what,
  i.org_id as "orgId", i.vehicle_id as "vehicleId", i.driver_id as "driverId", i.raised_at as "raisedAt", i.heard_at as "heardAt",
  i.lat::float8 as lat, i.lon::float8 as lon, i.place, i.place_state as "placeState", i.position_at as "positionAt", i.repeats,
  i.last_at as "lastAt", i.escalation, i.acknowledged_at as "acknowledgedAt", i.closed_at as "closedAt", i.outcome`;

const oneIncident = (ending: string) => async (db: Queryable, scope: Scope, id: string) => {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('incident', scope, 'i.org_id', params);
  const [row] = await db.query<StoredIncident>(
    `select ${columns} from incident i where i.id = $1 and i.deleted_at is null${tenantSql}${ending}`,
    params,
  );
  if (!row) throw refuse.notFound('Incident not found');
  return row;
};
/** An incident that the scope sees. @throws 404 */
export const findIncident = oneIncident('');
/** The same, locked until the transaction ends, so that what is done about it is done in turn. @throws 404 */
export const lockIncident = oneIncident(' for no key update of i');

/** An incident that still waits to be acknowledged, locked; of everybody's. */
export async function lockRaised(db: Queryable, id: string): Promise<StoredIncident | undefined> {
  const [row] = await db.query<StoredIncident>(
    `select ${columns} from incident i where i.id = $1 and i.incident_state = 'RAISED' and i.status = 1 and i.deleted_at is null
     for no key update of i`,
    [id],
  );
  return row;
}

/** What a position says of where an incident is. */
export interface Spot {
  lat: number;
  lon: number;
  place: string | null;
  placeState: string | null;
  /** ISO UTC. */
  at: string;
}

/**
 * The incident that a signal of a vehicle at this moment belongs to: one that is open, or one that was signalled later than that before it was
 * closed, as signals come in any order; or else the one that was told of its driver while they were in no vehicle. When it was closed says nothing: clocks of devices differ, and whoever presses again needs help again.
 * Locked.
 */
export async function incidentAt(
  db: Queryable,
  { vehicleId, orgId, at }: { vehicleId: string; orgId: string; at: string },
  driverId: string | null,
): Promise<StoredIncident | undefined> {
  await inTurn(db, { vehicleId, driverId });
  const [row] = await db.query<StoredIncident>(
    `select ${columns} from incident i
     where (i.vehicle_id = $1 or (i.vehicle_id is null and i.driver_id = $3::uuid and i.org_id = $4 and i.closed_at is null))
       and i.status = 1 and i.deleted_at is null and not i.is_test
       and (i.closed_at is null or (i.last_at >= $2 and i.raised_at <= $2::timestamptz + interval '10 minutes'))
     order by i.vehicle_id is null, i.closed_at is null desc, i.raised_at desc limit 1 for no key update of i`,
    [vehicleId, at, driverId, orgId],
  );
  return row;
}

/**
 * What is told of one vehicle or one driver is taken in turn, until the transaction ends: two at once are one incident. The driver before the
 * vehicle, always, so that two of the same never wait for one another.
 */
async function inTurn(db: Queryable, { vehicleId, driverId }: Pick<StoredIncident, 'vehicleId' | 'driverId'>) {
  for (const id of [driverId, vehicleId])
    if (id !== null) await db.query('select pg_advisory_xact_lock(hashtextextended($1, 9))', [id]);
}

export interface OpenIncident {
  no: string;
  source: StoredIncident['source'];
  isOfVehicle: boolean;
}

/**
 * The emergency that is open for a vehicle or its driver; their rows were asked for already. Signals that come meanwhile wait. One that the
 * driver has in another vehicle counts where no vehicle is named: two vehicles may be in danger at once, and one driver is in one place.
 * @param exceptId an incident that is not looked for: the one that is to become of this vehicle.
 */
export async function openIncidentOf(
  db: Queryable,
  { vehicleId, driverId }: Pick<StoredIncident, 'vehicleId' | 'driverId'>,
  exceptId: string | null = null,
): Promise<OpenIncident | undefined> {
  await inTurn(db, { vehicleId, driverId });
  const [row] = await db.query<OpenIncident>(
    `select i.incident_no as no, i.source, i.vehicle_id is not distinct from $1::uuid as "isOfVehicle" from incident i
     where (i.vehicle_id = $1::uuid or (i.driver_id = $2::uuid and ($1::uuid is null or i.vehicle_id is null)))
       and i.status = 1 and i.deleted_at is null and not i.is_test and i.closed_at is null and i.id is distinct from $3::uuid
     order by i.vehicle_id = $1::uuid desc nulls last, i.raised_at desc limit 1`,
    [vehicleId, driverId, exceptId],
  );
  return row && { ...row, isOfVehicle: vehicleId !== null && row.isOfVehicle };
}

/** Whether a signal was taken already: its device slot and time. */
export const isTaken = async (db: Queryable, key: string): Promise<boolean> =>
  (await db.query('select from incident_entry where source_key = $1', [key])).length > 0;

/** The incidents that signals of devices belong to, by the key of the signal. To be called over everybody's rows. */
export async function incidentsOfSignals(db: Queryable, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db.query<{ key: string; id: string }>(
    'select source_key as key, incident_id as id from incident_entry where source_key = any($1::text[])',
    [[...keys]],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** The next number of the month in India: INC-2611-00042. */
export async function nextIncidentNumber(db: Queryable, now: Date): Promise<string> {
  const month = new Date(now.getTime() + 330 * 60_000).toISOString().slice(2, 7).replace('-', '');
  const [row] = await db.query<{ last: number }>(
    `insert into incident_number as n (month, last) values ($1, 1) on conflict (month) do update set last = n.last + 1 returning last`,
    [month],
  );
  return `INC-${month}-${String(row?.last ?? 0).padStart(5, '0')}`;
}

export interface NewIncident {
  source: StoredIncident['source'];
  orgId: string;
  vehicleId: string;
  driverId: string | null;
  raisedAt: string;
  raisedBy: string;
  what: string;
  spot: Spot | null;
}

/** Makes an incident of a signal, with its history. Its first entry is added by whoever knows its source. */
export async function addIncident(db: Queryable, writer: Writer, given: NewIncident): Promise<StoredIncident> {
  const id = uuidv7();
  const now = writer.now.toISOString();
  const { spot } = given;
  const [row] = await db.query<StoredIncident>(
    `insert into incident as i (id, incident_no, source, org_id, vehicle_id, driver_id, raised_at, heard_at, raised_by, what, lat, lon, place,
       place_state, position_at, last_at, created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $7, $8, $16, $8, $16) returning ${columns}`,
    [
      id,
      await nextIncidentNumber(db, writer.now),
      given.source,
      given.orgId,
      given.vehicleId,
      given.driverId,
      given.raisedAt,
      now,
      given.raisedBy,
      given.what,
      spot?.lat ?? null,
      spot?.lon ?? null,
      spot?.place ?? null,
      spot?.placeState ?? null,
      spot?.at ?? null,
      writer.actorId,
    ],
  );
  if (!row) throw new Error('The incident was not written');
  writer.touched.push([incident.table, row.orgId]);
  await recordChange(db, writer, {
    action: 'create',
    module: incident.path,
    recordId: id,
    recordTitle: row.incidentNo,
    orgId: row.orgId,
    before: null,
    after: { incidentNo: row.incidentNo, source: row.source, vehicleId: row.vehicleId, place: row.place },
    fields: ['incidentNo', 'source', 'vehicleId', 'place'],
  });
  return row;
}

/** Notes that an incident was signalled again by its vehicle, or by the one that its driver is in by now, with where it is. */
export async function repeatIncident(
  db: Queryable,
  writer: Writer,
  row: StoredIncident,
  { vehicleId, at }: { vehicleId: string; at: string },
  spot: Spot | null,
): Promise<StoredIncident> {
  const isNewer = spot !== null && spot.at >= (row.positionAt ?? '');
  const [after] = await db.query<StoredIncident>(
    `update incident i set repeats = repeats + 1, last_at = greatest(last_at, $2), lat = case when $3 then $4 else lat end,
       lon = case when $3 then $5 else lon end, place = case when $3 then $6 else place end,
       place_state = case when $3 then $7 else place_state end, position_at = case when $3 then $8 else position_at end,
       vehicle_id = $11, version = version + 1, updated_at = $9, updated_by = $10 where id = $1 returning ${columns}`,
    [
      row.id,
      at,
      isNewer,
      spot?.lat ?? null,
      spot?.lon ?? null,
      spot?.place ?? null,
      spot?.placeState ?? null,
      spot?.at ?? null,
      writer.now.toISOString(),
      writer.actorId,
      vehicleId,
    ],
  );
  if (!after) throw new Error('The incident was not written');
  writer.touched.push([incident.table, row.orgId]);
  if (row.vehicleId !== vehicleId) await moved(db, writer, row, after);
  return after;
}

/** Tells the history and the timeline that an incident is of another vehicle or driver. */
async function moved(db: Queryable, writer: Writer, before: StoredIncident, after: StoredIncident): Promise<void> {
  await recordChange(db, writer, {
    action: 'update',
    module: incident.path,
    recordId: after.id,
    recordTitle: after.incidentNo,
    orgId: after.orgId,
    before: { vehicleId: before.vehicleId },
    after: { vehicleId: after.vehicleId },
    fields: ['vehicleId'],
  });
  await noteMove(db, writer, after);
}

/** Adds what an incident is about by now to its timeline. */
export async function noteMove(db: Queryable, writer: Writer, row: StoredIncident): Promise<void> {
  const [of] = await db.query<{ vehicle: string | null; driver: string | null }>(
    `select (select registration_no from vehicles_vehicle where id = $1::uuid) as vehicle, (select name from people_driver where id = $2::uuid) as driver`,
    [row.vehicleId, row.driverId],
  );
  const text = [of?.vehicle, of?.driver].filter(Boolean).join(', ');
  await addEntry(db, writer, row, { kind: 'MOVED', text: text === '' ? null : text });
}

export type EntryKind =
  | 'RAISED'
  | 'REPEATED'
  | 'ESCALATED'
  | 'ACKNOWLEDGED'
  | 'CALLED'
  | 'EMAILED'
  | 'RESPONDER_SENT'
  | 'NOTE'
  | 'MOVED'
  | 'RESOLVED'
  | 'FALSE_ALARM';

export interface NewEntry {
  kind: EntryKind;
  /** Default: now. ISO UTC. */
  at?: string;
  person?: string | null;
  number?: string | null;
  text?: string | null;
  staffOnly?: boolean;
  sourceKey?: string;
  /** Default: the writer. */
  actor?: string;
}

/** Adds a line to what happened in an incident. */
export const addEntry = (
  db: Queryable,
  writer: Writer,
  { id, orgId }: Pick<StoredIncident, 'id' | 'orgId'>,
  entry: NewEntry,
): Promise<unknown> =>
  db.query(
    `insert into incident_entry (incident_id, org_id, no, at, kind, person, number, text, staff_only, source_key, actor_id, actor, by_staff)
     select $1, $2, coalesce(max(e.no), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from incident_entry e where e.incident_id = $1`,
    [
      id,
      orgId,
      entry.at ?? writer.now.toISOString(),
      entry.kind,
      entry.person ?? null,
      entry.number ?? null,
      entry.text ?? null,
      entry.staffOnly ?? false,
      entry.sourceKey ?? null,
      writer.actorId,
      entry.actor ?? writer.actorName,
      // The product is no member of the staff: what it and devices did is told to everybody as that.
      writer.orgId === null && writer.actorId !== null,
    ],
  );

/** What an act writes to an incident, by column. */
export async function turnIncident(
  db: Queryable,
  writer: Writer,
  before: StoredIncident,
  to: IncidentState,
  set: Readonly<Record<string, Param>> = {},
): Promise<StoredIncident> {
  const now = writer.now.toISOString();
  const isFirst = before.acknowledgedAt === null && to !== 'RAISED';
  const all: Record<string, Param> = {
    ...(isFirst ? { acknowledged_at: now, acknowledged_by: writer.actorName } : {}),
    ...set,
  };
  const params: Param[] = [before.id, to, now, writer.actorId];
  const sets = Object.entries(all).map(([name, value]) => `, ${name} = $${params.push(value)}`);
  const [row] = await db.query<StoredIncident>(
    `update incident i set incident_state = $2, version = version + 1, updated_at = $3, updated_by = $4${sets.join('')}
     where i.id = $1 returning ${columns}`,
    params,
  );
  if (!row) throw refuse.notFound('Incident not found');
  writer.touched.push([incident.table, row.orgId]);
  const names = (['incidentState', 'escalation', 'outcome'] as const).filter((name) => before[name] !== row[name]);
  const only = (one: StoredIncident) => Object.fromEntries(names.map((name) => [name, one[name]]));
  await recordChange(db, writer, {
    action: 'update',
    module: incident.path,
    recordId: row.id,
    recordTitle: row.incidentNo,
    orgId: row.orgId,
    before: only(before),
    after: only(row),
    fields: names,
  });
  return row;
}

/** A line of what happened. */
export interface StoredEntry {
  no: number;
  at: string;
  kind: EntryKind;
  person: string | null;
  number: string | null;
  text: string | null;
  actor: string;
  byStaff: boolean;
  staffOnly: boolean;
}

/** What happened, oldest first. Clients are not told which member of the staff it was, nor what staff note for themselves. */
export const entriesOf = (
  db: Queryable,
  { id, orgId }: Pick<StoredIncident, 'id' | 'orgId'>,
  isForClient: boolean,
): Promise<StoredEntry[]> =>
  db.query<StoredEntry>(
    `select no, at, kind, person, number, text, ${isForClient ? `case when by_staff then '' else actor end` : 'actor'} as actor,
       by_staff as "byStaff", staff_only as "staffOnly"
     from incident_entry where org_id = $2 and incident_id = $1${isForClient ? ' and not staff_only' : ''} order by no`,
    [id, orgId],
  );
