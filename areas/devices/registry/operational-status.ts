import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endInstallations } from '../installations/installation-ends.store.ts';
import { lockDevice } from '../installations/installations.store.ts';
import type { DeviceOperationalStatus } from '../health/health.contract.ts';
import { updateDeviceStates } from '../installations/device-state.store.ts';

const names: Readonly<Record<DeviceOperationalStatus, string>> = {
  IN_USE: 'in use',
  FAULTY: 'faulty',
  RETIRED: 'retired',
};

/** Says what people know of a device. One that is retired leaves its vehicle; a faulty one stays until it is changed. @throws 404; 409 */
export async function setDeviceOperationalStatus(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  id: string,
  situation: DeviceOperationalStatus,
  note: string | undefined,
): Promise<void> {
  const device = await lockDevice(db, scope, id);
  if (device.situation === situation) throw refuse.conflict(`${device.title} is ${names[situation]} already`);
  const [before] = await db.query<{ note: string | null }>(
    'select d.situation_note as note from device d where d.id = $1',
    [id],
  );
  await db.query(
    `update device set situation = $2, situation_note = $3, version = version + 1, updated_at = $4, updated_by = $5 where id = $1`,
    [id, situation, note ?? null, writer.now.toISOString(), writer.actorId],
  );
  await recordChange(db, writer, {
    action: 'update',
    module: 'device',
    recordId: id,
    recordTitle: device.title,
    orgId: device.orgId,
    before: { situation: device.situation, situationNote: before?.note ?? null },
    after: { situation, situationNote: note ?? null },
    fields: ['situation', 'situationNote'],
  });
  if (situation === 'RETIRED') await endInstallations(db, writer, { devices: [id] }, 'Device retired');
  await updateDeviceStates(db, writer, [id]);
}
