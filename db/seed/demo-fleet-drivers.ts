import { addDays } from '#kit/contract/days.ts';
import { uuidv7 } from 'uuidv7';
import { firstNames, lastNames } from './demo-fleet.data.ts';
import { type DriverPlan, driverPlans, type MedicalPlan } from './demo-fleet-plans.ts';
import type { Planned } from './demo-fleet-rows.ts';
import type { Fleet, PlannedVehicle } from './demo-fleet-vehicles.ts';

export interface PlannedDriver extends Planned {
  plan: DriverPlan;
  dlNo: string | null;
  name: string;
  licenceFrom: string;
  licenceUpto: string;
  /** The vehicle that they drive now. */
  vehicle: PlannedVehicle | undefined;
  medical: readonly MedicalPlan[];
}

const groups = ['B+', 'O+', 'A+', 'AB+', 'O-', 'B-'];
const pad = (number: number, digits: number) => String(number).padStart(digits, '0');
/** Drivers whose vehicle is known: those at the front of the list. */
const driving = 50;

/** @param taken mobile numbers of people who sign in by themselves, by name: as drivers they keep them. */
export function planDrivers(
  fleet: Fleet,
  orgId: string,
  vehicles: readonly PlannedVehicle[],
  day: string,
  serial: number,
  taken: ReadonlyMap<string, string>,
): PlannedDriver[] {
  const free = vehicles.filter(({ plan }) => !plan.situation && !plan.isNew && !plan.isOff);
  return Array.from({ length: fleet.drivers }, (_, at) => {
    const plan = (fleet.isPlanned && driverPlans[at]) || {};
    const number = serial + at;
    const vehicle = at < driving && at < fleet.drivers - 1 ? free[at] : undefined;
    const name = nameOf(number);
    const isNew = plan.stage !== undefined;
    const age = plan.age ?? 23 + ((at * 7) % 16);
    const born = `${Number(day.slice(0, 4)) - age}-${pad(1 + ((at * 7) % 12), 2)}-${pad(1 + ((at * 5) % 28), 2)}`;
    const office = fleet.offices[at % fleet.offices.length] as string;
    const since = Math.min(Number(day.slice(0, 4)) - 1, Number(born.slice(0, 4)) + 19);
    const licenceFrom = `${since}-06-${pad(1 + (at % 28), 2)}`;
    const licenceUpto = addDays(day, plan.licenceUpto ?? 400 + ((at * 83) % 2_400));
    const dlNo = plan.stage === 'INVITED' ? null : `${office}${since}99${pad(number, 5)}`;
    const classes = plan.classes ?? classesFor(vehicle, at);
    return {
      id: uuidv7(),
      orgId,
      title: name,
      name,
      at: `${addDays(day, isNew ? -2 : -38 - at)}T06:${pad(at % 60, 2)}:00Z`,
      plan,
      dlNo,
      licenceFrom,
      licenceUpto,
      vehicle,
      medical: plan.medical ?? [{ ago: 60 + (at % 200), upto: 120 + ((at * 31) % 500), outcome: 'FIT', state: 'SEEN' }],
      columns: {
        name,
        mobile: taken.get(name) ?? `7000001${pad(number, 3)}`,
        email: at % 5 === 2 ? `driver${number}@roadkeeper.test` : null,
        dob: plan.stage === 'INVITED' ? null : born,
        blood_group: groups[at % groups.length],
        dl_no: dlNo,
        licence_classes: dlNo ? classes : null,
        dl_issued_on: dlNo ? licenceFrom : null,
        dl_valid_nt: dlNo ? licenceUpto : null,
        dl_valid_tr: dlNo && classes.includes('LMV_TR') ? licenceUpto : null,
        badge_no: classes.includes('LMV_TR') && at % 3 === 0 ? `B${pad(number * 17, 5)}` : null,
        emergency_name: isNew ? null : `${firstNames[(at + 9) % firstNames.length]} ${name.split(' ').at(-1)}`,
        emergency_mobile: isNew ? null : `7000002${pad(number, 3)}`,
        joined_on: isNew ? null : addDays(day, -45 - ((at * 37) % 1_200)),
        address: isNew ? null : `Room ${1 + at}, Drivers’ quarters, ${office}`,
        stage: plan.stage ?? 'DONE',
        situation: plan.situation ?? 'NORMAL',
        situation_note: plan.note ?? null,
        status: plan.isOff ? 0 : 1,
      },
    };
  });
}

/** The first and the second are those who sign in; each name is one person's. */
function nameOf(number: number): string {
  const round = Math.floor(number / firstNames.length);
  const first = firstNames[number % firstNames.length] as string;
  return `${first} ${lastNames[(number + round * 4) % lastNames.length]}`;
}

/** What one needs for the vehicle that one drives, or what drivers of a hauler usually have. */
const classesFor = (vehicle: PlannedVehicle | undefined, at: number): readonly string[] => {
  const needed = vehicle?.licenceClasses ?? [];
  if (needed.includes('MCWG')) return ['MCWG'];
  if (needed.includes('HGMV')) return ['LMV', 'LMV_TR', 'HGMV'];
  return at % 3 === 0 ? ['MCWG', 'LMV', 'LMV_TR'] : ['LMV', 'LMV_TR'];
};
