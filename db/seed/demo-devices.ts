import { passesLuhn } from '#areas/devices/registry/check-digits.rules.ts';
import { device } from '#areas/devices/registry/device.contract.ts';
import { updateAllDeviceStates } from '#areas/devices/health/device-states.store.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { uuidv7 } from 'uuidv7';
import { insertPlanned, type Planned } from './demo-fleet-rows.ts';
import { once } from './load.ts';

/** No maker has this type approval: nobody's tracker is called so. */
const tac = '00112233';
const pad = (number: number, digits: number) => String(number).padStart(digits, '0');
const withCheckDigit = (digits: string): string =>
  Array.from({ length: 10 }, (_, last) => digits + String(last)).find(passesLuhn) as string;
const imeiOf = (serial: number): string => withCheckDigit(tac + pad(serial, 6));
/** People who have a telephone in one of their vehicles instead of a tracker. Apps are called as whoever set them up called them. */
const phoneOf: Readonly<Record<string, string>> = {
  'Kulkarni family': 'kulkarni-phone',
  'Lakshmi Iyer': 'lakshmi-phone',
};
const phones = Object.values(phoneOf);

/** Devices by their serial that are not heard of, so that boards have something to show. */
const silent = { forHours: 4, forDays: 9 };
const faulty = 16;

interface Kind {
  code: string;
  vendor: string;
  model: string;
  firmware: string;
}
const tracker: Kind = { code: 'GPS_TRACKER', vendor: 'Specimen Tracking', model: 'ST-06', firmware: '1.4.2' };
const plug: Kind = { code: 'OBD2', vendor: 'Specimen Tracking', model: 'OB-8', firmware: '03.27.07' };
const app: Kind = { code: 'PHONE_APP', vendor: 'Traccar', model: 'Client', firmware: '9.2' };

interface Vehicle {
  id: string;
  orgId: string;
  org: string;
  plate: string;
  isOut: boolean;
  /** Last day on which somebody else had it, counted as a moment. */
  ownedSince: string | null;
}
interface PlannedDevice extends Planned {
  vehicle: Vehicle | undefined;
}

/** Devices of the demo's vehicles: most carry one, some lie in stock, one is faulty and one retired. Once for a database. */
export const loadDemoDevices = ({ db, sealed, clock }: Pick<CatalogueKit, 'db' | 'sealed' | 'clock'>) =>
  once(db, 'demo-devices', clock.now(), async (db) => {
    const now = clock.now();
    const day = indiaDay(now);
    const categories = new Map(
      (
        await db.query<{ code: string; id: string }>('select code, id from device_category where deleted_at is null')
      ).map(({ code, id }) => [code, id]),
    );
    const vehicles = await readVehicles(db);
    const devices = planDevices(vehicles, categories, day);
    await insertPlanned(db, sealed, device, devices, now);
    await addInstallations(db, devices, vehicles, day);
    await addActivity(db, now);
    await updateAllDeviceStates(db, now);
  });

const readVehicles = (db: Queryable) =>
  db.query<Vehicle>(
    `select v.id, v.org_id as "orgId", o.name as org, v.registration_no as plate,
       v.status = 0 or v.situation in ('SOLD', 'RETIRED') as "isOut",
       (select p.from_at from vehicle_owner p where p.vehicle_id = v.id and p.to_at is null) as "ownedSince"
     from vehicle v join organisation o on o.id = v.org_id join seed_run s on s.name = 'demo-fleet'
     where v.deleted_at is null and exists (select 1 from history h where h.record_id = v.id and h.source = 'seed') order by v.id`,
  );

function planDevices(
  vehicles: readonly Vehicle[],
  categories: ReadonlyMap<string, string>,
  day: string,
): PlannedDevice[] {
  const devices: PlannedDevice[] = [];
  const spare = new Set(phones);
  const add = (vehicle: Vehicle | undefined, orgId: string, over: Record<string, unknown> = {}) => {
    const serial = devices.length + 1;
    const own = phoneOf[vehicle?.org ?? ''];
    const phone = own !== undefined && spare.delete(own) ? own : undefined;
    const kind = phone !== undefined ? app : serial % 6 === 5 ? plug : tracker;
    const categoryId = categories.get(kind.code);
    if (categoryId === undefined) return;
    const age = 40 + ((serial * 37) % 500);
    const identifier = phone ?? imeiOf(serial);
    devices.push({
      id: uuidv7(),
      orgId,
      title: identifier,
      at: `${addDays(day, -age)}T05:${pad(serial % 60, 2)}:00Z`,
      vehicle,
      columns: {
        identifier,
        category_id: categoryId,
        serial_no: phone === undefined ? `${kind.model}-${pad(serial * 17, 5)}` : null,
        iccid: phone === undefined ? withCheckDigit(`8991000900${pad(serial, 8)}`) : null,
        sim_number: phone === undefined ? `7000004${pad(serial, 3)}` : null,
        vendor: kind.vendor,
        model_name: kind.model,
        firmware: kind.firmware,
        activated_on: addDays(day, -age),
        warranty_upto: addDays(day, 730 - age),
        subscription_upto: addDays(day, serial % 11 === 4 ? 12 + (serial % 15) : 365 - (age % 365)),
        situation: 'IN_USE',
        situation_note: null,
        ...over,
      },
    });
  };
  for (const [at, vehicle] of vehicles.entries())
    if (!vehicle.isOut && (at % 6 !== 5 || vehicle.org in phoneOf))
      add(
        vehicle,
        vehicle.orgId,
        devices.length + 1 === faulty ? { situation: 'FAULTY', situation_note: 'Its lamp is dark since the wash' } : {},
      );
  const first = vehicles[0];
  if (!first) return devices;
  for (let count = 0; count < 4; count += 1) add(undefined, first.orgId);
  add(undefined, first.orgId, { situation: 'RETIRED', situation_note: 'Water got into it' });
  return devices;
}

const morning = (day: string, days: number) => `${addDays(day, days)}T03:30:00Z`;

async function addInstallations(
  db: Queryable,
  devices: readonly PlannedDevice[],
  vehicles: readonly Vehicle[],
  day: string,
): Promise<void> {
  const since = (vehicle: Vehicle) => {
    const usual = morning(day, -30);
    return vehicle.ownedSince !== null && vehicle.ownedSince > usual ? vehicle.ownedSince : usual;
  };
  const bindings = devices.flatMap(({ id, orgId, vehicle }) =>
    vehicle ? [{ id: uuidv7(), org_id: orgId, device_id: id, vehicle_id: vehicle.id, from_at: since(vehicle) }] : [],
  );
  // What is retired, and one in stock, were in the first vehicles before those had what they carry now.
  const former = devices.filter(({ vehicle }) => vehicle === undefined).slice(-2);
  const past = former.map(({ id, orgId }, at) => ({
    id: uuidv7(),
    org_id: orgId,
    device_id: id,
    vehicle_id: vehicles[at]?.id,
    from_at: morning(day, -80),
    to_at: morning(day, -30 - at),
    end_reason: at === 0 ? 'Sent back to be looked at' : 'Device retired',
  }));
  await db.query(
    `insert into device_binding (id, org_id, device_id, vehicle_id, from_at, to_at, end_reason, created_at)
     select b.id, b.org_id, b.device_id, b.vehicle_id, b.from_at, b.to_at, b.end_reason, b.from_at
     from jsonb_populate_recordset(null::device_binding, $1::jsonb) b`,
    [JSON.stringify([...bindings, ...past])],
  );
}

/** Two were heard of for the last time some while ago, one of them with a battery that was nearly empty. */
async function addActivity(db: Queryable, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  for (const [serial, hours, battery] of [
    [silent.forHours, 5, 64],
    [silent.forDays, 75, 9],
  ] as const)
    await db.query(
      `insert into device_live (device_id, last_seen_at, last_fix_at, protocol, frames, battery_percent, charging)
       select d.id, $2, $2, 'gt06', 18234, $3, false from device d where d.identifier = $1`,
      [imeiOf(serial), ago(hours), battery],
    );
}

/** A device of the demo that is in a vehicle and in use. */
export interface DemoTracker {
  identifier: string;
  protocol: string;
  /** Where its owner is at home. */
  city: string;
}

/** What moves in the demo. */
export const demoTrackers = (db: Database): Promise<DemoTracker[]> =>
  transact(db, everything, (db) =>
    db.query<DemoTracker>(
      `select d.identifier, lower(c.protocol) as protocol, coalesce(o.city, '') as city
       from device d join device_category c on c.id = d.category_id join organisation o on o.id = d.org_id
       where d.deleted_at is null and d.status = 1 and d.situation = 'IN_USE' and (d.identifier like $1 or d.identifier = any($2))
         and d.identifier <> all($3) and exists (select 1 from device_binding b where b.device_id = d.id and b.to_at is null)
       order by d.identifier`,
      [`${tac}%`, phones, Object.values(silent).map(imeiOf)],
    ),
  );
