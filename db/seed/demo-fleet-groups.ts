import type { GroupColour } from '#areas/vehicles/groups/group.contract.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { uuidv7 } from 'uuidv7';

interface GroupPlan {
  organisation: string;
  name: string;
  colour: GroupColour;
  note: string | null;
  /** Which vehicles, by their place among those of the organisation: every so many, beginning with one. */
  every: number;
  from: number;
}

const plans: readonly GroupPlan[] = [
  {
    organisation: 'Sahyadri Logistics',
    name: 'Chakan depot',
    colour: 'BLUE',
    note: 'Parked at Chakan overnight.',
    every: 3,
    from: 0,
  },
  {
    organisation: 'Sahyadri Logistics',
    name: 'Mumbai night run',
    colour: 'AMBER',
    note: 'Leaves Pune at 21:00, back by 06:00.',
    every: 5,
    from: 1,
  },
  { organisation: 'Sahyadri Logistics', name: 'Spare vehicles', colour: 'GREY', note: null, every: 12, from: 4 },
  {
    organisation: 'Deccan Cold Chain',
    name: 'Vaccine deliveries',
    colour: 'GREEN',
    note: 'Box temperature 2 to 8 °C.',
    every: 2,
    from: 0,
  },
];

/** Groups of vehicles of the demo's organisations; some vehicles are in two. */
export async function addGroups(db: Queryable, now: Date): Promise<void> {
  for (const { organisation, name, colour, note, every, from } of plans)
    await db.query(
      `with o as (select id from organisation where name = $2 and deleted_at is null),
         v as (select v.id, row_number() over (order by v.registration_no) - 1 as at from vehicle v join o on v.org_id = o.id
           where v.deleted_at is null),
         chosen as (select id from v where at % $6 = $7),
         g as (insert into vehicle_group (id, name, org_id, colour, note, vehicle_count, created_at, updated_at)
           select $1, $3, o.id, $4, $5, (select count(*) from chosen), $8, $8 from o returning id, org_id)
       insert into vehicle_group_member (group_id, vehicle_id, org_id, added_at) select g.id, chosen.id, g.org_id, $8 from g, chosen`,
      [uuidv7(), organisation, name, colour, note, every, from, now.toISOString()],
    );
}
