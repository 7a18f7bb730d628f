import { addDays } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { uuidv7 } from 'uuidv7';
import type { PlannedDriver } from './demo-fleet-drivers.ts';
import type { PlannedVehicle } from './demo-fleet-vehicles.ts';

const morning = (day: string, days: number) => `${addDays(day, days)}T03:30:00Z`;

/** Who drives what now, and drove it before. */
export async function addAssignments(db: Queryable, drivers: readonly PlannedDriver[], day: string): Promise<void> {
  const driving = drivers.flatMap(({ id, vehicle }) => (vehicle ? [{ id, vehicle }] : []));
  const assignments = driving.flatMap(({ id, vehicle }, index) => {
    const own = { org_id: vehicle.orgId, vehicle_id: vehicle.id };
    // Each had another of the same organisation before, until the day on which everybody changed.
    const other = driving[(index + 7) % driving.length];
    const from = -(5 + (index % 50));
    const isRecorded = index % 3 !== 2 && other?.vehicle.orgId === vehicle.orgId && other.id !== id;
    const current = { ...own, id: uuidv7(), driver_id: id, from_at: morning(day, from), to_at: null, end_reason: null };
    if (!isRecorded) return [current];
    const before = {
      from_at: morning(day, -300),
      to_at: morning(day, -70),
      end_reason: 'Another vehicle was given to them',
    };
    return [current, { ...own, id: uuidv7(), driver_id: other.id, ...before }];
  });
  await db.query(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, to_at, end_reason, created_at)
     select a.id, a.org_id, a.vehicle_id, a.driver_id, a.from_at, a.to_at, a.end_reason, a.from_at
     from jsonb_populate_recordset(null::driver_assignment, $1::jsonb) a`,
    [JSON.stringify(assignments)],
  );
  const pairs = [driving.map(({ vehicle }) => vehicle.id), driving.map(({ id }) => id)];
  const given = 'from unnest($1::uuid[], $2::uuid[]) as g (vehicle, driver)';
  await db.query(`update vehicle v set driver_id = g.driver ${given} where v.id = g.vehicle`, pairs);
  await db.query(`update driver d set vehicle_id = g.vehicle ${given} where d.id = g.driver`, pairs);
}

/** Whose the vehicles are and were: some were bought from another organisation, and one is offered to a third. */
export async function addOwners(
  db: Queryable,
  vehicles: readonly PlannedVehicle[],
  day: string,
  { former, taker, takerMobile }: { former: string | undefined; taker: string | undefined; takerMobile: string },
): Promise<void> {
  const bought = vehicles.filter((one, at) => at % 13 === 6 && former !== undefined && one.orgId !== former);
  const owners = vehicles.flatMap((vehicle) => {
    const own = { org_id: vehicle.orgId, vehicle_id: vehicle.id };
    const from = `${vehicle.registeredOn}T06:30:00Z`;
    if (!bought.includes(vehicle)) return [{ ...own, id: uuidv7(), from_at: from, to_at: null, is_first: true }];
    return [
      { ...own, id: uuidv7(), org_id: former, from_at: from, to_at: morning(day, -90), is_first: true },
      { ...own, id: uuidv7(), from_at: morning(day, -90), to_at: null, is_first: false },
    ];
  });
  await db.query(
    `insert into vehicle_owner (id, org_id, vehicle_id, from_at, to_at, is_first)
     select o.id, o.org_id, o.vehicle_id, o.from_at, o.to_at, o.is_first from jsonb_populate_recordset(null::vehicle_owner, $1::jsonb) o`,
    [JSON.stringify(owners)],
  );
  const sold = vehicles.filter(
    ({ plan, orgId }) => plan.situation === 'SOLD' && taker !== undefined && orgId !== taker,
  );
  const transfers = [
    ...bought.map(({ id, orgId }) => ({
      id: uuidv7(),
      vehicle_id: id,
      from_org_id: former,
      to_org_id: orgId,
      kind: 'REQUEST',
      state: 'APPROVED',
      reason: 'Bought from them with its papers',
      handed_on: addDays(day, -90),
      decided_at: morning(day, -88),
      created_at: morning(day, -89),
    })),
    ...sold.map(({ id, orgId }) => ({
      id: uuidv7(),
      vehicle_id: id,
      from_org_id: orgId,
      to_org_id: taker,
      to_mobile: takerMobile,
      kind: 'OFFER',
      state: 'OPEN',
      reason: 'Sold to them at the start of the week',
      handed_on: addDays(day, -3),
      created_at: morning(day, -2),
    })),
  ];
  await db.query(
    `insert into ownership_transfer (id, vehicle_id, from_org_id, to_org_id, to_mobile, kind, state, reason, handed_on, decided_at, created_at)
     select t.id, t.vehicle_id, t.from_org_id, t.to_org_id, t.to_mobile, t.kind, t.state, t.reason, t.handed_on, t.decided_at, t.created_at
     from jsonb_populate_recordset(null::ownership_transfer, $1::jsonb) t`,
    [JSON.stringify(transfers)],
  );
}
