import { refreshDrivers, reviewAgain } from '#areas/documents/documents.server.ts';
import { endPeriods } from '#areas/vehicles/vehicles.server.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { actions } from '#kit/contract/rights.ts';
import type { Draft, RowChange, RowGuard } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { driverMessages, examinationMessages, licenceWarnings } from './driver-rules.ts';
import { withdrawInvitations } from './invitation-end.ts';

/** A driver who is switched off or deleted has no vehicle any more. */
const endsWork = ({ action, values }: RowChange) =>
  action === 'delete' || (action === 'status' && values?.['status'] === 0);

export const driverGuard: RowGuard = {
  async complete(_, writer, drafts) {
    for (const { values, messages, warnings } of drafts) {
      Object.assign(messages, driverMessages(values, indiaDay(writer.now)));
      warnings.push(...licenceWarnings(values['dlNo']));
    }
  },
  async afterMany(db, writer, changes, rows) {
    await reviewAgain(db, writer, 'driver', changes, rows);
    const ended = rows.filter((_, at) => endsWork(changes[at] as RowChange));
    const ids = ended.map(({ id }) => id);
    if (ids.length > 0) {
      await endPeriods(db, writer, { drivers: ids }, 'The driver was switched off or deleted');
      await withdrawInvitations(db, writer, ids);
    }
    const left = rows.filter((_, at) => changes[at]?.action !== 'purge');
    await refreshDrivers(
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

function judge({ before, values, messages }: Draft, { born, from, to, active }: Omit<Known, 'at'>, day: string): void {
  Object.assign(messages, examinationMessages(values, day, born));
  const examined = String(values['examinedOn']);
  const isNewDoctor = before?.['doctorId'] !== values['doctorId'];
  if (isNewDoctor && active === false) messages['doctorId'] ??= 'This doctor is switched off';
  if ((from !== null && examined < from) || (to !== null && examined > to))
    messages['doctorId'] ??= 'This doctor was not empanelled on the day of the examination';
}

export const medicalReportGuard: RowGuard = {
  async check(_, __, { action, before }) {
    if (action === 'update' && before?.['reviewState'] === 'SEEN')
      throw refuse.conflict('This certificate was seen as it is. Record a new examination instead');
  },
  rights: (_, row) => actions.filter((action) => action !== 'edit' || row['reviewState'] !== 'SEEN'),
  rightsBy: () => 'all',
  async complete(db, writer, drafts) {
    const known = await db.query<Known>(
      `select k.at, (select dob from driver where id = k.driver) as born, c.empanelled_from as "from", c.empanelled_to as "to",
         c.status = 1 as active
       from jsonb_to_recordset($1::jsonb) as k (at int, driver uuid, doctor uuid) left join doctor c on c.id = k.doctor`,
      [
        JSON.stringify(
          drafts.map(({ values }, at) => ({ at, driver: values['driverId'], doctor: values['doctorId'] })),
        ),
      ],
    );
    for (const { at, ...found } of known) judge(drafts[at] as Draft, found, indiaDay(writer.now));
  },
  async afterMany(db, writer, changes, rows) {
    await reopen(
      db,
      writer,
      rows.filter((row, at) => changes[at]?.action === 'update' && row['reviewState'] !== 'PENDING'),
    );
    await refreshDrivers(
      db,
      writer,
      rows.map((row) => row['driverId'] as string),
    );
  },
};

/** A report that was refused and is sent again waits for a reviewer. */
async function reopen(db: Queryable, writer: Writer, rows: readonly AnyRow[]): Promise<void> {
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
      orgId: row['orgId'] as string,
      before: { reviewState: row['reviewState'] },
      after: { reviewState: 'PENDING' },
      fields: ['reviewState'],
    })),
  );
}
