import { uuidv7 } from 'uuidv7';
import { answerShare } from '#areas/people/people.server.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { overall, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { recordAct, recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endShares } from '../share-ends.store.ts';
import { openOffer, type OpenOffer, sharedNumber, type ShareReader } from './received.store.ts';

/** Who answers, as the owner of the vehicle is to know them from then on. */
export interface Receiver {
  reader: ShareReader;
  orgId: string;
}

/** Accepts or declines an offer. @throws 404 for one that is not theirs to answer, 409 where it ended in the same moment */
export async function answerOffer(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  { reader, orgId }: Receiver,
  id: string,
  accepts: boolean,
): Promise<OpenOffer> {
  const offer = await openOffer(db, reader, id);
  if (!offer) throw refuse.notFound('Invitation not found');
  await overall(db, scope, async () => {
    // The vehicle before the invitation, as whoever gives it to another owner takes them: else each could wait for the other.
    if (accepts) await lockRows(db, vehicle, { strength: 'key share' }, '', [[offer.vehicleId]]);
    await answerShare(db, writer, id, accepts ? 1 : 2);
    if (accepts) await beginShare(db, writer, { reader, orgId }, offer);
  });
  await tell(db, writer, offer.id, offer.vehicleNo, accepts ? 'Accepted' : 'Declined');
  return offer;
}

async function beginShare(db: Queryable, writer: Writer, { reader, orgId }: Receiver, offer: OpenOffer): Promise<void> {
  // An open one gets the new end, and keeps its beginning unless it is over and only not written off yet.
  const [share] = await db.query<{ receiverName: string }>(
    `insert into vehicle_share as s (id, org_id, vehicle_id, invitation_id, receiver_id, receiver_org_id, receiver_name, receiver_org_name, since, until)
     select $1, $2, $3, $4, a.id, o.id, a.name, o.name, $7, $8 from identity_person a join people_organisation o on o.id = $6 where a.id = $5
     on conflict (vehicle_id, receiver_id) where ended_at is null do update set invitation_id = excluded.invitation_id, until = excluded.until,
       since = case when s.until <= excluded.since then excluded.since else s.since end
     returning receiver_name as "receiverName"`,
    [uuidv7(), offer.ownerId, offer.vehicleId, offer.id, reader.id, orgId, writer.now.toISOString(), offer.until],
  );
  if (!share) throw refuse.notFound('Invitation not found');
  writer.touched.push(['vehicle_share', offer.ownerId]);
  await recordChange(db, asKnown(writer, share.receiverName), {
    action: 'update',
    module: 'vehicle',
    recordId: offer.vehicleId,
    recordTitle: offer.vehicleNo,
    orgId: offer.ownerId,
    before: { sharedWith: null },
    after: { sharedWith: share.receiverName, sharedUntil: offer.until },
    fields: offer.until === null ? ['sharedWith'] : ['sharedWith', 'sharedUntil'],
  });
}

/** Gives a share back. @throws 404 for one that is not theirs */
export async function returnShare(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  reader: ShareReader,
  id: string,
): Promise<string> {
  const vehicleNo = await sharedNumber(db, reader, id);
  if (vehicleNo === undefined) throw refuse.notFound('Shared vehicle not found');
  const told = asKnown(writer, writer.actorName);
  await overall(db, scope, () => endShares(db, told, 'RETURNED', 's.id = $3', [id]));
  writer.touched.push(...told.touched);
  await tell(db, writer, id, vehicleNo, 'Stopped viewing');
  return vehicleNo;
}

/** In the owner's history they have a name, and no account that the owner could look for. */
const asKnown = (writer: Writer, actorName: string): Writer => ({ ...writer, actorId: null, actorName, touched: [] });

/** In the receiver's own history. */
const tell = (db: Queryable, writer: Writer, recordId: string, recordTitle: string, share: string): Promise<void> =>
  recordAct(db, writer, {
    action: 'update',
    module: 'shared-vehicle',
    recordId,
    recordTitle,
    after: { share },
    fields: ['share'],
  });
