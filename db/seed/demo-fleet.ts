import { recomputeDrivers, recomputeVehicles } from '#areas/compliance/compliance.server.ts';
import { vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import { doctor, medicalReport } from '#areas/people/medical/medical.contract.ts';
import { driver } from '#areas/people/drivers/driver.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { FileStore, MadeFile } from '#kit/server/files/store.ts';
import { productWriter } from '#kit/server/history.ts';
import { uuidv7 } from 'uuidv7';
import * as data from './demo-fleet.data.ts';
import { addDemoAlarms } from './demo-alarms.ts';
import { loadDemoDevices } from './demo-devices.ts';
import { planDrivers, type PlannedDriver } from './demo-fleet-drivers.ts';
import { drawPaper, drawPerson, drawVehicle, type Page } from './demo-fleet-pages.ts';
import {
  type PaperContext,
  type DocumentType,
  planDriverPapers,
  type PlannedPaper,
  planVehiclePapers,
} from './demo-fleet-papers.ts';
import { addGeofences } from './demo-fleet-geofences.ts';
import { addGroups } from './demo-fleet-groups.ts';
import { addInvitations, addShare } from './demo-fleet-invitations.ts';
import { addAssignments, addOwners } from './demo-fleet-periods.ts';
import { insertPlanned, type Planned } from './demo-fleet-rows.ts';
import { type Fleet, planVehicles, type PlannedVehicle, readReferences } from './demo-fleet-vehicles.ts';
import { loadDemoPolicies } from './insurance/demo-policies.ts';
import { loadDemoPremiums } from './insurance/demo-premiums.ts';
import { addDemoEmergencyContacts } from './demo-emergency-contacts.ts';
import { addDemoWallets } from './demo-wallets.ts';
import { addDemoChallans } from './challans/challans-demo.ts';
import { addDemoTickets } from './help-desk-demo.ts';
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

type Seeding = Pick<CatalogueKit, 'db' | 'sealed' | 'files' | 'clock'>;

/** The demo's fleets with their devices. Tells whether the fleets were not there yet. */
export async function loadDemoFleet(kit: Seeding): Promise<boolean> {
  const isNew = await loadFleets(kit);
  await loadDemoDevices(kit);
  await once(kit.db, 'demo-groups', kit.clock.now(), (db) => addGroups(db, kit.clock.now()));
  await once(kit.db, 'demo-geofences', kit.clock.now(), (db) => addGeofences(db, kit.clock.now()));
  await once(kit.db, 'demo-alarms', kit.clock.now(), (db) => addDemoAlarms(db, kit.clock.now()));
  await once(kit.db, 'demo-wallets', kit.clock.now(), (db) => addDemoWallets(db, kit.clock.now()));
  await once(kit.db, 'demo-emergency-contacts', kit.clock.now(), (db) => addDemoEmergencyContacts(db, kit.clock.now()));
  // Of a vehicle with a device, so that there is something to see.
  await once(kit.db, 'demo-share', kit.clock.now(), (db) => addShare(db, kit.clock.now()));
  await loadDemoPolicies(kit);
  await loadDemoPremiums(kit);
  await once(kit.db, 'demo-challans', kit.clock.now(), (db) => addDemoChallans(db, kit.clock.now()));
  await once(kit.db, 'demo-tickets', kit.clock.now(), (db) => addDemoTickets(db, kit.clock.now()));
  return isNew;
}

/** Vehicles, drivers and papers of the demo's organisations, as of the day of the first start: once for a database. */
const loadFleets = ({ db, sealed, files, clock }: Seeding) =>
  once(db, 'demo-fleet', clock.now(), async (db) => {
    const now = clock.now();
    const day = indiaDay(now);
    const references = await readReferences(db);
    const context = await paperContext(db, day, now);
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
    await addAssignments(db, drivers, day);
    const family = { taker: organisations.get('Kulkarni family'), takerMobile: '7000000021' };
    await addOwners(db, vehicles, day, { former: organisations.get('Deccan Cold Chain'), ...family });
    const inviter = await firstOwner(db, organisations.get(fleets[0]?.organisation ?? ''));
    if (inviter) await addInvitations(db, drivers, inviter, now);
    const writer = productWriter(now);
    const ids = (rows: readonly Planned[]) => rows.map(({ id }) => id);
    await recomputeDrivers(db, writer, ids(drivers));
    await recomputeVehicles(db, writer, ids(vehicles));
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

/** Who invites drivers: the owner of an organisation. */
async function firstOwner(db: Queryable, orgId: string | undefined) {
  const [owner] = await db.query<{ id: string; orgId: string }>(
    `select a.id, a.org_id as "orgId" from account a join role r on r.id = a.role_id
     where a.org_id = $1 and r.name = 'Client owner' and a.deleted_at is null order by a.id limit 1`,
    [orgId ?? null],
  );
  return owner;
}

async function paperContext(db: Queryable, day: string, now: Date): Promise<PaperContext> {
  const kinds = await db.query<DocumentType>(
    `select id, code, name, coalesce((select max(r::int) from unnest(reminder_days) r), 30) as "soonDays" from kyc_doc where deleted_at is null`,
  );
  const [reviewer] = await db.query<{ id: string }>(
    `select a.id from account a join role r on r.id = a.role_id where r.name = 'KYC reviewer' and a.deleted_at is null order by a.id limit 1`,
  );
  return {
    kinds: new Map(kinds.map((kind) => [kind.code, kind])),
    day,
    takenUntil: new Date(now.getTime() + 15 * 60_000).toISOString(),
    reviewerId: reviewer?.id ?? null,
    serial: 0,
  };
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
