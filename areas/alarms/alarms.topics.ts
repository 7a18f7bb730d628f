import { staffRecipientsOf } from '#areas/identity/identity.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { happened } from '#kit/server/events.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Notice, NoticeTo, Topic } from '#kit/server/notify/topic.ts';
import { alarm } from './alarm/alarm.contract.ts';
import type { AlarmKind } from './alarm/alarm-kinds.contract.ts';
import type { StoredAlarm } from './alarm/alarms.store.ts';
import language from './alarms-notices.en.json' with { type: 'json' };
import type { Handling } from './rule/standard.rules.ts';

export const deviceAlarm: Topic = {
  key: 'device-alarm',
  texts: language.notices['device-alarm'],
  module: alarm.path,
  severity: 'warning',
  channels: { staff: ['app'], client: ['app'] },
};
export const urgentAlarm: Topic = {
  key: 'device-alarm-urgent',
  texts: language.notices['device-alarm-urgent'],
  module: alarm.path,
  severity: 'urgent',
  channels: { staff: ['app', 'push', 'email'], client: ['app', 'push', 'email'] },
};

interface News {
  added: readonly StoredAlarm[];
  told: readonly StoredAlarm[];
  rules: (orgId: string, kind: AlarmKind) => Handling;
}

/** Tells people of alarms, as the rules have it, and the organisations' other programs of each new one that is no emergency. */
export async function tellOfAlarms(db: Queryable, writer: Writer, { added, told, rules }: News): Promise<void> {
  if (added.length === 0) return;
  await happened.raise(
    db,
    writer,
    added
      .filter(({ incidentId }) => incidentId === null)
      .map(({ id, orgId, firstAt, what, kind, vehicleId, place }) => ({
        event: 'alarm.recorded',
        key: id,
        at: new Date(firstAt),
        orgId,
        record: { module: alarm.path, id, title: what },
        facts: { kind, vehicleId, place },
      })),
  );
  if (told.length === 0) return;
  const vehicles = await db.query<{ id: string; plate: string }>(
    'select id, registration_no as plate from vehicles_vehicle where id = any($1::uuid[])',
    [[...new Set(told.map(({ vehicleId }) => vehicleId))]],
  );
  const plates = new Map(vehicles.map(({ id, plate }) => [id, plate]));
  const notices: Notice[] = [];
  for (const row of told) {
    const { notify, personId, tellStaff } = rules(row.orgId, row.kind);
    notices.push({
      topic: notify === 'URGENT' ? urgentAlarm : deviceAlarm,
      orgId: row.orgId,
      to: await addressed(db, row.orgId, personId, tellStaff),
      params: { alarm: row.what, vehicle: plates.get(row.vehicleId) ?? '', at: row.lastAt },
      link: `/${alarm.path}/${row.id}`,
      record: { module: alarm.path, id: row.id },
      onceKey: `alarm:${row.id}`,
    });
  }
  await publish(db, writer.now, ...notices);
}

/** Everybody in the organisation who sees alarms, or one person alone; with the staff who look after them where a rule says so. */
async function addressed(db: Queryable, orgId: string, personId: string | null, tellStaff: boolean): Promise<NoticeTo> {
  if (personId === null) return { module: alarm.path, action: 'view', ...(tellStaff ? { staff: 'edit' } : {}) };
  const staff = tellStaff ? await staffRecipientsOf(db, orgId, alarm.path, 'edit') : [];
  return { accounts: [personId, ...staff.map(({ id }) => id)] };
}
