import { can } from '#kit/contract/rights.ts';
import type { DutySource, More } from '#kit/server/areas/duties.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { deadlineColumns, deadlinesSql } from './deadlines.store.ts';

/** Whoever sees the page Renewals, and the records that the duties lead to. */
const seesAlso =
  (module: string) =>
  ({ grants }: Session): boolean =>
    can(grants, 'obligation', 'view') && can(grants, module, 'view');

/** Deadlines of one kind as duties. */
const select = (kind: 'PAPER' | 'LICENCE' | 'MEDICAL', today: string, more = ''): string => `
  select o.key, o.due as day, o.org_id, o.vehicle_id, o.what, null::text as detail, o.subject, o."subjectPath" = 'vehicle' as is_plate,
    null::text as state, 'RENEW' as step, o.to, o.changed_at
  from (${deadlinesSql(today)}) o where o.kind = '${kind}'${more}`;

const step =
  (module: string, action: 'create' | 'edit', label: string, other: string): DutySource['steps'] =>
  ({ grants }) => ({ RENEW: can(grants, module, action) ? label : other });

const renewals = { WAITING: 'Renewal awaiting review', UPCOMING: 'Renewed' } as const;

/** Of documents: the reminders that went out, and whether a renewal is there. */
async function moreOf(db: Queryable, keys: readonly string[]): Promise<More> {
  const rows = await db.query<{ key: string; reminded: string[] | null; renewal: keyof typeof renewals | null }>(
    `select 'paper:' || o.paper_id as key, ${deadlineColumns}
     from (select d.id as paper_id, d.type_id, coalesce(d.vehicle_id, d.driver_id, d.owner_org_id, d.app_user_id) as paper_of
       from documents_document d where d.id = any($1::uuid[])) o`,
    [keys.map((key) => key.slice('paper:'.length))],
  );
  return new Map(
    rows.map(({ key, reminded, renewal }) => [
      key,
      { reminded: reminded ?? [], ...(renewal ? { state: renewals[renewal] } : {}) },
    ]),
  );
}

/** Documents, licences and medical fitness that must be renewed by a day: those of the page Renewals. */
export const renewalDuties: readonly DutySource[] = [
  {
    key: 'PAPER',
    name: 'Documents',
    order: 10,
    isFor: seesAlso('vehicle-kyc-doc'),
    // Who sees policies has the document of a policy there, once.
    sql: ({ today, session }) =>
      select('PAPER', today, can(session.grants, 'app-user-policy', 'view') ? ' and o.policy_id is null' : ''),
    steps: step('vehicle-kyc-doc', 'create', 'Renew document', 'View document'),
    more: moreOf,
  },
  {
    key: 'LICENCE',
    name: 'Licences',
    order: 20,
    isFor: seesAlso('drivers'),
    sql: ({ today }) => select('LICENCE', today),
    steps: step('drivers', 'edit', 'Renew licence', 'View driver'),
  },
  {
    key: 'MEDICAL',
    name: 'Medical fitness',
    order: 30,
    isFor: seesAlso('drivers'),
    sql: ({ today }) => select('MEDICAL', today),
    steps: step('medical-report', 'create', 'Renew medical certificate', 'View driver'),
  },
];
