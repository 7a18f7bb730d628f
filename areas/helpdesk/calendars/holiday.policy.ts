import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { addRecount } from '../sla/recount.store.ts';
import type { holiday } from './holiday.contract.ts';
import { readHours } from './open-hours.rules.ts';

/** Hours of half a holiday are kept in one form. */
export const holidayPolicy = (jobs: Pick<Jobs, 'add'>): RowPolicy<typeof holiday> => ({
  complete(_db, _writer, drafts) {
    for (const { values, messages } of drafts) {
      const read = readHours(values.openHours);
      if ('message' in read) messages.openHours = read.message;
      else values.openHours = read.text || null;
    }
    return Promise.resolve();
  },
  afterMany: (db) => addRecount(db, jobs, {}),
});
