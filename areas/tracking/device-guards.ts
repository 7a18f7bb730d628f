import type { Draft, RowChange, RowGuard } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { endBindings } from './binding-ends.ts';
import { cardWarnings, identifierWarnings } from './check-digits.ts';
import { deviceDetails } from './device-details.ts';
import { refuseWithTrips } from './kept-trips.ts';
import { settleDevices } from './settle-devices.ts';

/** What is switched off or deleted is in no vehicle. */
const endsCarrying = ({ action, values }: RowChange): boolean =>
  action === 'delete' || (action === 'status' && values?.['status'] === 0);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Readers name a device by the 15 digits of its IMEI. Labels write them in groups, and on the wire and on some labels a zero
 * stands in front. Any other name is what the device says, to the letter.
 */
function oneSpelling(identifier: string): string {
  const digits = identifier.replaceAll(/[ -]/g, '');
  if (!/^\d{14,17}$/.test(digits)) return identifier;
  return digits.length === 16 && digits.startsWith('0') ? digits.slice(1) : digits;
}

export const deviceGuard: RowGuard = {
  details: deviceDetails,
  async complete(db, _, drafts) {
    const off = await switchedOff(db, drafts);
    for (const { values, before, messages, warnings } of drafts) {
      const identifier = oneSpelling(String(values['identifier'] ?? ''));
      values['identifier'] = identifier;
      if (identifier.includes(' ')) messages['identifier'] = 'Only an IMEI is written with spaces';
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
  async check(db, _, { action, before }) {
    if (before !== null && action === 'purge') await refuseWithTrips(db, 'device_id', before);
  },
  async afterMany(db, writer, changes, rows) {
    const changed = (test: (change: RowChange) => boolean) =>
      rows.filter((_, at) => test(changes[at] as RowChange)).map(({ id }) => id);
    await endBindings(db, writer, { devices: changed(endsCarrying) }, 'Device switched off or deleted');
    await settleDevices(
      db,
      writer,
      changed(({ action }) => action === 'restore'),
    );
  },
};

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
