import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { refuse } from '#kit/server/refusals.ts';
import { addRecount } from '../sla/recount.store.ts';
import { type businessHours, weekdays } from './business-hours.contract.ts';
import { noUsualElsewhere, showWeek, takeUsual, usualAway } from './business-hours.store.ts';
import { readHours, weekText } from './open-hours.rules.ts';

const another = 'These are the usual hours. Make other ones the usual hours first';

/** Hours are kept in one form, and one of them are the usual ones. */
export const businessHoursPolicy = (jobs: Pick<Jobs, 'add'>): RowPolicy<typeof businessHours> => ({
  async complete(db, _, drafts) {
    for (const { before, values, messages } of drafts) {
      for (const day of weekdays) {
        const read = readHours(values[day]);
        if ('message' in read) messages[day] = read.message;
        else values[day] = read.text || null;
      }
      const isClosed = weekdays.every((day) => !values[day]);
      if (isClosed && Object.keys(messages).length === 0) messages.monday = 'Enter the hours of at least one day';
      const chosen = values.holidayStates ?? [];
      if (values.holidays === 'STATES' && chosen.length === 0) messages.holidayStates = 'Choose at least one state';
      if (values.holidays !== 'STATES' && chosen.length > 0)
        messages.holidayStates = 'Only with holidays of all India and of chosen states';
      if (before?.isUsual && !values.isUsual) messages.isUsual = another;
      // The first ones are the usual ones, as there are to be some.
      if (!before && !values.isUsual && (await noUsualElsewhere(db))) values.isUsual = true;
    }
  },
  async check(db, writer, change) {
    const { action, before, values } = change;
    if ((action === 'delete' || (action === 'status' && values.status === 0)) && before.isUsual)
      throw refuse.conflict(another);
    if (action === 'create' || action === 'update') {
      if (values.isUsual && before?.status === 0)
        throw refuse.badInput({ isUsual: 'These hours are inactive. Activate them first' });
      if (values.isUsual && !before?.isUsual) await takeUsual(db, writer, before?.id ?? null);
    }
    // Others have become the usual ones while these lay in Trash.
    if (action === 'restore' && before.isUsual) await usualAway(db, before.id);
  },
  async after(db, _, { action }, row) {
    if (action === 'create' || action === 'update')
      await showWeek(db, row.id, weekText(weekdays.map((day) => row[day])));
  },
  // Open tickets are due at other times then: which ones hangs on what was the usual hours, so all of them are reckoned.
  afterMany: (db) => addRecount(db, jobs, {}),
});
