import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { driver } from '../drivers/driver.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { date, longText, optional, ref } from '#kit/contract/fields.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { inputCheck } from '#kit/server/catalogue/write/check-input.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Writer, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { Refusal, refuse } from '#kit/server/refusals.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import { askerOf, driverBy, elsewhere, spent } from '../drivers/driver-lookup.store.ts';
import { type Invitation, invitationLimits } from './invitations.contract.ts';
import { refuseLinks, spendInvitation } from './invitation-budget.store.ts';
import { invitationModule, sweepInvitations } from './invitation-ends.store.ts';
import { overWords, recordEntry } from './invitation-history.ts';
import { invitationQuery, listInvitations } from './invitation-list.store.ts';
import { invitationSchema } from './invitations.schemas.ts';
import { addInvitation, linkOf, mustFind, sendLink } from './invitations.store.ts';
import { needToShare, offerAgain, offerShare } from './share-invitation.ts';
import { type PeopleParts, write } from '../people-parts.ts';
import { organisation } from '../people.contract.ts';
import { driversChanged } from '../people.events.ts';

const vehicleRef = optional(ref('vehicle', { label: 'Vehicle' }));
const inviteBody = z.strictObject({
  type: z._default(
    z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 to share a vehicle, or 2 to invite a driver' }),
    2,
  ),
  orgId: z.optional(fieldSchema(optional(ref('organisation', { label: 'Organisation' })))),
  name: fieldSchema(driver.fields.name),
  mobile: z.optional(fieldSchema(optional(driver.fields.mobile))),
  email: z.optional(fieldSchema(driver.fields.email)),
  vehicleId: z.optional(fieldSchema(vehicleRef)),
  message: z.optional(fieldSchema(optional(longText({ label: 'Message', max: 300 })))),
  /** They drive for somebody else, and are asked to change over. */
  transfer: z._default(z.boolean(), false),
  /** The last day on which a vehicle is shared; left out, it is shared until somebody ends it. */
  until: z.optional(fieldSchema(optional(date({ label: 'Until' })))),
});
/** What a body says, once it has passed. */
interface Given extends Omit<Wanted, 'mobile'> {
  type: 1 | 2;
  mobile?: string | null;
  until?: string | null;
}
interface Wanted {
  orgId?: string | null;
  name: string;
  mobile: string;
  email?: string | null;
  vehicleId?: string | null;
  message?: string | null;
  transfer: boolean;
}
const base = '/client/vehicle-invitation';
const right = (action: 'view' | 'create' | 'edit' | 'delete') => ({ module: invitationModule, action });
const common = { tag: 'Invitations', scope: 'organisation' } as const;
/** The link is told once, to whoever sends it: only its hash is kept. */
const sentSchema = z.extend(invitationSchema, { link: z.string() });

/** Invitations as those who send them see them. */
export function addInvitationRoutes(app: FastifyInstance, people: PeopleParts): void {
  const { kit } = people;
  addRoute(app, {
    ...common,
    method: 'GET',
    path: base,
    summary: 'Invitations, newest first; ?type=2&status=0 are drivers who have not answered',
    access: right('view'),
    query: invitationQuery,
    answer: z.array(invitationSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const { rows, count } = await listInvitations(kit.db, scopeOf(session), query, kit.clock.now());
      return { message: 'OK', data: rows, count };
    },
  });

  addRoute(app, {
    ...common,
    method: 'POST',
    path: base,
    summary:
      'Invite a driver (type 2): makes the driver and the invitation, and sends the link. Or share a vehicle (type 1) with somebody of another organisation, by the mobile number or the email address they sign in with',
    access: right('create'),
    status: 201,
    body: inviteBody,
    answer: sentSchema,
    handle: async (call) => {
      const body = call.body as Given;
      if (body.type === 1) {
        const data = await offerShare(people, call, body);
        people.mail.jobs.wake();
        return { message: 'Invitation sent.', data };
      }
      const data = await invite(people, call, driverIn(body));
      people.mail.jobs.wake();
      return { message: data.transfer ? 'Invitation sent.' : 'Driver created successfully.', data };
    },
  });

  addRoute(app, {
    ...common,
    method: 'POST',
    path: `${base}/resend/{id}`,
    summary: 'Resend a pending or expired invitation with a new link, up to three times',
    access: right('edit'),
    answer: sentSchema,
    handle: async (call) => {
      const data = await resend(people, call);
      people.mail.jobs.wake();
      return { message: 'Invitation resent.', data };
    },
  });

  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Withdraw an invitation; a driver who was made for it goes with it',
    access: right('delete'),
    answer: invitationSchema,
    handle: async (call) => ({ message: 'Invitation withdrawn.', data: await withdraw(people, call) }),
  });
}

/** What invites a driver, of a body. @throws 400 */
function driverIn({ mobile, until, ...wanted }: Given): Wanted {
  if (!mobile) throw refuse.badInput({ mobile: `${driver.fields.mobile.label} is required` });
  if (until) throw refuse.badInput({ until: 'Leave the end date empty for a driver' });
  return { ...wanted, mobile };
}

async function invite(people: PeopleParts, call: Call, wanted: Wanted): Promise<Invitation & { link: string }> {
  const { kit, questions } = people;
  const now = kit.clock.now();
  const scope = scopeOf(call.session);
  const writer = writerOf(call.session, call.request, now);
  refuseLinks(wanted);
  const orgId = scope.orgId ?? wanted.orgId ?? null;
  if (orgId === null) throw refuse.badInput({ orgId: 'Organisation is required' });
  return write(people, call, scope, writer, async (db) => {
    await checkReferences(db, scope, orgId, wanted);
    const { mobile, email = null, message = null } = wanted;
    await spendInvitation(db, { orgId, mobile, email, message }, now);
    const asker = askerOf(writer);
    const { waitS, found } = await overall(db, scope, async () => {
      const waitS = await questions.waitS(db, asker, now);
      return { waitS, found: waitS === undefined ? await driverBy(db, kit.sealed, wanted) : undefined };
    });
    if (waitS !== undefined) throw spent(waitS);
    const own = found?.orgId === orgId ? found : undefined;
    if (own && own.state !== 'INVITED') {
      const message = 'This driver already belongs to your organisation';
      throw refuse.conflict(message, { mobile: message });
    }
    const employed = own ? undefined : found;
    if (employed && !wanted.transfer) {
      questions.note(asker, now);
      throw refuse.conflict(elsewhere, { mobile: elsewhere, transfer: 'You can request a transfer' });
    }
    if (employed) await questions.count(db, asker, now);
    // One whose time is over gives its place free before the job comes by; an open one keeps it.
    await sweepInvitations(db, writer, wanted.mobile);
    const driverId = own?.id ?? (employed ? null : await makeDriver(people, db, scope, writer, orgId, wanted));
    const made = await addInvitation(
      db,
      {
        orgId,
        driverId,
        name: wanted.name,
        mobile: wanted.mobile,
        transfer: employed !== undefined,
        email: wanted.email ?? null,
        vehicleId: wanted.vehicleId ?? null,
        message: wanted.message ?? null,
        invitedBy: call.session.actor?.id ?? call.session.user.id,
      },
      now,
    );
    const row = await mustFind(db, scope, made.id, now);
    await recordEntry(db, writer, row, 'create', null, { status: 0, transfer: row.transfer });
    const invitedBy = call.session.actor?.id ?? call.session.user.id;
    await sendLink(db, people, { ...row, invitedBy }, made.link, made.expiresAt);
    // Once more: only now is there a message.
    return { ...(await mustFind(db, scope, made.id, now)), link: people.mail.origin() + made.link };
  });
}

/** What is referred to is there, and the address is the driver's own and not one of those who invite. */
async function checkReferences(
  db: Queryable,
  scope: Scope,
  orgId: string,
  { vehicleId, email }: Wanted,
): Promise<void> {
  const lock = { strength: 'key share' } as const;
  const params: Param[] = [[orgId]];
  const match = ` and t.deleted_at is null and t.status = 1${tenantFilter('invite-organisation', scope, 't.id', params)}`;
  const [employer] = await lockRows(db, organisation, lock, match, params);
  if (!employer) throw refuse.badInput({ orgId: 'Organisation: this record no longer exists' });
  if (vehicleId) {
    const params: Param[] = [[vehicleId]];
    const match = ` and t.deleted_at is null${tenantFilter('invite-vehicle', { orgId }, 't.org_id', params)}`;
    const [driven] = await lockRows(db, vehicle, lock, match, params);
    if (!driven) throw refuse.badInput({ vehicleId: 'Vehicle: this record no longer exists' });
  }
  if (!email) return;
  const theirs: Param[] = [email];
  const [own] = await db.query(
    `select 1 from identity_person a where lower(a.email) = $1 and a.deleted_at is null${tenantFilter('invite-address', { orgId }, 'a.org_id', theirs)}`,
    theirs,
  );
  // The code that proves who accepts goes there.
  if (own) throw refuse.badInput({ email: 'Enter the driver’s own address, not that of one of your accounts' });
}

async function makeDriver(
  { kit, drivers }: PeopleParts,
  db: Queryable,
  scope: Scope,
  writer: Writer,
  orgId: string,
  { name, mobile, email }: Wanted,
): Promise<string> {
  const { values, messages } = inputCheck(kit, driver)({ orgId, name, mobile, email: email ?? null }, scope);
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  const { row } = await drivers.writes.create(db, scope, writer, { values, files: {} });
  await db.query(`update driver set stage = 'INVITED' where id = $1`, [row.id]);
  await driversChanged.raise(db, writer, [row.id]);
  return row.id;
}

const idIn = (call: Call): string => {
  const id = call.params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound('Invitation not found');
  return id;
};

async function resend(people: PeopleParts, call: Call): Promise<Invitation & { link: string }> {
  const now = people.kit.clock.now();
  const scope = scopeOf(call.session);
  const writer = writerOf(call.session, call.request, now);
  return write(people, call, scope, writer, async (db) => {
    const before = await mustFind(db, scope, idIn(call), now, true);
    if (before.status !== 0 && before.status !== 3)
      throw refuse.conflict(`This invitation ${overWords[before.status]}`);
    if (before.resendCount >= invitationLimits.resends)
      throw refuse.conflict('This invitation was resent three times. Withdraw it and check the number');
    if (before.type === 1) needToShare(call);
    await spendInvitation(db, before, now);
    if (before.type === 1) return offerAgain(people, db, scope, writer, before);
    const token = newToken('rki');
    const expiresAt = new Date(now.getTime() + invitationLimits.lifeMs);
    await db.query(
      `update invitation set status = 0, decided_at = null, resend_count = resend_count + 1, expires_at = $2, token_hash = $3, otp_hash = null
        where id = $1`,
      [before.id, expiresAt.toISOString(), hashToken(token)],
    );
    const row = await mustFind(db, scope, before.id, now);
    await recordEntry(db, writer, row, 'update', { resendCount: before.resendCount }, { resendCount: row.resendCount });
    const invitedBy = call.session.actor?.id ?? call.session.user.id;
    await sendLink(db, people, { ...row, invitedBy }, linkOf(token), expiresAt);
    return { ...(await mustFind(db, scope, before.id, now)), link: people.mail.origin() + linkOf(token) };
  });
}

async function withdraw(people: PeopleParts, call: Call): Promise<Invitation> {
  const now = people.kit.clock.now();
  const scope = scopeOf(call.session);
  const writer = writerOf(call.session, call.request, now);
  return write(people, call, scope, writer, async (db) => {
    const before = await mustFind(db, scope, idIn(call), now, true);
    if (before.status !== 0 && before.status !== 3)
      throw refuse.conflict(`This invitation ${overWords[before.status]}`);
    await decide(people, db, scope, writer, before, 4);
    return mustFind(db, scope, before.id, now);
  });
}

/** Ends a pending invitation without a driver: declined (2) or withdrawn (4). Who was made for it goes to the trash. */
export async function decide(
  { drivers }: PeopleParts,
  db: Queryable,
  scope: Scope,
  writer: Writer,
  before: Invitation,
  status: 2 | 4,
): Promise<void> {
  await db.query('update invitation set status = $2, decided_at = $3, otp_hash = null where id = $1', [
    before.id,
    status,
    writer.now.toISOString(),
  ]);
  await recordEntry(db, writer, before, 'update', { status: before.status }, { status });
  if (before.driverId === null) return;
  // They were invited anew since: the driver stands by that one.
  const others = await db.query('select 1 from invitation where driver_id = $1 and status = 0', [before.driverId]);
  if (others.length > 0) return;
  const row = await mustRead(drivers.reads, scope, before.driverId, db).then(
    (found) => found.row,
    () => undefined,
  );
  if (row?.state !== 'INVITED') return;
  await drivers.writes.remove(db, scope, writer, row.id).catch((error: unknown) => {
    // Somebody added papers meanwhile: the driver stays, for whoever did.
    if (!(error instanceof Refusal)) throw error;
  });
}
