import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { addJob } from '#kit/server/jobs.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { offDutyHides, offDutyShows } from '../duty.topics.ts';
import { midnightAfter } from '../hiding/off-duty.rules.ts';
import type { Effect } from '../rule/effect.rules.ts';

/** The job that writes to drivers. */
export const driversJob = 'off-duty drivers';

/** What that job is given. */
export interface ToldDrivers {
  ruleId: string;
  rule: string;
  what: string;
  actor: string;
  /** From when on more is shown, and more is hidden; null: nothing. */
  shownFrom: string | null;
  hiddenFrom: string | null;
  /** Who is assigned to which of the vehicles. */
  assigned: { driverId: string; vehicleId: string }[];
}

/**
 * Tells the people of an organisation and its drivers that positions are shown, or hidden, at other times than before, and notes it in the
 * history of the organisation and of the vehicles that somebody has.
 */
export async function tellOfChange(
  db: Queryable,
  writer: Writer,
  rule: { id: string; orgId: string; name: string; isGone: boolean },
  what: string,
  { shows, hides, concerns }: Effect,
): Promise<void> {
  const now = writer.now.toISOString();
  const shownFrom = shows ? new Date(midnightAfter(writer.now.getTime())).toISOString() : null;
  const hiddenFrom = hides ? now : null;
  const news = [
    { topic: offDutyShows, from: shownFrom },
    { topic: offDutyHides, from: hiddenFrom },
  ];
  for (const { topic, from } of news)
    if (from !== null)
      await publish(db, writer.now, {
        topic,
        orgId: rule.orgId,
        to: { module: 'off-duty-rule', action: 'view' },
        params: { rule: rule.name, what, actor: writer.actorName, from },
        // A rule that was deleted has no page.
        link: rule.isGone ? '/off-duty-rule' : `/off-duty-rule/${rule.id}`,
        record: { module: 'off-duty-rule', id: rule.id },
        onceKey: `${topic.key}:${rule.id}:${now}`,
        except: writer.actorId,
      });
  if (!shows && !hides) return;
  const all = await db.query<ToldDrivers['assigned'][number] & { plate: string }>(
    `select a.driver_id as "driverId", a.vehicle_id as "vehicleId", v.registration_no as plate
     from vehicles_assignment a join vehicles_vehicle v on v.id = a.vehicle_id
     where a.org_id = $1 and a.from_at <= $2 and (a.to_at is null or a.to_at > $2) order by a.driver_id, a.vehicle_id`,
    [rule.orgId, now],
  );
  const assigned = all.filter(({ vehicleId }) => concerns(vehicleId));
  const [organisation] = await db.query<{ name: string }>('select name from people_organisation where id = $1', [
    rule.orgId,
  ]);
  const note = (module: string, recordId: string, recordTitle: string) => ({
    action: 'update' as const,
    module,
    recordId,
    recordTitle,
    orgId: rule.orgId,
    before: null,
    after: {
      offDutyRule: rule.name,
      offDutyChange: what,
      ...(shownFrom === null ? {} : { shownFrom }),
      ...(hiddenFrom === null ? {} : { hiddenFrom }),
    },
    fields: ['offDutyRule', 'offDutyChange', 'shownFrom', 'hiddenFrom'],
  });
  await recordChanges(db, writer, [
    note('organisation', rule.orgId, organisation?.name ?? ''),
    ...assigned.map(({ vehicleId, plate }) => note('vehicle', vehicleId, plate)),
  ]);
  const told: ToldDrivers = {
    ruleId: rule.id,
    rule: rule.name,
    what,
    actor: writer.actorName,
    shownFrom,
    hiddenFrom,
    assigned: assigned.map(({ driverId, vehicleId }) => ({ driverId, vehicleId })),
  };
  if (told.assigned.length > 0) await addJob(db, { name: driversJob, payload: { ...told } }, writer.now);
}
