import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { lastMailSql, queueMail } from '#areas/mail/mail.server.ts';
import { states } from '#areas/offices/states.contract.ts';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { recordAct, recordChange, writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { driver } from '../drivers/driver.contract.ts';
import { type DoctorLine, type DueDriver, outlierFrom } from './doctor-report.contract.ts';
import { ownersOf } from '../drivers/owners.store.ts';
import { type PeopleParts, write } from '../people-parts.ts';

const stateCodes: readonly string[] = states.map(({ value }) => value);
const day = { type: 'string', format: 'date' };
const reportQuery: Readonly<Record<string, Parameter>> = {
  from: { about: 'First day of examinations; a year ago when left out', schema: day },
  to: { about: 'Last day of examinations; today when left out', schema: day },
  state: { about: 'Doctors of this state, by its code', schema: { type: 'string', enum: [...stateCodes] } },
  district: { about: 'Doctors of this district', schema: { type: 'string', maxLength: 80 } },
};
const lineSchema = z.strictObject({
  doctorId: z.string(),
  name: z.string(),
  regNo: z.string(),
  council: z.string(),
  state: z.string(),
  district: z.string(),
  exams: z.int(),
  fit: z.int(),
  withCondition: z.int(),
  unfit: z.int(),
  passRate: z.nullable(z.int()),
  outlier: z.boolean(),
});
const dueSchema = z.strictObject({
  driverId: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  medicalUpto: z.string(),
  canBeMailed: z.boolean(),
  remindedAt: z.nullable(z.string()),
});
const common = {
  tag: 'Doctor report',
  scope: 'organisation',
  access: { module: 'doctor-report', action: 'view' },
} as const;
const dueDays = 30;

/** What doctors found, doctor by doctor, and whose fitness ends soon. */
export function addDoctorReportRoutes(app: FastifyInstance, people: PeopleParts): void {
  const { kit } = people;
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/doctor-report',
    summary: 'Examinations by doctor, with pass rates',
    query: reportQuery,
    answer: z.array(lineSchema),
    beside: { count: z.int(), from: z.string(), to: z.string() },
    handle: async (call) => {
      const { rows, from, to } = await linesOf(people, call);
      return { message: 'OK', data: rows, count: rows.length, from, to };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/doctor-report/due',
    summary: `Drivers whose medical fitness expires within ${dueDays} days, or has expired`,
    answer: z.array(dueSchema),
    beside: { count: z.int() },
    handle: async ({ session }) => {
      need(session, 'drivers', 'view');
      const scope = scopeOf(session);
      const rows = await transact(kit.db, scope, (db) => dueDrivers(db, scope, indiaDay(kit.clock.now())));
      return { message: 'OK', data: rows, count: rows.length };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/doctor-report/remind/{id}',
    summary: 'Remind the owners of a driver of a due examination; once a day',
    answer: z.strictObject({ mails: z.int() }),
    handle: async (call) => {
      const mails = await remind(people, call);
      people.mail.jobs.wake();
      const message = mails === 0 ? 'A reminder was already sent today.' : 'Reminder sent.';
      return { message, data: { mails } };
    },
  });
  addRoute(app, {
    ...common,
    access: { module: 'doctor-report', action: 'export' },
    method: 'GET',
    path: '/doctor-report/export',
    summary: 'The report as CSV',
    query: reportQuery,
    raw: ['text/csv'],
    whileImpersonating: 'refused',
    handle: async (call) => {
      const { rows, from, to } = await linesOf(people, call);
      const now = kit.clock.now();
      await transact(kit.db, scopeOf(call.session), (db) =>
        recordAct(db, writerOf(call.session, call.request, now), {
          action: 'export',
          module: 'doctor-report',
          recordTitle: 'Doctor report',
          after: { format: 'csv', rows: rows.length, from, to },
          fields: ['format', 'rows', 'from', 'to'],
        }),
      );
      call.reply
        .header('content-disposition', `attachment; filename="doctor-report-${from}-${to}.csv"`)
        .type('text/csv; charset=utf-8');
      const head = [
        'Doctor',
        'Registration',
        'Council',
        'State',
        'District',
        'Examinations',
        'Fit',
        'With condition',
        'Unfit',
        'Pass rate %',
        'Unusually high pass rate',
      ];
      const lines = rows.map((row) =>
        csvLine([
          row.name,
          row.regNo,
          row.council,
          row.state,
          row.district,
          row.exams,
          row.fit,
          row.withCondition,
          row.unfit,
          row.passRate,
          row.outlier ? 'Yes' : 'No',
        ]),
      );
      return `\uFEFF${[csvLine(head), ...lines].join('\r\n')}\r\n`;
    },
  });
}

interface Period {
  from: string;
  to: string;
  state: string | null;
  district: string | null;
}

function periodOf(query: Record<string, unknown>, today: string): Period {
  const messages: Record<string, string> = {};
  const text = (name: string) => {
    const value = query[name];
    if (value === undefined || value === '') return null;
    if (typeof value === 'string' && !value.includes('\0') && value.length <= 80) return value;
    messages[name] = 'Give this parameter once, as a short text';
    return null;
  };
  const [from, to, state, district] = ['from', 'to', 'state', 'district'].map(text) as (string | null)[];
  for (const [name, value] of Object.entries({ from, to }))
    if (value && !isDay(value)) messages[name] = 'Must be a date, like 2026-11-21';
  if (state && !stateCodes.includes(state)) messages['state'] = 'Must be the code of a state';
  const period = {
    from: from ?? addDays(today, -365),
    to: to ?? today,
    state: state ?? null,
    district: district ?? null,
  };
  if (Object.keys(messages).length === 0 && period.to < period.from)
    messages['to'] = 'This must not be before the first day';
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  return period;
}

async function linesOf({ kit }: PeopleParts, { session, query }: Call): Promise<{ rows: DoctorLine[] } & Period> {
  const period = periodOf(query, indiaDay(kit.clock.now()));
  const scope = scopeOf(session);
  const params: Param[] = [period.from, period.to, period.state, period.district];
  const tenantSql = tenantFilter('doctor-report', scope, 'm.org_id', params);
  const rows = await transact(kit.db, scope, (db) =>
    db.query<Omit<DoctorLine, 'passRate' | 'outlier'>>(
      `select c.id as "doctorId", c.name, c.reg_no as "regNo", c.council, c.state, c.district, count(m.id) as exams,
         count(*) filter (where m.outcome = 'FIT') as fit, count(*) filter (where m.outcome = 'FIT_WITH_CONDITION') as "withCondition",
         count(*) filter (where m.outcome in ('UNFIT', 'TEMP_UNFIT')) as unfit
       from doctor c join medical_report m on m.doctor_id = c.id and m.deleted_at is null and m.status = 1 and m.review_state <> 'REFUSED'
         and m.examined_on between $1 and $2${tenantSql}
       where c.deleted_at is null and ($3::text is null or c.state = $3) and ($4::text is null or lower(c.district) = lower($4))
       group by c.id order by count(m.id) desc, lower(c.name), c.id limit 1000`,
      params,
    ),
  );
  return {
    ...period,
    rows: rows.map((row) => {
      const passed = row.fit + row.withCondition;
      const passRate = row.exams === 0 ? null : Math.round((passed * 100) / row.exams);
      return { ...row, passRate, outlier: row.exams >= outlierFrom && passed === row.exams };
    }),
  };
}

async function dueDrivers(db: Queryable, scope: Scope, today: string, id?: string): Promise<DueDriver[]> {
  const params: Param[] = [addDays(today, dueDays), id ?? null];
  const tenantSql = tenantFilter('doctor-report-due', scope, 'd.org_id', params);
  return db.query<DueDriver>(
    `select d.id as "driverId", d.name, d.org_id as "orgId", o.name as "orgName", d.medical_upto as "medicalUpto",
       exists (select 1 from identity_person a where a.org_id = o.id and a.email is not null and a.status = 1 and a.deleted_at is null and a.kind = 'client') as "canBeMailed",
       ${lastMailSql('medical-due', 'd.id')} as "remindedAt"
     from driver d join organisation o on o.id = d.org_id
     where d.deleted_at is null and d.status = 1 and d.situation <> 'EXITED' and d.medical_upto <= $1 and ($2::uuid is null or d.id = $2)${tenantSql}
     order by d.medical_upto, lower(d.name), d.id limit 500`,
    params,
  );
}

async function remind(people: PeopleParts, call: Call): Promise<number> {
  const { session, request, params } = call;
  const id = params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound('Driver not found');
  need(session, driver.path, 'view');
  const now = people.kit.clock.now();
  const scope = scopeOf(session);
  const writer = writerOf(session, request, now);
  const today = indiaDay(now);
  return write(people, call, scope, writer, async (db) => {
    const [due] = await dueDrivers(db, scope, today, id);
    if (!due) throw refuse.notFound('Driver not found');
    const owners = await ownersOf(db, due.orgId);
    if (owners.length === 0) throw refuse.conflict('No user of this organisation has an email address');
    let mails = 0;
    for (const owner of owners) {
      const queued = await queueMail(db, people.mail, {
        template: 'medical-due',
        to: { address: owner.email, name: owner.name, accountId: owner.id },
        orgId: due.orgId,
        values: { name: owner.name, driver: due.name, day: dayInWords(due.medicalUpto) },
        record: { module: driver.path, id: due.driverId, title: due.name },
        onceKey: `medical-due:${due.driverId}:${owner.id}:${today}`,
      });
      if (queued) mails += 1;
    }
    if (mails > 0)
      await recordChange(db, writer, {
        action: 'update',
        module: driver.path,
        recordId: due.driverId,
        recordTitle: due.name,
        orgId: due.orgId,
        before: null,
        after: { reminded: due.medicalUpto },
        fields: ['reminded'],
      });
    return mails;
  });
}
