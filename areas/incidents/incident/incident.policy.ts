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
import { addEntry, lockIncident, nextIncidentNumber, openIncidentOf } from './incidents.store.ts';
import { driverAt, lastSpot } from './raise.ts';
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
      if (!before && vehicleId !== null && driverId === null)
        values.driverId = await driverAt(db, vehicleId, writer.now.toISOString());
    }
  },
  async check(db, writer, { action, before, values }) {
    if (action === 'create') return refuseSecond(db, values);
    if (action === 'restore') return;
    const isPutAway = action === 'delete' || (action === 'status' && values.status === 0);
    if (isPutAway && isOpen(before.incidentState) && !before.isTest)
      throw refuse.conflict('This emergency is open. Resolve it or close it as a false alarm first');
    if (action === 'update') {
      if (!isOpen(before.incidentState)) throw refuse.conflict('This incident is closed and stays as it is');
      if (values.isTest !== before.isTest)
        throw refuse.badInput({ isTest: 'A test stays a test, and an emergency an emergency' });
      if (before.source === 'DEVICE' && values.vehicleId !== before.vehicleId)
        throw refuse.badInput({ vehicleId: 'The vehicle whose button was pressed stays' });
    }
    if (writer.orgId !== null && before.source !== 'APP')
      throw refuse.conflict('Only staff change what a device or staff have reported');
  },
  async afterMany(db, writer, changes, rows) {
    for (const [at, row] of rows.entries())
      if (changes[at]?.action === 'create') await begin(db, writer, { mail, places }, row);
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

/** One emergency of a vehicle is one incident, whoever tells of it. @throws 409 with the number of the one that is open */
async function refuseSecond(db: Queryable, { vehicleId, isTest }: Readonly<ValuesOf<typeof incident>>): Promise<void> {
  if (isTest || (vehicleId ?? null) === null) return;
  const open = await openIncidentOf(db, vehicleId as string);
  if (open) throw refuse.conflict(`${open} is open for this vehicle. Add what you know to it`);
}

/** Gives a new incident its number and its place, and has everybody told of it. */
async function begin(
  db: Queryable,
  writer: Writer,
  { mail, places }: Needs,
  { id, vehicleId, what }: RowOf<typeof incident>,
): Promise<void> {
  const spot = vehicleId === null ? null : await lastSpot(db, places, vehicleId);
  await db.query(
    `update incident set incident_no = $2, source = $3, raised_by = $4, raised_at = $5, heard_at = $5, last_at = $5, lat = $6, lon = $7,
       place = $8, place_state = $9, position_at = $10 where id = $1`,
    [
      id,
      await nextIncidentNumber(db, writer.now),
      writer.orgId === null ? 'STAFF' : 'APP',
      // Clients read it, and are not told which member of the staff it was. The timeline says that to staff.
      writer.orgId === null ? 'Staff' : writer.actorName,
      writer.now.toISOString(),
      spot?.lat ?? null,
      spot?.lon ?? null,
      spot?.place ?? null,
      spot?.placeState ?? null,
      spot?.at ?? null,
    ],
  );
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
