import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';

/** Module and title under which the history tells of invitations. */
export const invitationModule = 'vehicle-invitation';

interface Ended {
  id: string;
  orgId: string;
  name: string;
}

async function recordEntry(db: Queryable, writer: Writer, ended: readonly Ended[], to: 3 | 4): Promise<void> {
  for (const { orgId } of ended) writer.touched.push(['invitation', orgId]);
  await recordChanges(
    db,
    writer,
    ended.map(({ id, orgId, name }) => ({
      action: 'update' as const,
      module: invitationModule,
      recordId: id,
      recordTitle: name,
      orgId,
      before: { status: 0 },
      after: { status: to },
      fields: ['status'],
    })),
  );
}

/** Ends what is open of the invitations of drivers who are gone, with the passes that were given for them. */
export async function withdrawInvitations(db: Queryable, writer: Writer, driverIds: readonly string[]): Promise<void> {
  const ended = await db.query<Ended>(
    `update invitation set status = 4, decided_at = $2, otp_hash = null where driver_id = any($1::uuid[]) and status = 0
     returning id, org_id as "orgId", name`,
    [[...driverIds], writer.now.toISOString()],
  );
  await db.query('delete from onboarding_pass where driver_id = any($1::uuid[])', [[...driverIds]]);
  await recordEntry(db, writer, ended, 4);
}

/** Offers to share a vehicle end when it goes out of use or to another owner. */
export async function withdrawShares(db: Queryable, writer: Writer, vehicleIds: readonly string[]): Promise<void> {
  if (vehicleIds.length === 0) return;
  const ended = await db.query<Ended>(
    `update invitation set status = 4, decided_at = $2 where vehicle_id = any($1::uuid[]) and type = 1 and status = 0
     returning id, org_id as "orgId", name`,
    [[...vehicleIds], writer.now.toISOString()],
  );
  await recordEntry(db, writer, ended, 4);
}

/** Who ended a share is not to find it begun again by another offer of the same vehicle, which waited meanwhile. */
export async function withdrawOffersTo(
  db: Queryable,
  writer: Writer,
  shares: readonly { vehicleId: string; receiverId: string }[],
): Promise<void> {
  if (shares.length === 0) return;
  const ended = await db.query<Ended>(
    `update invitation set status = 4, decided_at = $3 where type = 1 and status = 0
       and (vehicle_id, receiver_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     returning id, org_id as "orgId", name`,
    [shares.map(({ vehicleId }) => vehicleId), shares.map(({ receiverId }) => receiverId), writer.now.toISOString()],
  );
  await recordEntry(db, writer, ended, 4);
}

/**
 * The job's part: invitations whose time is over say so in the table as well, and passes that have ended go.
 * @param address only those to this number or this address.
 */
export async function sweepInvitations(db: Queryable, writer: Writer, address?: string): Promise<void> {
  const now = writer.now.toISOString();
  const ended = await db.query<Ended>(
    `update invitation set status = 3, decided_at = expires_at, otp_hash = null
      where status = 0 and expires_at <= $1 and ($2::text is null or mobile = $2 or lower(email) = lower($2))
     returning id, org_id as "orgId", name`,
    [now, address ?? null],
  );
  if (address === undefined) await db.query('delete from onboarding_pass where expires_at <= $1', [now]);
  await recordEntry(db, writer, ended, 3);
}
