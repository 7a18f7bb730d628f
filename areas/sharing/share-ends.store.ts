import { withdrawOffersTo } from '#areas/people/people.server.ts';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import type { shareEnds } from './share-answers.contract.ts';

/** Why, as the history of the vehicle tells it. */
const reasons: Readonly<Record<(typeof shareEnds)[number], string>> = {
  REVOKED: 'Ended by the owner',
  RETURNED: 'Ended by the person it was shared with',
  OVER: 'End date reached',
  VEHICLE: 'Vehicle no longer in use',
  RECEIVER: 'Account inactive',
};

interface Ended {
  id: string;
  orgId: string;
  vehicleId: string;
  title: string;
  receiverId: string;
  receiverName: string;
}

/**
 * Ends open shares, and tells it in the history of their vehicles. The transaction sees the owner's rows.
 * @param match which of them, a condition over `vehicle_share` aliased s; its parameters begin at $3.
 * @param at when they ended, SQL; left out, now.
 */
export async function endShares(
  db: Queryable,
  writer: Writer,
  why: (typeof shareEnds)[number],
  match: string,
  params: readonly Param[],
  at = '$2::timestamptz',
): Promise<Ended[]> {
  const ended = await db.query<Ended>(
    `update vehicle_share s set ended_at = ${at}, ended_why = $1 from vehicles_vehicle v
     where v.id = s.vehicle_id and s.ended_at is null and $2::timestamptz is not null and ${match}
     returning s.id, s.org_id as "orgId", s.vehicle_id as "vehicleId", v.registration_no as title, s.receiver_id as "receiverId",
       s.receiver_name as "receiverName"`,
    [why, writer.now.toISOString(), ...params],
  );
  for (const { orgId } of ended) writer.touched.push(['vehicle_share', orgId]);
  await recordChanges(
    db,
    writer,
    ended.map(({ orgId, vehicleId, title, receiverName }) => ({
      action: 'update' as const,
      module: 'vehicle',
      recordId: vehicleId,
      recordTitle: title,
      orgId,
      before: { sharedWith: receiverName },
      after: { sharedWith: null, endReason: reasons[why] },
      fields: ['sharedWith', 'endReason'],
    })),
  );
  if (why === 'REVOKED' || why === 'RETURNED') await withdrawOffersTo(db, writer, ended);
  return ended;
}

/** Shares whose last day is over, and those of people who may not sign in any longer. The transaction sees everybody's rows. */
export async function sweepShares(db: Queryable, writer: Writer): Promise<void> {
  await endShares(db, writer, 'OVER', 's.until <= $2::timestamptz', [], 's.until');
  await endShares(
    db,
    writer,
    'RECEIVER',
    `not exists (select from identity_person a join people_organisation o on o.id = a.org_id
       where a.id = s.receiver_id and a.status = 1 and a.deleted_at is null and o.status = 1 and o.deleted_at is null)`,
    [],
  );
}
