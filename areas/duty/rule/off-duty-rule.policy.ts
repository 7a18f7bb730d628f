import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type ScheduleFields, scheduleOf } from '#telematics/geofences/schedule.ts';
import type { vehicleGroup } from '#areas/vehicles/groups/group.contract.ts';
import { heldSchema } from './held.contract.ts';
import { heldOf } from './held.store.ts';
import type { offDutyRule } from './off-duty-rule.contract.ts';
import { keepVersions } from './versions.store.ts';

/** A rule says when vehicles work, and of which. What hides more acts from the moment in which it is saved, what shows more from midnight on. */
export const offDutyRulePolicy = (clock: Clock): RowPolicy<typeof offDutyRule> => ({
  details: { schema: heldSchema, read: async (db, _, { id }) => ({ ...(await heldOf(db, id, clock.now())) }) },
  async complete(_db, _writer, drafts) {
    for (const { values, messages } of drafts) {
      const { fromTime, toTime } = values;
      if (fromTime !== null && toTime === null) messages.toTime = 'Work to is required with Work from';
      if (toTime !== null && fromTime === null) messages.fromTime = 'Work from is required with Work to';
      if (fromTime !== null && fromTime === toTime) messages.toTime = 'Must differ from Work from';
      if (scheduleOf(values as ScheduleFields) === null) messages.days = 'Select working days or hours';
    }
  },
  async afterMany(db, writer, _changes, rows) {
    await keepVersions(db, writer, { rules: rows.map(({ id }) => id) });
  },
});

/** A group that is deleted has no vehicles, and those that it had once it is restored. */
export const groupVersionsPolicy: RowPolicy<typeof vehicleGroup> = {
  async afterMany(db, writer, changes, rows) {
    const turned = rows.filter((_, at) => ['delete', 'restore'].includes(changes[at]?.action ?? ''));
    await keepVersions(db, writer, { groups: turned.map(({ id }) => id) });
  },
};
