import { type Draft, isTakenOut, type RowChange, type RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { hasDutyRules } from '#areas/duty/duty.server.ts';
import { endInstallations } from '../installations/installation-ends.store.ts';
import { cardWarnings, identifierWarnings } from './check-digits.rules.ts';
import type { device } from './device.contract.ts';
import { deviceDetails } from './device-details.ts';
import { devicePurging, devicesWritten } from '../devices.events.ts';
import { updateDeviceStates } from '../installations/device-state.store.ts';

/**
 * Readers name a device by the 15 digits of its IMEI. Labels write them in groups, and on the wire and on some labels a zero
 * stands in front. Any other name is what the device says, to the letter.
 */
function oneSpelling(identifier: string): string {
  const digits = identifier.replaceAll(/[ -]/g, '');
  if (!/^\d{14,17}$/.test(digits)) return identifier;
  return digits.length === 16 && digits.startsWith('0') ? digits.slice(1) : digits;
}

export const devicePolicy: RowPolicy<typeof device> = {
  details: deviceDetails,
  async complete(db, writer, drafts) {
    const off = await switchedOff(db, drafts);
    for (const { values, before, messages, warnings } of drafts) {
      const identifier = oneSpelling(values.identifier);
      values.identifier = identifier;
      if (identifier.includes(' ')) messages.identifier = 'Only an IMEI is written with spaces';
      warnings.push(...identifierWarnings(identifier));
      if (values.iccid) warnings.push(...cardWarnings(values.iccid));
      for (const [name, label] of [
        ['categoryId', 'Category'],
        ['orgId', 'Owner'],
      ] as const)
        if (before?.[name] !== values[name] && off.has(values[name]))
          messages[name] ??= `${label} is inactive. Choose another`;
    }
    await keepHidden(db, writer, drafts);
  },
  async check(db, writer, { action, before }) {
    if (action === 'purge') await devicePurging.raise(db, writer, before);
  },
  async afterMany(db, writer, changes, rows) {
    const changed = (test: (change: RowChange<typeof device>) => boolean) =>
      rows.filter((_, at) => test(changes[at] as RowChange<typeof device>)).map(({ id }) => id);
    await endInstallations(db, writer, { devices: changed(isTakenOut) }, 'Device deactivated or deleted');
    await updateDeviceStates(
      db,
      writer,
      changed(({ action }) => action === 'restore'),
    );
    await devicesWritten.raise(db, writer, { changes, rows });
  },
};

/**
 * Clients are hidden positions by their time and their device: a clock that they change would bring them to a time that is not hidden, an
 * identifier to a device of whose vehicle nothing is.
 */
async function keepHidden(
  db: Queryable,
  { orgId, now }: Writer,
  drafts: readonly Draft<typeof device>[],
): Promise<void> {
  if (orgId === null) return;
  const clocks = drafts.filter(
    ({ values, before }) =>
      before &&
      ((before.clockRule ?? null) !== (values.clockRule ?? null) ||
        (before.clockOffsetMin ?? null) !== (values.clockOffsetMin ?? null)),
  );
  const renamed = drafts.filter(({ values, before }) => before && before.identifier !== values.identifier);
  const added = drafts.filter(({ before }) => !before);
  if (clocks.length + renamed.length + added.length === 0 || !(await hasDutyRules(db, { orgId }, now))) return;
  for (const { messages } of clocks)
    messages.clockRule = 'Off-duty rules go by the clock of the device. Ask support to change it';
  for (const { messages } of renamed)
    messages.identifier ??= 'Off-duty rules hide by device. Ask support to change the identifier';
  const again = await namesOfDeleted(
    db,
    orgId,
    added.map(({ values }) => values.identifier),
  );
  for (const { values, messages } of added)
    if (again.has(values.identifier))
      messages.identifier ??= 'A deleted device has this identifier. Restore it from the trash, or ask support';
}

/** Identifiers among these that deleted devices of the organisation have. */
async function namesOfDeleted(db: Queryable, orgId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.query<{ identifier: string }>(
    'select identifier from device where org_id = $1 and deleted_at is not null and identifier = any($2)',
    [orgId, [...names]],
  );
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Ids among those that drafts name of what is switched off. */
async function switchedOff(db: Queryable, drafts: readonly Draft<typeof device>[]): Promise<ReadonlySet<string>> {
  const ids = drafts.flatMap(({ values }) => [values.categoryId, values.orgId]);
  const rows = await db.query<{ id: string }>(
    `select id from device_category where id = any($1::uuid[]) and status = 0
     union all select id from people_organisation where id = any($1::uuid[]) and status = 0`,
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}
