import { refreshDrivers, refreshVehicles } from '#areas/documents/documents.server.ts';
import { vehicleKycDoc } from '#areas/documents/paper.contract.ts';
import { doctor, medicalReport } from '#areas/people/doctor.contract.ts';
import { driver } from '#areas/people/driver.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle.contract.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { FileStore, MadeFile } from '#kit/server/files/store.ts';
import { productWriter } from '#kit/server/history.ts';
import { uuidv7 } from 'uuidv7';
import * as data from './demo-fleet.data.ts';
import { planDrivers, type PlannedDriver } from './demo-fleet-drivers.ts';
import { drawPaper, drawPerson, drawVehicle, type Page } from './demo-fleet-pages.ts';
import {
  type PaperContext,
  type PaperKind,
  planDriverPapers,
  type PlannedPaper,
  planVehiclePapers,
} from './demo-fleet-papers.ts';
import { insertPlanned, type Planned } from './demo-fleet-rows.ts';
import { type Fleet, planVehicles, type PlannedVehicle, readReferences } from './demo-fleet-vehicles.ts';
import { once } from './load.ts';

const fleets: readonly Fleet[] = [
  {
    organisation: 'Sahyadri Logistics',
    models: data.haulerModels,
    vehicles: 60,
    drivers: 80,
    offices: ['MH12', 'MH14', 'MH12', 'MH04', 'MH15', 'MH20', 'KA22', 'GJ05'],
    isPlanned: true,
  },
  {
    organisation: 'Deccan Cold Chain',
    models: data.coldChainModels,
    vehicles: 8,
    drivers: 9,
    offices: ['TS09', 'TS07', 'AP31'],
    isPlanned: false,
  },
  {
    organisation: 'Kulkarni family',
    models: data.familyModels,
    vehicles: 3,
    drivers: 3,
    offices: ['MH15'],
    isPlanned: false,
  },
  {
    organisation: 'Lakshmi Iyer',
    models: data.personModels,
    vehicles: 1,
    drivers: 1,
    offices: ['TN01'],
    isPlanned: false,
  },
];

/** Vehicles, drivers and papers of the demo's organisations, as of the day of the first start: once for a database. */
export const loadDemoFleet = ({ db, sealed, files, clock }: Pick<CatalogueKit, 'db' | 'sealed' | 'files' | 'clock'>) =>
  once(db, 'demo-fleet', clock.now(), async (db) => {
    const now = clock.now();
    const day = indiaDay(now);
    const references = await readReferences(db);
    const context = await paperContext(db, day);
    const organisations = await idsByName(db, 'organisation');
    const taken = await mobilesByName(db);
    const vehicles: PlannedVehicle[] = [];
    const drivers: PlannedDriver[] = [];
    const papers: PlannedPaper[] = [];
    for (const fleet of fleets) {
      const orgId = organisations.get(fleet.organisation);
      if (orgId === undefined) continue;
      const own = planVehicles(fleet, orgId, references, day, vehicles.length);
      const people = planDrivers(fleet, orgId, own, day, drivers.length, taken);
      papers.push(...own.flatMap((one, at) => planVehiclePapers(one, at, context)));
      papers.push(...people.flatMap((one, at) => planDriverPapers(one, at, context)));
      vehicles.push(...own);
      drivers.push(...people);
    }
    const doctors = planDoctors(day);
    const insert = (definition: Parameters<typeof insertPlanned>[2], rows: readonly Planned[]) =>
      insertPlanned(db, sealed, definition, rows, now);
    await insert(vehicle, vehicles);
    await insert(driver, drivers);
    await insert(doctor, doctors);
    await insert(medicalReport, planReports(drivers, doctors, day));
    await insert(vehicleKycDoc, papers);
    await addPages(db, files, papers);
    await addPeriods(db, vehicles, drivers, day, organisations.get('Deccan Cold Chain'));
    const writer = productWriter(now);
    const ids = (rows: readonly Planned[]) => rows.map(({ id }) => id);
    await refreshDrivers(db, writer, ids(drivers));
    await refreshVehicles(db, writer, ids(vehicles));
  });

const idsByName = async (db: Queryable, table: 'organisation') =>
  new Map(
    (await db.query<{ name: string; id: string }>(`select name, id from ${table} where deleted_at is null`)).map(
      ({ name, id }) => [name, id],
    ),
  );

/** Drivers who sign in have their number already. */
const mobilesByName = async (db: Queryable) =>
  new Map(
    (
      await db.query<{ name: string; mobile: string }>(
        `select name, mobile from account where profile_type = '2' and mobile is not null and deleted_at is null`,
      )
    ).map(({ name, mobile }) => [name, mobile]),
  );

async function paperContext(db: Queryable, day: string): Promise<PaperContext> {
  const kinds = await db.query<PaperKind>(
    `select id, code, name, coalesce((select max(r::int) from unnest(reminder_days) r), 30) as "soonDays" from kyc_doc where deleted_at is null`,
  );
  const [reviewer] = await db.query<{ id: string }>(
    `select a.id from account a join role r on r.id = a.role_id where r.name = 'KYC reviewer' and a.deleted_at is null order by a.id limit 1`,
  );
  return { kinds: new Map(kinds.map((kind) => [kind.code, kind])), day, reviewerId: reviewer?.id ?? null, serial: 0 };
}

const planDoctors = (day: string): Planned[] =>
  data.doctors.map(([name, speciality, hospital, state, district, council, lat, lon], at) => ({
    id: uuidv7(),
    orgId: null,
    title: name,
    at: `${addDays(day, -60)}T05:00:00Z`,
    columns: {
      name,
      reg_no: `SPECIMEN/${1_001 + at}`,
      council: `${council} Medical Council`,
      qualification: at % 3 === 0 ? 'MBBS, MD' : 'MBBS',
      speciality,
      hospital,
      state,
      district,
      mobile: `7000003${String(at).padStart(3, '0')}`,
      geo: { lat, lon },
      fee_paise: 30_000 + at * 5_000,
      hours: at % 2 === 0 ? 'Mon to Sat, 10 to 18' : 'Mon to Fri, 9 to 13',
      empanelled_from: addDays(day, -400 - at * 11),
      empanelled_to: at === 11 ? addDays(day, -10) : null,
    },
  }));

const planReports = (drivers: readonly PlannedDriver[], doctors: readonly Planned[], day: string): Planned[] =>
  drivers.flatMap((driver, at) =>
    driver.medical.map(({ ago, upto, outcome, state }) => {
      const examinedOn = addDays(day, -ago);
      return {
        id: uuidv7(),
        orgId: driver.orgId,
        title: `${driver.name} ${examinedOn}`,
        at: `${addDays(examinedOn, 1)}T05:00:00Z`,
        columns: {
          driver_id: driver.id,
          doctor_id: doctors[at % (doctors.length - 1)]?.id,
          examined_on: examinedOn,
          outcome,
          conditions: outcome === 'FIT_WITH_CONDITION' ? ['GLASSES'] : null,
          valid_upto: upto === null ? null : addDays(day, upto),
          review_state: state,
          reviewed_at: state === 'PENDING' ? null : `${addDays(examinedOn, 2)}T05:00:00Z`,
        },
      };
    }),
  );

/** Draws a page for each paper that somebody will look at, and one of each kind for all others. */
async function addPages(db: Queryable, store: Pick<FileStore, 'keep'>, papers: readonly PlannedPaper[]): Promise<void> {
  const drawn = new Map<string, Promise<Page>>();
  const pageOf = ({ code, page, id }: PlannedPaper): Promise<Page> => {
    const key = page.isOwn ? id : code;
    const known = drawn.get(key);
    if (known) return known;
    const lines = page.isOwn ? page.lines : page.lines.map(([label]) => [label, 'As the record says'] as const);
    const [[, named] = ['', '']] = page.lines;
    const made =
      code === 'PHOTO_FRONT'
        ? drawVehicle(page.isOwn ? named : 'SPECIMEN')
        : code === 'PHOTO_DRIVER'
          ? drawPerson()
          : drawPaper(code, page.title, lines);
    drawn.set(key, made);
    return made;
  };
  const files = await Promise.all(
    papers.map(
      async (paper): Promise<MadeFile> => ({
        ...(await pageOf(paper)),
        name: `${paper.code.toLowerCase()}.webp`,
        orgId: paper.orgId,
        owner: { module: vehicleKycDoc.path, recordId: paper.id },
      }),
    ),
  );
  const ids = await store.keep(db, files);
  await db.query(
    `update vehicle_kyc_doc d set front_id = f.file from unnest($1::uuid[], $2::uuid[]) as f (paper, file) where d.id = f.paper`,
    [papers.map(({ id }) => id), ids],
  );
}

/** Who has what now and had it before, and whose the vehicles are and were. */
async function addPeriods(
  db: Queryable,
  vehicles: readonly PlannedVehicle[],
  drivers: readonly PlannedDriver[],
  day: string,
  formerOwner: string | undefined,
): Promise<void> {
  const at = (days: number) => `${addDays(day, days)}T03:30:00Z`;
  const driving = drivers.flatMap(({ id, vehicle }) => (vehicle ? [{ id, vehicle }] : []));
  const assignments = driving.flatMap(({ id, vehicle }, index) => {
    const own = { id: uuidv7(), org_id: vehicle.orgId, vehicle_id: vehicle.id };
    // Each had another of the same organisation before, until the day on which everybody changed.
    const other = driving[(index + 7) % driving.length];
    const from = -(5 + (index % 50));
    const isTold = index % 3 !== 2 && other?.vehicle.orgId === vehicle.orgId && other.id !== id;
    return [
      { ...own, driver_id: id, from_at: at(from), to_at: null, end_reason: null },
      ...(isTold
        ? [
            {
              ...own,
              id: uuidv7(),
              driver_id: other.id,
              from_at: at(-300),
              to_at: at(-70),
              end_reason: 'Another vehicle was given to them',
            },
          ]
        : []),
    ];
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
  const owners = vehicles.flatMap((vehicle, index) => {
    const own = { org_id: vehicle.orgId, vehicle_id: vehicle.id };
    const from = `${vehicle.registeredOn}T06:30:00Z`;
    const isBought = index % 13 === 6 && formerOwner !== undefined && vehicle.orgId !== formerOwner;
    if (!isBought) return [{ ...own, id: uuidv7(), from_at: from, to_at: null }];
    return [
      { ...own, id: uuidv7(), org_id: formerOwner, from_at: from, to_at: at(-90) },
      { ...own, id: uuidv7(), from_at: at(-90), to_at: null },
    ];
  });
  await db.query(
    `insert into vehicle_owner (id, org_id, vehicle_id, from_at, to_at)
     select o.id, o.org_id, o.vehicle_id, o.from_at, o.to_at from jsonb_populate_recordset(null::vehicle_owner, $1::jsonb) o`,
    [JSON.stringify(owners)],
  );
}
