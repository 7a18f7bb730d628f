import type { Queryable } from '#kit/server/db/database.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import type { VehicleSize } from '../rules/challan-rule.contract.ts';
import { rulesOn } from '../rules/fine-rules.store.ts';
import { type Asked, askedBy, type FineRule, fittingRules, type Offence } from '../rules/rule-pick.rules.ts';
import type { StoredChallan } from './challans.store.ts';

/** What a challan is asked for: as much of it as rules and the count of earlier ones go by. */
export type OffenceFacts = Pick<
  StoredChallan,
  | 'vehicleId'
  | 'driverId'
  | 'liable'
  | 'offenceOn'
  | 'offenceAt'
  | 'state'
  | 'units'
  | 'speedKmh'
  | 'limitKmh'
  | 'seconds'
> & {
  /** Of the challan itself, which does not count before itself; null for a new one. */
  id: string | null;
  /** Null: any kind of speeding, as the rules have it. */
  challanTypeId: string | null;
  orgId: string;
};

/** What the rules of the day ask for an offence. */
export interface Reckoned {
  rule: FineRule | null;
  asked: Asked;
  offenceNo: number;
}

/** Licences for medium and heavy vehicles. */
const heavy: readonly string[] = ['HMV', 'HGMV', 'HPMV'];
/** The size of a vehicle by the licences that its category asks for; null where nothing is known. */
export const sizeOf = (licenceClasses: readonly string[] | null): VehicleSize | null =>
  licenceClasses === null || licenceClasses.length === 0
    ? null
    : licenceClasses.some((one) => heavy.includes(one))
      ? 'MEDIUM_OR_HEAVY'
      : 'LIGHT';

interface VehicleFacts {
  rtoId: string | null;
  categoryId: string | null;
  speedClass: string | null;
  licenceClasses: string[] | null;
}

async function vehicleOf(db: Queryable, id: string): Promise<VehicleFacts> {
  const [row] = await db.query<VehicleFacts>(
    `select v.rto_id as "rtoId", v.category_id as "categoryId", c.speed_class as "speedClass", c.licence_classes as "licenceClasses"
     from vehicles_vehicle v left join vehicles_category c on c.id = v.category_id where v.id = $1`,
    [id],
  );
  return row ?? { rtoId: null, categoryId: null, speedClass: null, licenceClasses: null };
}

/**
 * Which one an offence is of its kind within the time that counts, of the driver where the driver is to pay, else of the vehicle. Drafts and
 * what was taken back do not count, nor do challans of another source.
 */
async function numberOf(db: Queryable, facts: OffenceFacts, challanTypeId: string): Promise<number> {
  const months = (await deadlinesOn(db, facts.offenceOn))('REPEAT_WITHIN');
  const isDriver = facts.liable === 'DRIVER' && facts.driverId !== null;
  const [row] = await db.query<{ before: number }>(
    `select count(*) as before from challan c where c.org_id = $1 and c.${isDriver ? 'driver_id' : 'vehicle_id'} = $2 and c.challan_type_id = $3
       and c.source = 'INTERNAL' and c.challan_status not in ('DRAFT', 'CANCELLED', 'LAPSED') and c.deleted_at is null and c.status = 1
       and c.offence_at < $4 and c.offence_at >= $4::timestamptz - make_interval(months => $5) and c.id is distinct from $6`,
    [facts.orgId, isDriver ? facts.driverId : facts.vehicleId, challanTypeId, facts.offenceAt, months, facts.id],
  );
  return (row?.before ?? 0) + 1;
}

/**
 * What the rules that were in force on the day of an offence ask for it, earlier ones counted. The same question as the tester's of
 * challan rules, and the same answer.
 */
export async function reckon(db: Queryable, facts: OffenceFacts): Promise<Reckoned> {
  const vehicle = await vehicleOf(db, facts.vehicleId);
  const rules = await rulesOn(db, facts.offenceOn, facts.challanTypeId);
  const { speedKmh, limitKmh, seconds } = facts;
  const of: Omit<Offence, 'offenceNo'> = {
    challanTypeId: facts.challanTypeId,
    day: facts.offenceOn,
    state: facts.state,
    rtoId: vehicle.rtoId,
    vehicleSize: sizeOf(vehicle.licenceClasses),
    speedClass: vehicle.speedClass,
    categoryId: vehicle.categoryId,
    speed: speedKmh === null || limitKmh === null ? null : { kmh: speedKmh, limitKmh, seconds: seconds ?? 0 },
    units: facts.units,
  };
  // Which offence it is follows from the rule, and how often it happened from the offence: asked as a first one, then as what it is.
  const [first] = fittingRules(rules, { ...of, offenceNo: 1 });
  const typeId = facts.challanTypeId ?? first?.challanTypeId;
  if (typeId === undefined) return { rule: null, asked: nothing, offenceNo: 1 };
  const offenceNo = await numberOf(db, facts, typeId);
  const [rule] = fittingRules(rules, { ...of, challanTypeId: typeId, offenceNo });
  return { rule: rule ?? null, asked: rule ? askedBy(rule, facts.units) : nothing, offenceNo };
}
const nothing: Asked = { amountPaise: null, minPaise: null, maxPaise: null };

/** Whoever asks an amount of one driver or vehicle at the same time takes turns: each counts those before it. */
export const takeTurn = (db: Queryable, { vehicleId, driverId }: Pick<OffenceFacts, 'vehicleId' | 'driverId'>) =>
  db.query(`select pg_advisory_xact_lock(hashtextextended('challans of ' || k, 0)) from unnest($1::text[]) as k`, [
    [vehicleId, ...(driverId === null ? [] : [driverId])].toSorted(),
  ]);
