import { uuidv7 } from 'uuidv7';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mailTransfer } from '../vehicle-mail.ts';

/** A vehicle that may change hands, whoever looks at it. */
export interface Candidate {
  id: string;
  orgId: string;
  title: string;
  situation: string;
  isActive: boolean;
}
export interface Proposal {
  kind: 'REQUEST' | 'OFFER';
  toOrgId: string | null;
  toMobile: string | null;
  reason: string;
  /** The day on which it changed hands. */
  on: string | undefined;
}

const candidateColumns = `v.id, v.org_id as "orgId", v.registration_no as title, v.situation, v.status = 1 as "isActive"`;

/** The condition of transfers that the scope is a side of, over the alias x. */
export const ofEitherSide = (scope: Scope, params: Param[]): string =>
  `((true${tenantFilter('transfers-given', scope, 'x.from_org_id', params)}) or (true${tenantFilter('transfers-taken', scope, 'x.to_org_id', params)}))`;

/** A vehicle of the scope, to be offered. @throws 404 */
export async function ownVehicle(db: Queryable, scope: Scope, id: string): Promise<Candidate> {
  const params: Param[] = [id];
  const [found] = await db.query<Candidate>(
    `select ${candidateColumns} from vehicle v where v.id = $1 and v.deleted_at is null${tenantFilter('offer-vehicle', scope, 'v.org_id', params)} for update`,
    params,
  );
  if (!found) throw refuse.notFound('Vehicle not found');
  return found;
}

/**
 * Somebody else's vehicle, to be asked for. Only who holds its papers knows both numbers, and one that is right is not told
 * apart from none. @throws 404
 */
export async function namedVehicle(
  db: Queryable,
  scope: Scope,
  registrationNo: string,
  chassisHash: string | undefined,
): Promise<Candidate> {
  const [found] = await overall(db, scope, () =>
    db.query<Candidate>(
      `select ${candidateColumns} from vehicle v where lower(v.registration_no) = lower($1) and v.chassis_no_hash = $2
         and v.deleted_at is null for update`,
      [registrationNo, chassisHash ?? ''],
    ),
  );
  if (!found) throw refuse.notFound('No vehicle has this registration number and this chassis number');
  return found;
}

/** Puts a transfer before the other side. @throws 409 where the vehicle cannot change hands now */
export async function propose(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  mail: MailKit,
  vehicle: Candidate,
  proposal: Proposal,
): Promise<string> {
  const { kind, toOrgId, toMobile, reason } = proposal;
  const today = indiaDay(writer.now);
  const on = proposal.on ?? today;
  if (on > today) throw refuse.badInput({ on: 'The handover date cannot be in the future' });
  if (toOrgId === vehicle.orgId) throw refuse.conflict(`${vehicle.title} already belongs to them`);
  if (vehicle.situation === 'STOLEN')
    throw refuse.conflict(`${vehicle.title} is reported stolen and cannot be transferred`);
  if (vehicle.situation === 'RETIRED') throw refuse.conflict(`${vehicle.title} is retired and cannot be transferred`);
  const id = uuidv7();
  await overall(db, scope, async () => {
    const [open] = await db.query(`select 1 from ownership_transfer where vehicle_id = $1 and state = 'OPEN'`, [
      vehicle.id,
    ]);
    if (open) throw refuse.conflict(`A transfer of ${vehicle.title} is already pending`);
    const [begun] = await db.query<{ day: string }>(
      `select to_char(from_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day from vehicle_owner where vehicle_id = $1 and to_at is null`,
      [vehicle.id],
    );
    if (begun && on < begun.day) throw refuse.badInput({ on: 'The current owner got the vehicle after this date' });
    await db.query(
      `insert into ownership_transfer (id, vehicle_id, from_org_id, to_org_id, to_mobile, kind, reason, handed_on, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, vehicle.id, vehicle.orgId, toOrgId, toMobile, kind, reason, on, writer.now.toISOString(), writer.actorId],
    );
    // Whoever asks for somebody else's vehicle is told of in their own history only.
    const orgId = kind === 'REQUEST' && writer.orgId !== null ? writer.orgId : vehicle.orgId;
    await recordChange(db, writer, {
      action: 'create',
      module: 'ownership-transfer',
      recordId: id,
      recordTitle: vehicle.title,
      orgId,
      before: null,
      after: { kind, reason, handedOn: on },
      fields: ['kind', 'reason', 'handedOn'],
    });
    const asked = kind === 'OFFER' ? toOrgId : vehicle.orgId;
    const what = kind === 'OFFER' ? 'is offered to you' : 'is asked for by somebody who has its papers';
    if (asked !== null) await mailTransfer(db, mail, asked, { id, title: vehicle.title }, what, reason);
  });
  writer.touched.push(['ownership_transfer', null]);
  return id;
}

/** The organisation of whoever signs in with a mobile number, over all organisations; what comes of it is not to be told. */
export async function orgOfMobile(db: Queryable, scope: Scope, mobile: string): Promise<string | null> {
  const [found] = await overall(db, scope, () =>
    db.query<{ orgId: string }>(
      `select a.org_id as "orgId" from identity_person a join people_organisation o on o.id = a.org_id and o.status = 1 and o.deleted_at is null
       where a.kind = 'client' and a.mobile = $1 and a.status = 1 and a.deleted_at is null`,
      [mobile],
    ),
  );
  return found?.orgId ?? null;
}

/** Open transfers of vehicles that are deleted end with them. */
export async function withdrawTransfers(db: Queryable, writer: Writer, vehicles: readonly string[]): Promise<void> {
  if (vehicles.length === 0) return;
  const ended = await db.query(
    `update ownership_transfer set state = 'WITHDRAWN', decision_note = 'The vehicle was deleted', decided_by = $2, decided_at = $3
     where vehicle_id = any($1::uuid[]) and state = 'OPEN' returning id`,
    [[...vehicles], writer.actorId, writer.now.toISOString()],
  );
  if (ended.length > 0) writer.touched.push(['ownership_transfer', null]);
}
