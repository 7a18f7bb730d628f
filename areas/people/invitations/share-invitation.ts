import { uuidv7 } from 'uuidv7';
import { queueMail } from '#areas/mail/mail.server.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Writer, writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type PeopleParts, write } from '../people-parts.ts';
import { vehicleShared } from '../people.topics.ts';
import { framedWords, refuseLinks, spendInvitation } from './invitation-budget.store.ts';
import { sweepInvitations } from './invitation-ends.store.ts';
import { type Invitation, invitationLimits } from './invitations.contract.ts';
import { recordEntry } from './invitation-history.ts';
import { mustFind } from './invitations.store.ts';

interface WantedShare {
  orgId?: string | null;
  name: string;
  mobile?: string | null;
  email?: string | null;
  vehicleId?: string | null;
  message?: string | null;
  /** The last day, in India. */
  until?: string | null;
  transfer: boolean;
}

/** How somebody is named whom a vehicle is shared with: by one of the two. */
interface Address {
  mobile: string | null;
  email: string | null;
}

/** Where whoever is invited answers. */
const sharedPath = '/shared-vehicle';

/** What a share shows is theirs to give away who may change the vehicle and see where it is. @throws 403 */
export function needToShare({ session }: Call): void {
  need(session, 'vehicle', 'edit');
  need(session, 'vehicle-trips', 'view');
}

/** Invites somebody of another organisation to look at a vehicle. Whether anybody signs in with the number or the address is not told. */
export async function offerShare(
  people: PeopleParts,
  call: Call,
  wanted: WantedShare,
): Promise<Invitation & { link: string }> {
  needToShare(call);
  const now = people.kit.clock.now();
  const scope = scopeOf(call.session);
  const writer = writerOf(call.session, call.request, now);
  refuseLinks({ name: wanted.name, message: wanted.message ?? null });
  const address = addressIn(wanted);
  const vehicleId = wanted.vehicleId ?? null;
  if (vehicleId === null) throw refuse.badInput({ vehicleId: 'Vehicle is required' });
  if (wanted.transfer) throw refuse.badInput({ transfer: 'Only a driver can be transferred' });
  return write(people, call, scope, writer, async (db) => {
    const orgId = await ownerOf(db, scope, vehicleId);
    if (wanted.orgId && wanted.orgId !== orgId)
      throw refuse.badInput({ vehicleId: 'Vehicle belongs to another organisation' });
    await refuseOwnPeople(db, orgId, address);
    const until = endOf(wanted.until ?? null, now);
    const message = wanted.message ?? null;
    await spendInvitation(db, { orgId, ...address, message }, now);
    // One whose time is over gives its place free before the job comes by.
    await sweepInvitations(db, writer, address.mobile ?? address.email ?? '');
    const id = uuidv7();
    const made = await db.query(
      `insert into invitation (id, org_id, type, name, mobile, email, vehicle_id, message, invited_by, expires_at, share_until, created_at)
       values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (vehicle_id, coalesce(mobile, lower(email))) where status = 0 and type = 1 do nothing returning id`,
      [
        id,
        orgId,
        wanted.name,
        address.mobile,
        address.email,
        vehicleId,
        message,
        call.session.user.id,
        expiryOf(until, now).toISOString(),
        until?.toISOString() ?? null,
        now.toISOString(),
      ],
    );
    if (made.length === 0) {
      const message = 'They already have an invitation to this vehicle';
      throw refuse.conflict(message, { [address.mobile === null ? 'email' : 'mobile']: message });
    }
    const row = await mustFind(db, scope, id, now);
    await recordEntry(db, writer, row, 'create', null, { status: 0 });
    await deliver(people, db, scope, row, now);
    return { ...row, link: people.mail.origin() + sharedPath };
  });
}

/** Sends an offer that is open or has expired once more. @throws 409 */
export async function offerAgain(
  people: PeopleParts,
  db: Queryable,
  scope: Scope,
  writer: Writer,
  before: Invitation,
): Promise<Invitation & { link: string }> {
  const { now } = writer;
  const until = before.shareUntil === null ? null : new Date(before.shareUntil);
  if (until !== null && until <= now) throw refuse.conflict('The end date has passed. Send a new invitation');
  if (before.vehicleNo === null || before.vehicleId === null)
    throw refuse.conflict('This vehicle is no longer yours to share');
  await ownerOf(db, scope, before.vehicleId);
  const [open] = await db.query(
    `select 1 from invitation where vehicle_id = $1 and coalesce(mobile, lower(email)) = coalesce($2, lower($3)) and type = 1 and status = 0
       and id <> $4`,
    [before.vehicleId, before.mobile, before.email, before.id],
  );
  if (open) throw refuse.conflict('They already have an invitation to this vehicle');
  await db.query(
    `update invitation set status = 0, decided_at = null, resend_count = resend_count + 1, expires_at = $2 where id = $1`,
    [before.id, expiryOf(until, now).toISOString()],
  );
  const row = await mustFind(db, scope, before.id, now);
  await recordEntry(db, writer, row, 'update', { resendCount: before.resendCount }, { resendCount: row.resendCount });
  await deliver(people, db, scope, row, now);
  return { ...row, link: people.mail.origin() + sharedPath };
}

/**
 * Writes down the answer of whoever was invited. They found it through the door of shares, and the transaction sees everybody's rows.
 * @throws 409 where it was answered or withdrawn meanwhile
 */
export async function answerShare(db: Queryable, writer: Writer, id: string, status: 1 | 2): Promise<void> {
  const [row] = await db.query<Pick<Invitation, 'id' | 'orgId' | 'name'>>(
    `update invitation set status = $2, decided_at = $3 where id = $1 and type = 1 and status = 0 returning id, org_id as "orgId", name`,
    [id, status, writer.now.toISOString()],
  );
  if (!row) throw refuse.conflict('This invitation has already been answered or withdrawn');
  // Told under the name that the inviter gave: one who declines is no better known by it.
  const told: Writer = { ...writer, actorId: null, actorName: row.name };
  await recordEntry(db, told, row, 'update', { status: 0 }, { status });
  writer.touched.push(...told.touched);
}

function addressIn({ mobile, email }: WantedShare): Address {
  if (!mobile === !email) {
    const message = 'Give the mobile number or the email address they sign in with, one of the two';
    throw refuse.badInput({ mobile: message });
  }
  return { mobile: mobile || null, email: email?.toLowerCase() || null };
}

/** Whose the vehicle is, which stays while the transaction lasts. @throws 400 for one that the scope does not see, 409 for one out of use */
async function ownerOf(db: Queryable, scope: Scope, vehicleId: string): Promise<string> {
  const params: Param[] = [[vehicleId]];
  const match = ` and t.deleted_at is null${tenantFilter('share-vehicle', scope, 't.org_id', params)}`;
  const lock = { strength: 'key share', fields: ['orgId'] } as const;
  const [found] = await lockRows<{ orgId: string }>(db, vehicle, lock, match, params);
  if (!found) throw refuse.badInput({ vehicleId: `${vehicle.one}: this record no longer exists` });
  const [used] = await db.query(
    `select 1 from vehicles_vehicle where id = $1 and status = 1 and situation not in ('SOLD', 'RETIRED')`,
    [found.id],
  );
  if (!used) throw refuse.conflict('This vehicle is not in use, so it cannot be shared');
  return found.orgId;
}

/** Whoever works for the owner sees the vehicle as their role lets them. @throws 400 */
async function refuseOwnPeople(db: Queryable, orgId: string, { mobile, email }: Address): Promise<void> {
  const params: Param[] = [mobile, email];
  const tenantSql = tenantFilter('share-address', { orgId }, 'a.org_id', params);
  const [own] = await db.query(
    `select 1 from identity_person a where (a.mobile = $1 or lower(a.email) = $2) and a.deleted_at is null${tenantSql}`,
    params,
  );
  if (!own) return;
  const message = 'They belong to your organisation: give them a role instead';
  throw refuse.badInput({ [mobile === null ? 'email' : 'mobile']: message });
}

/** The moment after the last day. @throws 400 for a day that is over */
function endOf(until: string | null, now: Date): Date | null {
  if (until === null) return null;
  if (until < indiaDay(now)) throw refuse.badInput({ until: 'Must be today or later' });
  return new Date(`${addDays(until, 1)}T00:00:00+05:30`);
}

/** An invitation is not open for longer than the share would last. */
function expiryOf(until: Date | null, now: Date): Date {
  const usual = new Date(now.getTime() + invitationLimits.lifeMs);
  return until !== null && until < usual ? until : usual;
}

/**
 * Puts the offer before the account that has the number or the address, if one has: then it is mailed, as a matter of that person's
 * organisation. Nothing of it shows to whoever invites.
 */
async function deliver(
  { mail, sms }: PeopleParts,
  db: Queryable,
  scope: Scope,
  row: Invitation,
  now: Date,
): Promise<void> {
  await overall(db, scope, async () => {
    const [to] = await db.query<{
      id: string;
      orgId: string;
      name: string;
      email: string | null;
      mobile: string | null;
    }>(
      `select a.id, a.org_id as "orgId", a.name, a.email, a.mobile
       from identity_person a join people_organisation o on o.id = a.org_id and o.status = 1 and o.deleted_at is null
       where a.kind = 'client' and a.org_id <> $3 and (a.mobile = $1 or lower(a.email) = $2) and a.status = 1 and a.deleted_at is null`,
      [row.mobile, row.email, row.orgId],
    );
    await db.query('update invitation set receiver_id = $2 where id = $1', [row.id, to?.id ?? null]);
    if (!to) return;
    const message = {
      template: 'vehicle-share',
      to: { address: to.email ?? to.mobile ?? '', name: to.name, accountId: to.id },
      orgId: to.orgId,
      values: {
        name: to.name,
        organisation: row.orgName,
        vehicle: row.vehicleNo ?? '',
        note: framedWords(row.orgName, row.message),
        link: sharedPath,
        hours: String(Math.max(1, Math.round((Date.parse(row.expiresAt) - now.getTime()) / 3_600_000))),
      },
      record: { module: 'shared-vehicle', id: row.id, title: row.vehicleNo ?? '' },
    } as const;
    await publish(db, now, {
      topic: vehicleShared,
      orgId: to.orgId,
      to: { accounts: [to.id] },
      params: { organisation: row.orgName, vehicle: row.vehicleNo ?? '' },
      link: sharedPath,
      record: { module: 'shared-vehicle', id: row.id },
      onceKey: `vehicle-shared:${row.id}:${row.resendCount}`,
    });
    if (to.email === null) await sms.queue(db, message);
    else await queueMail(db, mail, message);
  });
}
