import type { MailKit } from '#areas/mail/mail.server.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endAssignments } from '../assignments/assignments.store.ts';
import { needsNote, operationalStatusMoves, operationalStatusNames } from './operational-status.contract.ts';
import { mailStolen } from '../vehicle-mail.ts';
import type { OperationalStatus } from './vehicle.contract.ts';
import { vehiclesChanged, vehiclesReleased } from '../vehicles.events.ts';

/** Says what people know of a vehicle beside its papers. @throws 404; 409 where it does not follow on what was said before. */
export async function setOperationalStatus(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  mail: MailKit,
  id: string,
  situation: OperationalStatus,
  note: string | undefined,
): Promise<void> {
  const params: Param[] = [id];
  const [row] = await db.query<{ orgId: string; title: string; situation: OperationalStatus; note: string | null }>(
    `select v.org_id as "orgId", v.registration_no as title, v.situation, v.situation_note as note from vehicle v
     where v.id = $1 and v.deleted_at is null${tenantFilter('situation', scope, 'v.org_id', params)} for update`,
    params,
  );
  if (!row) throw refuse.notFound('Vehicle not found');
  if (!operationalStatusMoves[row.situation].includes(situation))
    throw refuse.conflict(
      row.situation === situation
        ? `${row.title} already has this status`
        : `${row.title} cannot change from ${operationalStatusNames[row.situation].toLowerCase()} to ${operationalStatusNames[situation].toLowerCase()}`,
    );
  if (needsNote.includes(situation) && note === undefined) throw refuse.badInput({ note: 'Enter details' });
  await db.query(
    `update vehicle set situation = $2, situation_note = $3, version = version + 1, updated_at = $4, updated_by = $5 where id = $1`,
    [id, situation, note ?? null, writer.now.toISOString(), writer.actorId],
  );
  writer.touched.push(['vehicle', row.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module: 'vehicle',
    recordId: id,
    recordTitle: row.title,
    orgId: row.orgId,
    before: { situation: row.situation, situationNote: row.note },
    after: { situation, situationNote: note ?? null },
    fields: ['situation', 'situationNote'],
  });
  if (situation === 'SOLD' || situation === 'RETIRED') {
    const reason = `Vehicle ${operationalStatusNames[situation].toLowerCase()}`;
    await endAssignments(db, writer, { vehicles: [id] }, reason);
    await vehiclesReleased.raise(db, writer, { ids: [id], reason });
  }
  if (situation === 'STOLEN')
    await mailStolen(db, mail, { id, orgId: row.orgId, title: row.title }, writer.actorName, note ?? '');
  await vehiclesChanged.raise(db, writer, [id]);
}
