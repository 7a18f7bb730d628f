import type { MailKit } from '#areas/mail/mail.server.ts';
import { ownerOf } from '#areas/rights/rights.server.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { everything, type Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { refuse } from '#kit/server/refusals.ts';
import { publishIncident } from '../incidents.topics.ts';
import { queueIncidentNews } from '../tell/tell-incidents.ts';
import { planEscalation } from './escalate.job.ts';
import type { incident } from './incident.contract.ts';
import { addEntry, lockIncident, nextIncidentNumber, noteMove, openIncidentOf } from './incidents.store.ts';
import { driverAt, lastSpot, vehicleAt } from './raise.ts';
import { isOpen } from './incident-status.rules.ts';

const everyAction = [...actions];
/** What is open is closed, and not put out of sight. Tests may be. */
const whileOpen = everyAction.filter((action) => action !== 'delete' && action !== 'status');
/** What is over stays as it was. */
const lookOnly = everyAction.filter((action) => action !== 'edit');

/** Clients change only what they have reported themselves. */
const ofOthers = lookOnly.filter((action) => action !== 'delete' && action !== 'status');

interface Needs {
  mail: Pick<MailKit, 'jobs'>;
  places: Geocoder;
}

/** Incidents that people report: of the organisation of their vehicle or driver, told of at once, and unchanged once they are over. */
export const incidentPolicy = ({ mail, places }: Needs): RowPolicy<typeof incident> => ({
  async prepare(db, writer, values) {
    if ((values.orgId ?? null) === null) values.orgId = await orgOf(db, writer, values);
  },
  async complete(db, writer, drafts) {
    for (const { before, values, messages } of drafts) {
      const [vehicleId, driverId] = [values.vehicleId ?? null, values.driverId ?? null];
      if (vehicleId === null && driverId === null) messages.vehicleId = 'Choose the vehicle or the driver';
      const now = writer.now.toISOString();
      if (driverId === null && vehicleId !== null && vehicleId !== before?.vehicleId)
        values.driverId = await driverAt(db, vehicleId, now);
      if (vehicleId === null && driverId !== null && driverId !== before?.driverId)
        values.vehicleId = await vehicleOfDriver(db, driverId, values, now, before?.id);
    }
  },
  async check(db, writer, { action, before, values }) {
    if (action === 'create') return refuseSecond(db, writer, values);
    if (action === 'restore') return;
    const isPutAway = action === 'delete' || (action === 'status' && values.status === 0);
    if (isPutAway && isOpen(before.incidentState) && !before.isTest)
      throw refuse.conflict('This emergency is open. Resolve it or close it as a false alarm first');
    if (action === 'update') {
      if (!isOpen(before.incidentState)) throw refuse.conflict('This incident is closed and stays as it is');
      if (values.isTest !== before.isTest)
        throw refuse.badInput({ isTest: 'A test stays a test, and an emergency an emergency' });
      // Whoever told of it first: a device has told of this vehicle.
      const isSignalled = before.source === 'DEVICE' || before.repeats > 0;
      if (isSignalled && (values.vehicleId ?? null) !== before.vehicleId)
        throw refuse.badInput({ vehicleId: 'The vehicle whose button was pressed stays' });
    }
    if (writer.orgId !== null && before.source !== 'APP')
      throw refuse.conflict('Only staff change what a device or staff have reported');
    if (action === 'update' && (values.vehicleId !== before.vehicleId || values.driverId !== before.driverId))
      await refuseSecond(db, writer, values, before.id);
  },
  async afterMany(db, writer, changes, rows) {
    for (const [at, row] of rows.entries()) {
      const change = changes[at];
      if (change?.action === 'create') await begin(db, writer, { mail, places }, row);
      else if (change?.action === 'update') await follow(db, writer, { mail, places }, change.before, row);
    }
  },
  rights: ({ user }, row) =>
    user.kind === 'client' && row.source !== 'APP'
      ? ofOthers
      : !isOpen(row.incidentState)
        ? lookOnly
        : row.isTest
          ? everyAction
          : whileOpen,
  rightsBy: ({ user }) => user.kind,
});

/** The vehicle that a driver has now. None where the driver has an emergency open: that one is theirs, whatever they drive since. */
async function vehicleOfDriver(
  db: Queryable,
  driverId: string,
  { orgId, isTest }: Readonly<ValuesOf<typeof incident>>,
  now: string,
  ownId: string | undefined,
): Promise<string | null> {
  if (!isTest && (await openIncidentOf(db, { vehicleId: null, driverId }, ownId))) return null;
  return vehicleAt(db, driverId, orgId as string, now);
}

/**
 * One emergency of a vehicle, or of a driver, is one incident, whoever tells of it.
 * @param ownId the incident that is to become of this vehicle or driver
 * @throws 409 with the number of the one that is open
 */
async function refuseSecond(
  db: Queryable,
  writer: Writer,
  { vehicleId = null, driverId = null, isTest }: Readonly<ValuesOf<typeof incident>>,
  ownId?: string,
): Promise<void> {
  if (isTest) return;
  const open = await openIncidentOf(db, { vehicleId, driverId }, ownId);
  if (!open) return;
  const { no, source, isOfVehicle } = open;
  // Clients write only to what they have reported themselves: of the others they are told who takes what they know.
  if (writer.orgId === null || source === 'APP')
    throw refuse.conflict(
      isOfVehicle
        ? `${no} is open for this vehicle. Add what you know to it`
        : `${no} is open for this driver. Add what you know to it`,
    );
  throw refuse.conflict(
    isOfVehicle
      ? `${no} is open for this vehicle, and staff handle it. Tell the help desk what you know; call 112 if a life is in danger`
      : `${no} is open for this driver, and staff handle it. Tell the help desk what you know; call 112 if a life is in danger`,
  );
}

/** What is another vehicle's or driver's emergency now has another place, and says so to whoever looks at it. */
async function follow(
  db: Queryable,
  writer: Writer,
  { mail, places }: Needs,
  before: Pick<RowOf<typeof incident>, 'vehicleId' | 'driverId'>,
  row: RowOf<typeof incident>,
): Promise<void> {
  const isElsewhere = before.vehicleId !== row.vehicleId;
  if (!isElsewhere && before.driverId === row.driverId) return;
  if (isElsewhere) await putPlace(db, places, row);
  const stored = await lockIncident(db, everything, row.id);
  await noteMove(db, writer, stored);
  await queueIncidentNews(db, writer, mail.jobs, stored);
}

/** Puts an incident where its vehicle was last seen; where that is not known, it is nowhere. */
async function putPlace(
  db: Queryable,
  places: Geocoder,
  { id, vehicleId }: Pick<RowOf<typeof incident>, 'id' | 'vehicleId'>,
): Promise<void> {
  const spot = vehicleId === null ? null : await lastSpot(db, places, vehicleId);
  await db.query(
    'update incident set lat = $2, lon = $3, place = $4, place_state = $5, position_at = $6 where id = $1',
    [id, spot?.lat ?? null, spot?.lon ?? null, spot?.place ?? null, spot?.placeState ?? null, spot?.at ?? null],
  );
}

/** Gives a new incident its number and its place, and has everybody told of it. */
async function begin(
  db: Queryable,
  writer: Writer,
  { mail, places }: Needs,
  row: RowOf<typeof incident>,
): Promise<void> {
  const { id, what } = row;
  await db.query(
    `update incident set incident_no = $2, source = $3, raised_by = $4, raised_at = $5, heard_at = $5, last_at = $5 where id = $1`,
    [
      id,
      await nextIncidentNumber(db, writer.now),
      writer.orgId === null ? 'STAFF' : 'APP',
      // Clients read it, and are not told which member of the staff it was. The timeline says that to staff.
      writer.orgId === null ? 'Staff' : writer.actorName,
      writer.now.toISOString(),
    ],
  );
  await putPlace(db, places, row);
  const made = await lockIncident(db, everything, id);
  await addEntry(db, writer, made, { kind: 'RAISED', text: what });
  await planEscalation(db, mail.jobs, made);
  await publishIncident(db, made, writer);
  await queueIncidentNews(db, writer, mail.jobs, made);
}

/** The organisation of the vehicle or the driver, for those who may write there. */
async function orgOf(db: Queryable, writer: Writer, values: ValuesOf<typeof incident>): Promise<string> {
  const field = (values.vehicleId ?? null) !== null ? 'vehicleId' : 'driverId';
  const [row] = await db.query<{ orgId: string }>(
    field === 'vehicleId'
      ? 'select org_id as "orgId" from vehicles_vehicle where id = $1'
      : 'select org_id as "orgId" from people_driver where id = $1',
    [values[field] ?? null],
  );
  return ownerOf(db, writer, field, row?.orgId);
}
