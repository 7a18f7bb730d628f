import { endAssignments } from '#areas/vehicles/vehicles.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { type Draft, isTakenOut, type RowChange, type RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { medicalReport } from '../medical/medical.contract.ts';
import type { driver } from './driver.contract.ts';
import { driverMessages, examinationMessages, licenceWarnings } from './driver.rules.ts';
import { withdrawInvitations } from '../invitations/invitation-ends.store.ts';
import { driversChanged, driversWritten } from '../people.events.ts';

export const driverPolicy: RowPolicy<typeof driver> = {
  async complete(_, writer, drafts) {
    for (const { values, messages, warnings } of drafts) {
      Object.assign(messages, driverMessages(values, indiaDay(writer.now)));
      warnings.push(...licenceWarnings(values.dlNo));
    }
  },
  async afterMany(db, writer, changes, rows) {
    await driversWritten.raise(db, writer, { changes, rows });
    const ended = rows.filter((_, at) => isTakenOut(changes[at] as RowChange));
    const ids = ended.map(({ id }) => id);
    if (ids.length > 0) {
      await endAssignments(db, writer, { drivers: ids }, 'The driver was deactivated or deleted');
      await withdrawInvitations(db, writer, ids);
    }
    const left = rows.filter((_, at) => changes[at]?.action !== 'purge');
    await driversChanged.raise(
      db,
      writer,
      left.map(({ id }) => id),
    );
  },
};

interface Known {
  at: number;
  born: string | null;
  from: string | null;
  to: string | null;
  /** Null for a doctor who is not there, which is said elsewhere. */
  active: boolean | null;
}

function judge(
  { before, values, messages }: Draft<typeof medicalReport>,
  { born, from, to, active }: Omit<Known, 'at'>,
  day: string,
): void {
  Object.assign(messages, examinationMessages(values, day, born));
  const examined = values.examinedOn;
  const isNewDoctor = before?.doctorId !== values.doctorId;
  if (isNewDoctor && active === false) messages.doctorId ??= 'This doctor is inactive';
  if ((from !== null && examined < from) || (to !== null && examined > to))
    messages.doctorId ??= 'This doctor was not empanelled on the day of the examination';
}

export const medicalReportPolicy: RowPolicy<typeof medicalReport> = {
  async check(_, __, { action, before }) {
    if (action === 'update' && before.reviewState === 'SEEN')
      throw refuse.conflict('This certificate is verified and cannot be changed. Record a new examination instead');
  },
  rights: (_, row) => actions.filter((action) => action !== 'edit' || row.reviewState !== 'SEEN'),
  rightsBy: () => 'all',
  async complete(db, writer, drafts) {
    const known = await db.query<Known>(
      `select k.at, (select dob from driver where id = k.driver) as born, c.empanelled_from as "from", c.empanelled_to as "to",
         c.status = 1 as active
       from jsonb_to_recordset($1::jsonb) as k (at int, driver uuid, doctor uuid) left join doctor c on c.id = k.doctor`,
      [JSON.stringify(drafts.map(({ values }, at) => ({ at, driver: values.driverId, doctor: values.doctorId })))],
    );
    for (const { at, ...found } of known) judge(drafts[at] as Draft<typeof medicalReport>, found, indiaDay(writer.now));
  },
  async afterMany(db, writer, changes, rows) {
    await reopen(
      db,
      writer,
      rows.filter((row, at) => changes[at]?.action === 'update' && row.reviewState !== 'PENDING'),
    );
    await driversChanged.raise(
      db,
      writer,
      rows.map((row) => row.driverId),
    );
  },
};

/** A report that was refused and is sent again waits for a reviewer. */
async function reopen(db: Queryable, writer: Writer, rows: readonly RowOf<typeof medicalReport>[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update medical_report set review_state = 'PENDING', reviewed_at = null, review_reason = null where id = any($1::uuid[])`,
    [rows.map(({ id }) => id)],
  );
  await recordChanges(
    db,
    writer,
    rows.map((row) => ({
      action: 'update' as const,
      module: 'medical-report',
      recordId: row.id,
      recordTitle: row.title,
      orgId: row.orgId,
      before: { reviewState: row.reviewState },
      after: { reviewState: 'PENDING' },
      fields: ['reviewState'],
    })),
  );
}
