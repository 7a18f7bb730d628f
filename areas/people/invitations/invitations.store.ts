import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { deliverySql, endMailedAbout, type NewMail, queueMail, type TemplateKey } from '#areas/mail/mail.server.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import { type Invitation, invitationLimits } from './invitations.contract.ts';
import { framedWords } from './invitation-budget.store.ts';
import { invitationModule } from './invitation-ends.store.ts';
import type { PeopleParts } from '../people-parts.ts';

/** A pending one whose time is over has expired, whether the job has come by or not. */
export const statusSql = (now: string) => `case when i.status = 0 and i.expires_at <= ${now} then 3 else i.status end`;

export const invitationColumns = (
  now: string,
) => `i.id, i.type, ${statusSql(now)} as status, i.name, i.mobile, i.email, i.transfer,
  i.vehicle_id as "vehicleId", v.registration_no as "vehicleNo", i.driver_id as "driverId", i.org_id as "orgId", o.name as "orgName",
  coalesce(a.name, 'Roadkeeper') as "invitedByName", i.message, i.share_until as "shareUntil", i.expires_at as "expiresAt", i.resend_count as "resendCount", i.created_at as "createdAt",
  i.decided_at as "decidedAt",
  case when i.type = 2 then ${deliverySql('driver-invitation', 'i.id')} end as delivery`;
export const invitationTables = `invitation i join organisation o on o.id = i.org_id left join identity_person a on a.id = i.invited_by
  left join vehicles_vehicle v on v.id = i.vehicle_id and v.org_id = i.org_id`;

export interface NewInvitation {
  orgId: string;
  name: string;
  mobile: string;
  email: string | null;
  transfer: boolean;
  vehicleId: string | null;
  driverId: string | null;
  message: string | null;
  invitedBy: string;
}

/** @throws 409 where an invitation to the number is open. Of its link only the hash stays here: whoever makes one sends it. */
export async function addInvitation(db: Queryable, given: NewInvitation, now: Date) {
  const id = uuidv7();
  const token = newToken('rki');
  const expiresAt = new Date(now.getTime() + invitationLimits.lifeMs);
  const made = await db.query(
    `insert into invitation (id, org_id, type, name, mobile, email, transfer, vehicle_id, driver_id, message, invited_by, expires_at,
       token_hash, created_at) values ($1, $2, 2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (org_id, mobile) where status = 0 and type = 2 do nothing returning id`,
    [
      id,
      given.orgId,
      given.name,
      given.mobile,
      given.email,
      given.transfer,
      given.vehicleId,
      given.driverId,
      given.message,
      given.invitedBy,
      expiresAt.toISOString(),
      hashToken(token),
      now.toISOString(),
    ],
  );
  if (made.length === 0) {
    const message = 'This driver has already been invited';
    throw refuse.conflict(message, { mobile: message });
  }
  return { id, link: linkOf(token), expiresAt };
}

/** The token stands behind the #, where no server and no log sees it. */
export const linkOf = (token: string) => `/invited#${token}`;

/** An invitation of the scope, or 404. `lock` keeps others from changing it until the transaction ends. */
export async function mustFind(db: Queryable, scope: Scope, id: string, now: Date, lock = false): Promise<Invitation> {
  const params: Param[] = [id, now.toISOString()];
  const tenantSql = tenantFilter('invitation', scope, 'i.org_id', params);
  const [row] = await db.query<Invitation>(
    `select ${invitationColumns('$2')} from ${invitationTables} where i.id = $1${tenantSql}${lock ? ' for update of i' : ''}`,
    params,
  );
  if (!row) throw refuse.notFound('Invitation not found');
  return row;
}

/** What a link opens, with what its code is checked by. Only drivers have links. */
export interface OpenRow extends Omit<Invitation, 'mobile'> {
  mobile: string;
  otpHash: Buffer | null;
  otpExpiresAt: string | null;
  otpTries: number;
  invitedBy: string;
  stage: string | null;
}

/** The invitation of a link, whatever has become of it; undefined for a link that is none. The caller sees every organisation. */
export async function findByToken(db: Queryable, token: string, now: Date, lock = false): Promise<OpenRow | undefined> {
  const [row] = await db.query<OpenRow>(
    `select ${invitationColumns('$2')}, i.otp_hash as "otpHash", i.otp_expires_at as "otpExpiresAt", i.otp_tries as "otpTries",
       i.invited_by as "invitedBy", (select d.stage from driver d where d.id = i.driver_id and d.deleted_at is null) as stage
     from ${invitationTables} where i.token_hash = $1 and o.status = 1 and o.deleted_at is null${lock ? ' for update of i' : ''}`,
    [hashToken(token), now.toISOString()],
  );
  return row;
}

/** A code has a million values: its hash is keyed, so that a copy of the table alone gives none away. */
export const otpHash = (key: Buffer, id: string, code: string): Buffer =>
  createHmac('sha256', key).update(`invitation code ${id} ${code}`).digest();
export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');

type Receiver = Pick<Invitation, 'id' | 'orgId' | 'orgName' | 'name' | 'mobile' | 'email'> & { invitedBy: string };

const common = ({ id, orgId, name, mobile, email, invitedBy }: Receiver, expiresAt: Date) => ({
  // One of the two is there: the table holds to it.
  to: { address: email ?? mobile ?? '', name },
  orgId,
  expiresAt,
  record: { module: invitationModule, id, title: name },
  keptFrom: invitedBy,
});

/** Sends the link, by mail where there is an address, or else as a short message. Links and codes sent before are void. */
export async function sendLink(
  db: Queryable,
  { mail, sms }: PeopleParts,
  to: Receiver & { message: string | null },
  link: string,
  expiresAt: Date,
): Promise<void> {
  await endMailedAbout(db, invitationModule, to.id);
  const hours = String(Math.round(invitationLimits.lifeMs / 3_600_000));
  await queue(db, { mail, sms }, to, {
    ...common(to, expiresAt),
    template: 'driver-invitation',
    values: { name: to.name, organisation: to.orgName, note: framedWords(to.orgName, to.message), link, hours },
  });
}

/** Sends the code, the same way. */
export async function sendCode(
  db: Queryable,
  kit: PeopleParts,
  to: Receiver,
  code: string,
  expiresAt: Date,
): Promise<void> {
  await queue(db, kit, to, {
    ...common(to, expiresAt),
    template: 'driver-code',
    values: {
      name: to.name,
      code,
      organisation: to.orgName,
      minutes: String(invitationLimits.otpMs / 60_000),
    },
  });
}

/** By mail where there is an address, or else as a short message. */
async function queue<Key extends TemplateKey>(
  db: Queryable,
  { mail, sms }: Pick<PeopleParts, 'mail' | 'sms'>,
  { email }: Receiver,
  message: NewMail<Key>,
): Promise<void> {
  if (email === null) await sms.queue(db, message);
  else await queueMail(db, mail, message);
}
