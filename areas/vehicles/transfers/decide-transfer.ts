import { supersedeDocuments } from '#areas/documents/documents.server.ts';
import { uuidv7 } from 'uuidv7';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { afterOwner, type Fields } from '#kit/contract/fields.ts';
import { columnsIn, leavingColumns } from '#kit/server/catalogue/write/write-values.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { FileStore } from '#kit/server/files/store.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endAssignments } from '../assignments/assignments.store.ts';
import { leaveGroups } from '../groups/groups.store.ts';
import { vehicle } from '../vehicle/vehicle.contract.ts';
import type { Decision } from './transfers.contract.ts';
import { mailTransfer } from '../vehicle-mail.ts';
import { vehiclesChanged, vehiclesReleased } from '../vehicles.events.ts';

interface Transfer {
  id: string;
  vehicleId: string;
  fromOrgId: string;
  toOrgId: string | null;
  kind: 'REQUEST' | 'OFFER';
  state: string;
  on: string;
}

/** Who decides: an organisation, or staff that may. */
export interface Judge {
  orgId: string | null;
  mayApprove: boolean;
}

/** Decides an open transfer. @throws 403 for the side that has to wait; 404; 409 where it is decided already */
export async function decide(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  files: FileStore,
  mail: MailKit,
  judge: Judge,
  id: string,
  decision: Decision,
  note: string | null,
): Promise<string> {
  const params: Param[] = [id];
  const [transfer] = await db.query<Transfer>(
    `select x.id, x.vehicle_id as "vehicleId", x.from_org_id as "fromOrgId", x.to_org_id as "toOrgId", x.kind, x.state, x.handed_on as "on"
     from ownership_transfer x where x.id = $1 and ((true${tenantFilter('decide-given', scope, 'x.from_org_id', params)})
       or (true${tenantFilter('decide-taken', scope, 'x.to_org_id', params)})) for update`,
    params,
  );
  if (!transfer) throw refuse.notFound('Transfer not found');
  if (transfer.state !== 'OPEN') throw refuse.conflict('This transfer has already been decided');
  refuseWrongSide(transfer, judge, decision);
  return overall(db, scope, () => carryOut(db, writer, files, mail, transfer, decision, note));
}

function refuseWrongSide({ kind, fromOrgId }: Transfer, judge: Judge, decision: Decision): void {
  if (judge.orgId === null) {
    if (!judge.mayApprove) throw refuse.forbidden();
    return;
  }
  const isGiver = judge.orgId === fromOrgId;
  const isMaker = isGiver === (kind === 'OFFER');
  if (isMaker && decision !== 'WITHDRAW') throw refuse.forbidden('The other party decides. You can withdraw it');
  if (!isMaker && decision === 'WITHDRAW') throw refuse.forbidden('Only its creator can withdraw it');
}

const leaving = leavingColumns(vehicle);
/** Those among them that hold files. */
const leavingFiles = Object.keys(afterOwner(vehicle.fields))
  .filter((name) => (vehicle.fields as Fields)[name]?.kind === 'file')
  .flatMap((name) => columnsIn(vehicle, name));

const outcome = { APPROVE: 'has been transferred', REFUSE: 'was not transferred: the transfer was declined' } as const;
const states = { APPROVE: 'APPROVED', REFUSE: 'REFUSED', WITHDRAW: 'WITHDRAWN' } as const;

async function carryOut(
  db: Queryable,
  writer: Writer,
  files: FileStore,
  mail: MailKit,
  transfer: Transfer,
  decision: Decision,
  note: string | null,
): Promise<string> {
  const [found] = await db.query<{ title: string; situation: string; leavingFiles: string[]; gone: boolean }>(
    `select registration_no as title, situation, array_remove(array[${leavingFiles.join()}]::uuid[], null) as "leavingFiles",
       deleted_at is not null as gone from vehicle where id = $1 for update`,
    [transfer.vehicleId],
  );
  if (!found || (found.gone && decision === 'APPROVE')) throw refuse.conflict('The vehicle is deleted');
  const { title } = found;
  const state = states[decision];
  const changes: Change[] = [];
  const recordEntry = (orgId: string | null, module: string, recordId: string, before: object | null, after: object) =>
    orgId &&
    changes.push({
      action: 'update',
      module,
      recordId,
      recordTitle: title,
      orgId,
      before: before as Change['before'],
      after: after as Change['after'],
      fields: Object.keys(after),
    });
  if (decision === 'APPROVE') {
    if (transfer.toOrgId === null) throw refuse.conflict('No one has accepted this offer');
    if (found.situation === 'STOLEN') throw refuse.conflict(`${title} is reported stolen and cannot be transferred`);
    await endAssignments(db, writer, { vehicles: [transfer.vehicleId] }, 'Vehicle has another owner');
    await vehiclesReleased.raise(db, writer, { ids: [transfer.vehicleId], reason: 'Vehicle has another owner' });
    await leaveGroups(db, writer, { id: transfer.vehicleId, title });
    await changeHands(db, writer, transfer, transfer.toOrgId);
    await files.doom(db, found.leavingFiles);
    recordEntry(transfer.fromOrgId, 'vehicle', transfer.vehicleId, null, { transfer: 'GIVEN', handedOn: transfer.on });
    recordEntry(transfer.toOrgId, 'vehicle', transfer.vehicleId, null, { transfer: 'TAKEN', handedOn: transfer.on });
  }
  await db.query(
    'update ownership_transfer set state = $2, decision_note = $3, decided_by = $4, decided_at = $5 where id = $1',
    [transfer.id, state, note, writer.actorId, writer.now.toISOString()],
  );
  const recorded = { state, decisionNote: note };
  recordEntry(transfer.fromOrgId, 'ownership-transfer', transfer.id, { state: 'OPEN' }, recorded);
  // An offer that was never theirs to see leaves nothing with them.
  recordEntry(transfer.toOrgId, 'ownership-transfer', transfer.id, { state: 'OPEN' }, recorded);
  await recordChanges(db, writer, changes);
  // Whoever waited for it is told; who took it back, and who decided, know.
  const maker = transfer.kind === 'OFFER' ? transfer.fromOrgId : transfer.toOrgId;
  if (decision !== 'WITHDRAW' && maker !== null)
    await mailTransfer(db, mail, maker, { id: transfer.id, title }, outcome[decision], note ?? '');
  writer.touched.push(['ownership_transfer', null]);
  if (decision === 'APPROVE') await vehiclesChanged.raise(db, writer, [transfer.vehicleId]);
  return title;
}

/** Papers stay with who had them; what is the former owner's own leaves the vehicle. */
async function changeHands(db: Queryable, writer: Writer, transfer: Transfer, toOrgId: string): Promise<void> {
  const { vehicleId, fromOrgId, on } = transfer;
  const now = writer.now.toISOString();
  const [current] = await db.query<{ id: string; boundary: string }>(
    // What happened on a day belongs to its owner then; a period lasts a moment at least.
    `select id, greatest(case when $2::date >= $3::date then $4::timestamptz else ($2::date)::timestamp at time zone 'Asia/Kolkata' end,
        from_at + interval '1 millisecond') as boundary
     from vehicle_owner where vehicle_id = $1 and to_at is null for update`,
    [vehicleId, on, indiaDay(writer.now), now],
  );
  if (current) await db.query('update vehicle_owner set to_at = $2 where id = $1', [current.id, current.boundary]);
  await db.query(
    'insert into vehicle_owner (id, org_id, vehicle_id, from_at, created_by) values ($1, $2, $3, $4, $5)',
    [uuidv7(), toOrgId, vehicleId, current?.boundary ?? now, writer.actorId],
  );
  await supersedeDocuments(db, vehicleId, writer.now);
  await db.query(
    `update vehicle set (org_id, situation, situation_note, was_active) =
         ($2, case situation when 'SOLD' then 'IN_USE' else situation end, null, false),
       ${leaving.map(({ column }, at) => `${column} = $${at + 5}, `).join('')}
       owner_serial = least(owner_serial + 1, 20), version = version + 1, updated_at = $3, updated_by = $4 where id = $1`,
    [vehicleId, toOrgId, now, writer.actorId, ...leaving.map(({ becomes }) => becomes)],
  );
  for (const orgId of [fromOrgId, toOrgId])
    writer.touched.push(['vehicle', orgId], ['vehicle_kyc_doc', orgId], ['driver', orgId]);
}
