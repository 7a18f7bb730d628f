import { weekDays } from '#kit/contract/formats/schedule.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { midnightAfter, midnightBefore } from '../hiding/off-duty.rules.ts';
import { effectOf, type Said } from './effect.rules.ts';
import type { Held, HeldState } from './held.contract.ts';

/** What a rule said since midnight that hides more than it does now. */
export async function heldOf(db: Queryable, ruleId: string, now: Date): Promise<Held> {
  const rows = await db.query<Said & { isOpen: boolean }>(
    `select v.days, v.from_min as "from", v.to_min as "to", v.vehicle_ids::text[] as vehicles, v.upto is null as "isOpen"
     from off_duty_version v where v.rule_id = $1 and (v.upto is null or v.upto > greatest(v.from_at, $2)) order by v.from_at, v.id`,
    [ruleId, new Date(midnightBefore(now.getTime())).toISOString()],
  );
  const says = rows.filter(({ isOpen }) => isOpen);
  const held = rows.filter((row) => !row.isOpen && effectOf([row], says).shows).map(stateOf);
  const different = [...new Map(held.map((state) => [JSON.stringify(state), state])).values()];
  const until = different.length > 0 ? new Date(midnightAfter(now.getTime())).toISOString() : null;
  return { heldUntil: until, held: different };
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function stateOf({ days, from, to, vehicles }: Said): HeldState {
  const isWhole = from === to;
  return {
    days: weekDays.filter((_, day) => days.includes(day)),
    fromTime: isWhole ? null : clock(from),
    toTime: isWhole ? null : clock(to),
    vehicles: vehicles?.length ?? null,
  };
}
