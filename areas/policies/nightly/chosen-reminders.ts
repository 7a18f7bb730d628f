import { recipientsOf } from '#areas/identity/identity.server.ts';
import type { MailKit } from '#areas/mail/mail.server.ts';
import type { BulkReport } from '#kit/contract/answers.ts';
import { dayInWords, daysBetween, indiaDay } from '#kit/contract/days.ts';
import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { dueDays } from '../policy/policy-state.rules.ts';
import { noteReminder, sendReminder, stageOf } from './policy-reminders.ts';

interface Chosen {
  id: string;
  orgId: string;
  policyNo: string;
  vehicle: string | null;
  issued: boolean;
  status: number;
  cancelledOn: string | null;
  /** Last days of covers that no other policy goes on with; cover that is cancelled for a day to come ends the day before. */
  odTo: string | null;
  tpTo: string | null;
}

/**
 * Reminds of chosen policies that the scope sees: of the cover that ends first. Those that need no reminder, or had that of their stage,
 * are left out with the reason.
 * @param again also those that had it
 */
export async function remindOfChosen(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  mail: MailKit,
  ids: readonly string[],
  again: boolean,
): Promise<BulkReport> {
  const params: Param[] = [[...ids]];
  const tenantSql = tenantFilter('policies-to-remind', scope, 'p.org_id', params);
  const open = (cover: 'od' | 'tp') =>
    `case when not exists (select from app_user_policy n where n.vehicle_id = p.vehicle_id and n.org_id = p.org_id and n.id <> p.id and n.issued
       and n.status = 1 and n.deleted_at is null and n.cancelled_on is null and n.${cover}_to > p.${cover}_to) 
       and p.${cover}_from < coalesce(p.cancelled_on, 'infinity') then least(p.${cover}_to, p.cancelled_on - 1) end`;
  const rows = await db.query<Chosen>(
    `select p.id, p.org_id as "orgId", p.policy_no as "policyNo", v.registration_no as vehicle, p.issued, p.status, p.cancelled_on as "cancelledOn",
       ${open('od')} as "odTo", ${open('tp')} as "tpTo"
     from app_user_policy p left join vehicles_vehicle v on v.id = p.vehicle_id and v.org_id = p.org_id and v.deleted_at is null and v.status = 1
     where p.id = any($1::uuid[]) and p.deleted_at is null${tenantSql} order by p.id`,
    params,
  );
  const today = indiaDay(writer.now);
  const orgs = [...new Set(rows.map(({ orgId }) => orgId))];
  const keepers = Map.groupBy(await recipientsOf(db, orgs, 'app-user-policy', 'create'), ({ orgId }) => orgId);
  const report: BulkReport = { done: 0, failed: [] };
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = known.get(id);
    const message = row ? await remind(row) : 'This record no longer exists';
    if (message === undefined) report.done += 1;
    else report.failed.push({ id, label: row?.policyNo ?? id, message });
  }
  return report;

  /** @returns why not */
  async function remind(row: Chosen): Promise<string | undefined> {
    const { vehicle } = row;
    if (!row.issued || row.status !== 1) return 'Reminders are sent for active, issued policies only';
    if (row.cancelledOn !== null && row.cancelledOn <= today) return 'This policy is cancelled';
    if (vehicle === null) return 'The vehicle is not active, or has another owner now';
    const ends = (['OD', 'TP'] as const).flatMap((cover) => {
      const upto = cover === 'OD' ? row.odTo : row.tpTo;
      return upto === null ? [] : [{ cover, upto, left: daysBetween(today, upto) }];
    });
    const first = ends.sort((a, b) => a.left - b.left)[0];
    if (!first) return 'This policy is renewed already';
    const stage = stageOf(first.left);
    if (stage === undefined)
      return `Not due yet: cover expires on ${dayInWords(first.upto)}, more than ${dueDays} days from now`;
    const to = keepers.get(row.orgId) ?? [];
    if (to.length === 0) return 'No user of this organisation has an email address';
    const one = {
      id: row.id,
      orgId: row.orgId,
      policyNo: row.policyNo,
      vehicle,
      ...first,
      stage,
      isDocument: first.upto === row.tpTo,
    };
    const sent = await noteReminder(db, one, to.length, writer.now);
    if (sent && !again) return `A reminder was sent on ${dayInWords(indiaDay(new Date(sent)))}`;
    await sendReminder(db, mail, one, to, sent ? ` again ${writer.now.toISOString()}` : '');
    await recordChange(db, writer, {
      action: 'update',
      module: 'app-user-policy',
      recordId: row.id,
      recordTitle: row.policyNo,
      orgId: row.orgId,
      before: null,
      after: { reminded: first.upto },
      fields: ['reminded'],
    });
    return undefined;
  }
}
