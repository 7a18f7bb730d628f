import { bouncedThrice, type MailKit, mailTime, queueMail, storeAttachment } from '#areas/mail/mail.server.ts';
import { dayInWords } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { allowMs, everything, narrow, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { mediaTypes } from '#kit/server/export/order.ts';
import { productWriter, recordChange, type Writer } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import type { Period } from '../report/period.contract.ts';
import { allowReport } from '../report/reading.ts';
import { csvLines, fileName, mostWorkbookRows, type ReportFile, workbookFile } from '../report/report-file.ts';
import type { Asked } from '../report/report-query.ts';
import { figureLines } from '../report/report-figures.ts';
import { reportFacts } from '../report/report-columns.contract.ts';
import { reportTitles } from '../report/report-titles.contract.ts';
import { readReport } from '../report/reports.store.ts';
import { allowedRecipients, type To } from './recipients.ts';
import { planRun } from './schedule.policy.ts';
import { dueAfter, periodBefore } from './schedule.rules.ts';
import {
  lockDue,
  type Owner,
  overdue,
  readOwner,
  type Schedule,
  type ScheduleProblem,
  setRun,
  setStopped,
} from './schedule.store.ts';

/** Larger files are not attached: mail servers refuse them, or take them for what they are not. */
const mostAttachedBytes = 3 * 1024 * 1024;
/** What a run may take: it reads a month, and makes a workbook. */
const runMs = 60_000;
/** So long after its time a schedule whose job is gone is planned again. */
const lateMs = 15 * 60_000;

interface Kit {
  kit: CatalogueKit;
  jobs: Pick<Jobs, 'add'>;
  mail: MailKit;
}

/**
 * One run of a schedule, in the transaction of its job: the emails of one period, and when the next is due. Run twice it finds that
 * it is done; what was missed is caught up by the runs that follow.
 */
export const scheduleTask =
  (parts: Kit): Task =>
  async (db, { id }, now) => {
    const schedule = await lockDue(db, String(id), now);
    if (!schedule) return;
    await allowMs(db, runMs);
    const writer = productWriter(now);
    const problem = await mailReport(db, parts, schedule, now);
    if (problem) await stop(db, writer, schedule, problem);
    else {
      const next = dueAfter(schedule, new Date(schedule.nextRunAt), now);
      await setRun(db, schedule.id, now, next);
      await planRun(db, parts.jobs, schedule.id, next);
    }
    writer.touched.push(['report_schedule', schedule.orgId]);
    await markAll(parts.kit.versions, db, writer.touched);
    return () => {
      bumpAll(parts.kit.versions, writer.touched);
      parts.mail.jobs.wake();
    };
  };

/** Plans schedules whose jobs are gone, as after a job that failed too often. */
export const sweepSchedules = async (db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> => {
  for (const { id, nextRunAt } of await overdue(db, new Date(now.getTime() - lateMs)))
    await planRun(db, jobs, id, new Date(nextRunAt));
};

async function stop(db: Queryable, writer: Writer, schedule: Schedule, problem: ScheduleProblem): Promise<void> {
  await setStopped(db, schedule.id, problem, writer.now);
  await recordChange(db, writer, {
    action: 'status',
    module: 'report-schedule',
    recordId: schedule.id,
    recordTitle: schedule.name,
    orgId: schedule.orgId,
    before: { status: 1, problem: null },
    after: { status: 0, problem },
    fields: ['status', 'problem'],
  });
}

/** Which rows a schedule reads: its organisation's, of those that its owner sees; undefined: none. */
function scopeOfRun({ orgId, report }: Schedule, owner: Owner): Scope | undefined {
  if (!can(owner.grants, 'report', 'view')) return undefined;
  if (report === 'geofence-visits' && !can(owner.grants, 'geofence-event', 'view')) return undefined;
  if (owner.kind === 'client') return owner.orgId === orgId ? { orgId, client: true } : undefined;
  // Clients are among the recipients: what is hidden from them is in no email of staff's either.
  return owner.orgIds && !owner.orgIds.includes(orgId) ? undefined : { orgId };
}

/** Queues the emails of the period that is due. @returns why it cannot go on. */
async function mailReport(
  db: Queryable,
  parts: Kit,
  schedule: Schedule,
  now: Date,
): Promise<ScheduleProblem | undefined> {
  const owner = await readOwner(db, schedule.ownerId);
  if (!owner) return 'OWNER_INACTIVE';
  const scope = scopeOfRun(schedule, owner);
  if (!scope) return 'NO_PERMISSION';
  const allowed = await allowedRecipients(db, schedule.orgId, schedule.report, owner);
  const asked = schedule.recipients?.length ? schedule.recipients : [owner.email ?? ''];
  const to = asked.flatMap((address) => allowed.get(address.toLowerCase()) ?? []);
  if (to.length === 0) return 'NO_RECIPIENTS';
  const bounced = await bouncedThrice(db, 'scheduled-report', schedule.id);
  const reached = to.filter(({ address }) => !bounced.has(address.toLowerCase()));
  if (reached.length === 0) return 'BOUNCED';
  const period = periodBefore(schedule.frequency, new Date(schedule.nextRunAt));
  await narrow(db, scope);
  const made = await makeReport(db, parts, schedule, { owner, scope, period });
  await narrow(db, everything);
  await queueReport(db, parts, schedule, { period, to: reached, now, ...made });
  return undefined;
}

interface Making {
  owner: Owner;
  scope: Scope;
  period: Period;
}
interface Made {
  lines: string;
  file: { name: string; type: string; bytes: Buffer } | undefined;
  count: number;
}

async function makeReport(db: Queryable, { kit }: Kit, schedule: Schedule, making: Making): Promise<Made> {
  const { owner, scope, period } = making;
  const { report: name } = schedule;
  const seesVisits = can(owner.grants, 'geofence-event', 'view');
  const sort = reportFacts[name].sort;
  const asked: Asked = {
    ...period,
    vehicleGroupId: schedule.vehicleGroupId ?? undefined,
    sort: { name: sort.replace('-', ''), descending: sort.startsWith('-') },
    skip: 0,
    take: 1,
  };
  await allowReport(db, runMs);
  const read = await readReport(name, { db, scope, places: kit.places, asked, timeoutMs: runMs, seesVisits });
  const lines = figureLines(name, read);
  const mayTake = can(owner.grants, 'report', 'export');
  const file =
    mayTake && read.count > 0 && read.count <= mostWorkbookRows
      ? await makeFile(kit, schedule, { name, asked, scope, seesVisits })
      : undefined;
  return { lines, file, count: read.count };
}

async function makeFile(kit: CatalogueKit, { format, report }: Schedule, file: ReportFile): Promise<Made['file']> {
  let bytes: Buffer | undefined;
  if (format === 'CSV') {
    const lines: string[] = [];
    for await (const some of csvLines(kit, file)) lines.push(some);
    bytes = Buffer.from(lines.join(''));
  } else bytes = await workbookFile(kit, file, reportTitles[report]);
  if (!bytes || bytes.length > mostAttachedBytes) return undefined;
  const extension = format === 'CSV' ? 'csv' : 'xlsx';
  return { name: `${fileName(report, file.asked)}.${extension}`, type: mediaTypes[extension], bytes };
}

async function queueReport(
  db: Queryable,
  { mail }: Kit,
  schedule: Schedule,
  { period, to, now, lines, file, count }: Made & { period: Period; to: readonly To[]; now: Date },
): Promise<void> {
  const attachmentId = file && (await storeAttachment(db, mail, { orgId: schedule.orgId, ...file }));
  const { from, to: last } = period;
  const link = new URLSearchParams({
    report: schedule.report,
    from,
    to: last,
    ...(schedule.vehicleGroupId ? { vehicleGroupId: schedule.vehicleGroupId } : {}),
  });
  for (const { id, name, address } of to)
    await queueMail(db, mail, {
      template: 'scheduled-report',
      to: { address, name, accountId: id },
      orgId: schedule.orgId,
      values: {
        name,
        report: reportTitles[schedule.report],
        schedule: schedule.name,
        days: from === last ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(last)}`,
        figures: lines,
        file: file
          ? `All rows are attached: ${file.name}`
          : count === 0
            ? 'There is nothing to attach.'
            : 'The rows are not attached. Open the report to see them.',
        time: mailTime(now),
        link: `/reports?${link.toString()}`,
      },
      record: { module: 'report-schedule', id: schedule.id, title: schedule.name },
      onceKey: `report ${schedule.id} ${schedule.nextRunAt} ${address}`,
      ...(attachmentId ? { attachmentId } : {}),
    });
}
