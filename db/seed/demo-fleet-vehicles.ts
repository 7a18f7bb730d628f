import { addDays } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { uuidv7 } from 'uuidv7';
import type { FleetModel } from './demo-fleet.data.ts';
import { usual, type VehiclePlan, vehiclePlans } from './demo-fleet-plans.ts';
import type { Planned } from './demo-fleet-rows.ts';

/** One organisation's part of the demo's fleets. */
export interface Fleet {
  organisation: string;
  models: readonly FleetModel[];
  vehicles: number;
  drivers: number;
  /** Codes of the offices that its vehicles and licences are of. */
  offices: readonly string[];
  /** What is said of single vehicles and drivers holds for the one with many. */
  isPlanned: boolean;
}

/** What the reference data says of a model, as this installation has it now. */
interface Build {
  key: string;
  modelId: string;
  brandId: string;
  typeId: string;
  yearFrom: number | null;
  yearTo: number | null;
  specificationId: string | null;
  fuel: string | null;
  seats: number | null;
  gvwKg: number | null;
}
export interface References {
  builds: ReadonlyMap<string, Build>;
  categories: ReadonlyMap<string, { id: string; isTransport: boolean; licenceClasses: readonly string[] }>;
  offices: ReadonlyMap<string, string>;
}
export interface PlannedVehicle extends Planned {
  plan: VehiclePlan;
  plate: string;
  registeredOn: string;
  rtoId: string | null;
  isTransport: boolean;
  licenceClasses: readonly string[];
}

/** Whatever was renamed or removed meanwhile is missing here, and so are the vehicles that would need it. */
export async function readReferences(db: Queryable): Promise<References> {
  const builds = await db.query<Build>(
    `select b.name || '|' || m.name || '|' || coalesce(s.fuel_type, '') as key, m.id as "modelId", m.brand_id as "brandId", m.type_id as "typeId",
       m.year_from as "yearFrom", m.year_to as "yearTo", s.id as "specificationId", s.fuel_type as fuel, s.seats,
       s.gvw_kg as "gvwKg"
     from vehicle_model m join vehicle_brand b on b.id = m.brand_id
       join vehicle_specification s on s.model_id = m.id and s.deleted_at is null and s.status = 1
     where m.deleted_at is null and m.status = 1 order by s.seats is null desc, s.id desc`,
  );
  const categories = await db.query<{ code: string; id: string; isTransport: boolean; licenceClasses: string[] }>(
    `select code, id, is_transport as "isTransport", coalesce(licence_classes, '{}') as "licenceClasses" from vehicle_category where deleted_at is null`,
  );
  const offices = await db.query<{ code: string; id: string }>('select code, id from rto where deleted_at is null');
  return {
    // Of several builds the last, which is the first made of those whose seats are known.
    builds: new Map(builds.map((build) => [build.key, build])),
    categories: new Map(categories.map(({ code, ...rest }) => [code, rest])),
    offices: new Map(offices.map(({ code, id }) => [code, id])),
  };
}

const series = ['ZZ', 'ZY', 'ZX', 'ZW'];
const pad = (number: number, digits: number) => String(number).padStart(digits, '0');

/** @param serial of the first vehicle: numbers of all fleets are counted together. */
export function planVehicles(
  fleet: Fleet,
  orgId: string,
  { builds, categories, offices }: References,
  day: string,
  serial: number,
): PlannedVehicle[] {
  return Array.from({ length: fleet.vehicles }, (_, at) => {
    const [brand, model, fuel, code, colour] = fleet.models[at % fleet.models.length] as FleetModel;
    const build = builds.get(`${brand}|${model}|${fuel}`);
    const category = categories.get(code);
    if (!build || !category) return [];
    const plan = (fleet.isPlanned && vehiclePlans[at]) || usual;
    const number = serial + at;
    const office = fleet.offices[at % fleet.offices.length] as string;
    const registeredOn = registeredOf(plan, build, day, at);
    const plate = plan.temporary
      ? `T${registeredOn.slice(2, 4)}${office}${pad(number, 4)}`
      : plan.bharat
        ? `${registeredOn.slice(2, 4)}BH${pad(number, 4)}ZZ`
        : `${office}${series[at % series.length]}${pad(1_000 + number * 7, 4)}`;
    const rtoId = plan.bharat ? null : (offices.get(office) ?? null);
    const isFinanced = at % 4 === 0 && fleet.vehicles > 5;
    return {
      id: uuidv7(),
      orgId,
      title: plate,
      at: `${plan.isNew ? addDays(day, -3) : addDays(day, -40 - at)}T05:${pad(at % 60, 2)}:00Z`,
      plan,
      plate,
      registeredOn,
      rtoId,
      isTransport: category.isTransport,
      licenceClasses: category.licenceClasses,
      columns: {
        registration_no: plate,
        registration_kind: plan.temporary ? 'TEMPORARY' : plan.bharat ? 'BH' : 'PERMANENT',
        registration_ends_on: plan.temporary ? addDays(day, 20) : null,
        rto_id: rtoId,
        brand_id: build.brandId,
        model_id: build.modelId,
        specification_id: build.specificationId,
        type_id: build.typeId,
        category_id: category.id,
        chassis_no: `ZZZDEM${'ABCDEFGH'.charAt(at % 8)}0${registeredOn.slice(2, 4)}Z${pad(number, 6)}`,
        engine_no: `DEM${fuel.slice(0, 2)}${pad(number * 13, 7)}`,
        fuel_type: build.fuel,
        emission_norm: fuel === 'ELECTRIC' ? null : registeredOn < '2020-04-01' ? 'BS_IV' : 'BS_VI',
        colour,
        seats: build.seats,
        gvw_kg: build.gvwKg,
        manufactured_on: addDays(registeredOn, -45).slice(0, 7),
        registered_on: registeredOn,
        ownership: isFinanced ? 'FINANCED' : at % 9 === 5 ? 'LEASED' : 'OWNED',
        owner_serial: at % 13 === 6 ? 2 : 1,
        financier: isFinanced ? 'Specimen Vehicle Finance' : null,
        odometer_km: plan.isNew ? 40 + at : 9_000 + ((at * 7_919) % 96_000),
        fastag_id: category.isTransport ? `34161FA8${pad(number, 12)}` : null,
        blacklisted: plan.situation === 'STOLEN',
        situation: plan.situation ?? 'IN_USE',
        situation_note: plan.note ?? null,
        was_active: !plan.isNew,
        status: plan.isOff ? 0 : 1,
      },
    };
  }).flat();
}

/** Within the years in which the model was sold; what is new was registered this month. */
function registeredOf(plan: VehiclePlan, { yearFrom, yearTo }: Build, day: string, at: number): string {
  if (plan.isNew) return addDays(day, -4 - (at % 20));
  const oldest = Math.max(yearFrom ?? 0, 2021);
  const newest = Math.max(oldest, Math.min(yearTo ?? 9_999, Number(day.slice(0, 4)) - 1));
  const year = newest - ((at * 3) % (newest - oldest + 1));
  return `${year}-${pad(1 + ((at * 5) % 12), 2)}-${pad(1 + ((at * 11) % 28), 2)}`;
}
