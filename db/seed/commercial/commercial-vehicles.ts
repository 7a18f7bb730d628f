import type { ModelSeed } from '../models.ts';
import { buildName, type SpecificationSeed } from '../specifications.ts';
import { machinesByBrand } from './construction.data.ts';
import { tractorsByBrand } from './farm.data.ts';
import { goodsByBrand } from './goods.data.ts';
import { passengersByBrand } from './passenger.data.ts';
import type { FarmRow, RoadRow } from './rows.ts';
import { threeWheelersByBrand } from './three-wheelers.data.ts';

const byType: Readonly<Record<string, string>> = {
  'Articulated truck': 'ARTICULATED_VEHICLE',
  'Auto-rickshaw': 'THREE_WHEELER_PASSENGER',
  'Three-wheeled carrier': 'THREE_WHEELER_GOODS',
  'E-rickshaw': 'E_RICKSHAW',
  'E-cart': 'E_CART',
  Quadricycle: 'QUADRICYCLE',
  Ambulance: 'AMBULANCE',
  Bus: 'BUS',
  Minibus: 'BUS',
};
/** A driver and up to 12 passengers. */
const maxiCabSeats = 13;
/** Years after which no vehicle of a norm could be registered: BS-IV from April 2017, BS-VI from April 2020. */
const lastYearOf: Readonly<Record<string, number>> = { BS_III: 2017, BS_IV: 2020 };

/** Legal use of a goods vehicle by its gross weight; without one, what its type usually is. */
function goodsCategory(type: string, gvwKg: number | null): string {
  if (gvwKg === null) {
    if (type === 'Truck' || type === 'Tipper') throw new Error('A truck needs a weight or a category');
    return 'GOODS_LIGHT';
  }
  return gvwKg <= 7_500 ? 'GOODS_LIGHT' : gvwKg <= 12_000 ? 'GOODS_MEDIUM' : 'GOODS_HEAVY';
}

function categoryOf([, type, , , , gvwKg = null, seats = null, , , , , category]: RoadRow): string {
  if (category) return category;
  if (type === 'Tempo traveller') return seats === null || seats <= maxiCabSeats ? 'MAXI_CAB' : 'BUS';
  if (['MPV', 'Sedan', 'Hatchback', 'Double-cab pickup'].includes(type)) return 'MOTOR_CAR';
  return byType[type] ?? goodsCategory(type, gvwKg);
}

interface Seeds {
  models: ModelSeed[];
  specifications: SpecificationSeed[];
}

const figures = { engineCc: null, motorKw: null, seats: null, gvwKg: null, emissionNorm: null };
const noPrice = { priceFrom: null, priceTo: null };

function roadSeeds(brand: string, rows: readonly RoadRow[]): Seeds {
  const models = new Map<string, ModelSeed>();
  for (const row of rows) {
    const [name, type, , , , , , norm, yearFrom = null, yearTo = null] = row;
    const ended = yearTo ?? lastYearOf[norm ?? ''] ?? null;
    const known = models.get(name);
    if (!known) models.set(name, { brand, type, category: categoryOf(row), name, yearFrom, yearTo: ended });
    // A later build goes on.
    else if (known.yearTo !== null) known.yearTo = ended === null ? null : Math.max(known.yearTo, ended);
  }
  return {
    models: [...models.values()],
    specifications: rows.map(
      ([model, , fuelType, cc = null, kw = null, gvw = null, seats = null, norm = null, , , body]) => ({
        brand,
        model,
        name: buildName(fuelType, cc, kw),
        fuelType,
        bodyType: body ?? null,
        engineCc: cc,
        motorKw: kw,
        seats,
        gvwKg: gvw,
        emissionNorm: norm,
        ...noPrice,
      }),
    ),
  };
}

const kwPerHorsepower = 0.7457;

/** Tractors: their category is the farmer's. Whoever uses one for transport says so at the vehicle. */
const farmSeeds = (brand: string, rows: readonly FarmRow[]): Seeds => ({
  models: rows.map(([name]) => ({
    brand,
    type: 'Tractor',
    category: 'TRACTOR_AGRICULTURAL',
    name,
    yearFrom: null,
    yearTo: null,
  })),
  specifications: rows.map(([model, horsepower = null, cc = null, body = null, fuel]) => {
    const motorKw = horsepower === null ? null : Math.round(horsepower * kwPerHorsepower);
    const fuelType = fuel ?? 'DIESEL';
    return {
      brand,
      model,
      name: buildName(fuelType, cc, motorKw),
      ...figures,
      fuelType,
      bodyType: body,
      engineCc: cc,
      motorKw,
      ...noPrice,
    };
  }),
});

const machineSeeds = (brand: string, kinds: Readonly<Record<string, readonly string[]>>): Seeds => {
  const rows = Object.entries(kinds).flatMap(([body, names]) => names.map((name) => ({ name, body })));
  return {
    models: rows.map(({ name }) => ({
      brand,
      type: 'Construction machine',
      category: 'CONSTRUCTION_EQUIPMENT',
      name,
      yearFrom: null,
      yearTo: null,
    })),
    specifications: rows.map(({ name, body }) => ({
      brand,
      model: name,
      name: buildName('DIESEL', null, null),
      ...figures,
      fuelType: 'DIESEL',
      bodyType: body,
      ...noPrice,
    })),
  };
};

const all: readonly Seeds[] = [
  ...[goodsByBrand, passengersByBrand, threeWheelersByBrand].flatMap((table) =>
    Object.entries(table).map(([brand, rows]) => roadSeeds(brand, rows)),
  ),
  ...Object.entries(tractorsByBrand).map(([brand, rows]) => farmSeeds(brand, rows)),
  ...Object.entries(machinesByBrand).map(([brand, kinds]) => machineSeeds(brand, kinds)),
];

/** Trucks, buses, three-wheelers, tractors and construction machines: brand and name together are unique, also among `models`. */
export const commercialModels: readonly ModelSeed[] = all.flatMap(({ models }) => models);
/** Their builds; each model has one at least. */
export const commercialSpecifications: readonly SpecificationSeed[] = all.flatMap((one) => one.specifications);
