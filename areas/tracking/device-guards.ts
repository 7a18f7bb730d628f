import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { Draft, RowChange, RowGuard } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endBindings } from './bindings.ts';
import { cardWarnings, identifierWarnings } from './check-digits.ts';
import { deviceDetails } from './device-details.ts';
import { settleDevices } from './settle-devices.ts';

/** What is switched off or deleted is in no vehicle. */
const endsCarrying = ({ action, values }: RowChange): boolean =>
  action === 'delete' || (action === 'status' && values?.['status'] === 0);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Readers name a device by the 15 digits of its IMEI; on the wire and on some labels a zero stands in front of them. */
const oneSpelling = (identifier: string): string => (/^0\d{15}$/.test(identifier) ? identifier.slice(1) : identifier);

export const deviceGuard: RowGuard = {
  details: deviceDetails,
  async complete(db, _, drafts) {
    const off = await switchedOff(db, drafts);
    for (const { values, before, messages, warnings } of drafts) {
      const identifier = oneSpelling(String(values['identifier'] ?? ''));
      values['identifier'] = identifier;
      warnings.push(...identifierWarnings(identifier));
      const card = text(values['iccid']);
      if (card !== undefined) warnings.push(...cardWarnings(card));
      for (const [name, label] of [
        ['categoryId', 'Category'],
        ['orgId', 'Owner'],
      ] as const)
        if (before?.[name] !== values[name] && off.has(String(values[name] ?? '')))
          messages[name] ??= `${label} is switched off: choose another`;
    }
  },
  async check(db, _, { action, before, values }) {
    if (before === null) return;
    if (action === 'update' && values && before['orgId'] !== values['orgId']) await refuseCarried(db, before);
    if (action === 'purge') await refuseWithTrips(db, before);
  },
  async afterMany(db, writer, changes, rows) {
    const changed = (test: (change: RowChange, row: AnyRow) => boolean) =>
      rows.filter((row, at) => test(changes[at] as RowChange, row)).map(({ id }) => id);
    const given = changed(({ action, before }, row) => action === 'update' && before?.['orgId'] !== row['orgId']);
    await handOver(db, writer, given);
    await endBindings(db, writer, { devices: changed(endsCarrying) }, 'Device switched off or deleted');
    await settleDevices(
      db,
      writer,
      changed(({ action }) => action === 'restore'),
    );
  },
};

/** What was heard of a device under its former owner is not told to the next. */
async function handOver(db: Queryable, writer: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query('delete from device_live where device_id = any($1::uuid[])', [[...ids]]);
  await db.query('update device set owned_since = $2, last_seen_at = null where id = any($1::uuid[])', [
    [...ids],
    writer.now.toISOString(),
  ]);
}

/** Ids among those that drafts name of what is switched off. */
async function switchedOff(db: Queryable, drafts: readonly Draft[]): Promise<ReadonlySet<string>> {
  const ids = drafts.flatMap(({ values }) => [text(values['categoryId']), text(values['orgId'])]);
  const rows = await db.query<{ id: string }>(
    `select id from device_category where id = any($1::uuid[]) and status = 0
     union all select id from organisation where id = any($1::uuid[]) and status = 0`,
    [[...new Set(ids.filter((id) => id !== undefined))]],
  );
  return new Set(rows.map(({ id }) => id));
}

async function refuseCarried(db: Queryable, { id, title }: AnyRow): Promise<void> {
  const [bound] = await db.query<{ vehicle: string }>(
    `select v.registration_no as vehicle from device_binding b join vehicle v on v.id = b.vehicle_id
     where b.device_id = $1 and b.to_at is null`,
    [id],
  );
  if (!bound) return;
  const message = `${title} is in ${bound.vehicle}: take it out first`;
  throw refuse.conflict(message, { orgId: message });
}

/** Trips are evidence of what vehicles did: a device that made some is not removed for good. */
async function refuseWithTrips(db: Queryable, { id, title }: AnyRow): Promise<void> {
  const [found] = await db.query('select 1 from trip where device_id = $1 limit 1', [id]);
  if (found) throw refuse.conflict(`${title} made trips, which are kept: it stays in the trash`);
}
