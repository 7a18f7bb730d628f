import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { ReportName } from '../report/report-answers.contract.ts';
import { allowedRecipients } from './recipients.ts';
import type { reportSchedule } from './schedule.contract.ts';
import { type Frequency, nextDue } from './schedule.rules.ts';
import { readOwner, setOwner } from './schedule.store.ts';

export const scheduleJob = 'report-schedule';

/** Adds the job of a schedule that is due at a time. */
export const planRun = (db: Parameters<Jobs['add']>[0], jobs: Pick<Jobs, 'add'>, id: string, at: Date) =>
  jobs.add(db, { name: scheduleJob, payload: { id }, runAt: at, key: `${id} ${at.toISOString()}` });

/** The account that a write is of. */
const ownerOf = (writer: Writer) => ({
  id: writer.onBehalfOfId ?? writer.actorId,
  name: writer.onBehalfOfName ?? writer.actorName,
});

/**
 * A schedule reads with the permissions of whoever saved or activated it last: nobody gets mailed what they could not read by changing
 * the schedule of somebody who can. Recipients are people who may read the report.
 */
export const schedulePolicy = (jobs: Pick<Jobs, 'add'>): RowPolicy<typeof reportSchedule> => ({
  async complete(db, writer, drafts) {
    const owner = await readOwner(db, ownerOf(writer).id);
    for (const { values, messages } of drafts) {
      if (values.frequency !== 'WEEKLY') values.weekday = null;
      else if (!values.weekday) messages.weekday = 'Choose a day of the week';
      const given = values.recipients ?? [];
      if (given.length === 0) continue;
      const allowed = await allowedRecipients(db, values.orgId, values.report as ReportName, owner);
      const unknown = given.filter((address) => !allowed.has(address.toLowerCase()));
      if (unknown.length > 0)
        messages.recipients = `No user of this organisation who may view this report: ${unknown.slice(0, 3).join(', ')}`;
    }
  },
  async afterMany(db, writer, changes, rows) {
    const goesOn = rows.filter(
      (row, at) => row.status === 1 && ['create', 'update', 'restore', 'status'].includes(changes[at]?.action ?? ''),
    );
    if (goesOn.length === 0) return;
    const due = goesOn.map((row) => ({
      id: row.id,
      at: nextDue(
        { frequency: row.frequency as Frequency, weekday: row.weekday ?? null, atTime: row.atTime },
        writer.now,
      ),
    }));
    const { id, name } = ownerOf(writer);
    await setOwner(db, id, name, due);
    for (const one of due) await planRun(db, jobs, one.id, one.at);
  },
});
