import type { Queryable } from '#kit/server/db/database.ts';
import type { LadderStep, TariffRow } from './premium.rules.ts';

export const readTariff = (db: Queryable): Promise<TariffRow[]> =>
  db.query<TariffRow>(
    `select name, tariff_class as "tariffClass", years, basis, above::float8 as above, upto::float8 as upto, premium_paise as "premiumPaise",
       per_passenger_paise as "perPassengerPaise", effective_from as "effectiveFrom", effective_to as "effectiveTo"
     from tp_premium_rate where status = 1 and deleted_at is null`,
  );

export const readLadders = (db: Queryable): Promise<LadderStep[]> =>
  db.query<LadderStep>(
    `select ladder, step, percent::float8 as percent, effective_from as "effectiveFrom" from insurance_ladder
     where status = 1 and deleted_at is null`,
  );

/** What of a vehicle its premium and its insured value go by. */
export interface Build {
  id: string;
  tpPremiumClass: string | null;
  fuelType: string | null;
  engineCc: number | null;
  motorKw: number | null;
  gvwKg: number | null;
  seats: number | null;
  exShowroomPaise: number | null;
  /** The first day of its life that is known. */
  since: string | null;
  categoryId: string | null;
}

export const readBuilds = async (db: Queryable, vehicleIds: readonly string[]): Promise<Map<string, Build>> =>
  new Map(
    (
      await db.query<Build>(
        `select id, tp_premium_class as "tpPremiumClass", fuel_type as "fuelType", engine_cc as "engineCc", motor_kw::float8 as "motorKw",
           gvw_kg as "gvwKg", seats, ex_showroom_paise as "exShowroomPaise",
           coalesce(registered_on::text, manufactured_on || '-01') as since, category_id as "categoryId"
         from vehicles_build where id = any($1::uuid[])`,
        [[...new Set(vehicleIds)]],
      )
    ).map((build) => [build.id, build]),
  );

/** The class of the tariff that a vehicle is in: electric ones have tables of their own where there are any. */
export function tariffOf(
  build: Build,
  rows: readonly TariffRow[],
): { tariffClass: string; value: number | null; passengers: number } | undefined {
  if (build.tpPremiumClass === null) return undefined;
  const plain = build.tpPremiumClass.toLowerCase();
  const electric = `${plain}_ev`;
  const tariffClass =
    build.fuelType === 'ELECTRIC' && rows.some((row) => row.tariffClass === electric) ? electric : plain;
  const basis = rows.find((row) => row.tariffClass === tariffClass)?.basis;
  if (basis === undefined) return undefined;
  const value = { cc: build.engineCc, kW: build.motorKw, gvw_kg: build.gvwKg, flat: null }[basis] ?? null;
  // The driver is not a passenger.
  return { tariffClass, value, passengers: Math.max(0, (build.seats ?? 1) - 1) };
}
