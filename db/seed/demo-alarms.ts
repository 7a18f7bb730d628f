import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';

interface DemoAlarm {
  organisation: string;
  what: string;
  kind: string;
  state: 'NEW' | 'ACKNOWLEDGED' | 'RECORDED';
  hoursAgo: number;
  /** Minutes that it lasted. */
  minutes?: number;
  repeats?: number;
  place: string;
  lat: number;
  lon: number;
  speedKmh?: number;
  note?: string;
}

const sahyadri = 'Sahyadri Logistics';
const deccan = 'Deccan Cold Chain';
const alarms: readonly DemoAlarm[] = [
  {
    organisation: sahyadri,
    what: 'Power cut',
    kind: 'POWER_CUT',
    state: 'NEW',
    hoursAgo: 2,
    minutes: 24,
    repeats: 8,
    place: 'Chakan, Pune, Maharashtra',
    lat: 18.76,
    lon: 73.86,
  },
  {
    organisation: sahyadri,
    what: 'Tampering',
    kind: 'TAMPER',
    state: 'ACKNOWLEDGED',
    hoursAgo: 30,
    place: 'Bhosari, Pune, Maharashtra',
    lat: 18.63,
    lon: 73.85,
    note: 'The workshop had the cover open.',
  },
  {
    organisation: sahyadri,
    what: 'Low battery',
    kind: 'LOW_BATTERY',
    state: 'RECORDED',
    hoursAgo: 9,
    minutes: 180,
    repeats: 36,
    place: 'Hadapsar, Pune, Maharashtra',
    lat: 18.5,
    lon: 73.93,
  },
  {
    organisation: sahyadri,
    what: 'Harsh braking',
    kind: 'BRAKING',
    state: 'RECORDED',
    hoursAgo: 5,
    place: 'Khed, Pune, Maharashtra',
    lat: 18.87,
    lon: 73.89,
    speedKmh: 46,
  },
  {
    organisation: sahyadri,
    what: 'Harsh cornering',
    kind: 'CORNERING',
    state: 'RECORDED',
    hoursAgo: 52,
    place: 'Lonavala, Pune, Maharashtra',
    lat: 18.75,
    lon: 73.41,
    speedKmh: 38,
  },
  {
    organisation: deccan,
    what: 'Temperature',
    kind: 'TEMPERATURE',
    state: 'NEW',
    hoursAgo: 4,
    minutes: 35,
    repeats: 6,
    place: 'Kompally, Telangana',
    lat: 17.54,
    lon: 78.49,
  },
  {
    organisation: deccan,
    what: 'Door',
    kind: 'DOOR',
    state: 'RECORDED',
    hoursAgo: 6,
    place: 'Medchal, Telangana',
    lat: 17.63,
    lon: 78.48,
  },
];

/** What devices of the demo reported, each of a vehicle of its own, and a rule of the first organisation. */
export async function addDemoAlarms(db: Queryable, now: Date): Promise<void> {
  const ago = (hours: number, minutes = 0) =>
    new Date(now.getTime() - hours * 3_600_000 + minutes * 60_000).toISOString();
  for (const [at, one] of alarms.entries()) {
    const isDone = one.state === 'ACKNOWLEDGED';
    await db.query(
      `insert into alarm (id, what, kind, alarm_state, org_id, vehicle_id, driver_id, device, first_at, last_at, repeats, heard_at, place, lat, lon,
         speed_kmh, acknowledged_at, acknowledged_by, note, created_at, updated_at)
       select $1, $2, $3, $4, v.org_id, v.id, a.driver_id, d.identifier, $5, $6, $7, $5, $8, $9, $10, $11, $12, $13, $14, $5, $6
       from device d join vehicle v on v.id = d.vehicle_id join organisation o on o.id = v.org_id
       left join vehicles_assignment a on a.vehicle_id = v.id and a.to_at is null
       where o.name = $15 and d.deleted_at is null and v.deleted_at is null order by v.registration_no offset $16 limit 1`,
      [
        uuidv7(),
        one.what,
        one.kind,
        one.state,
        ago(one.hoursAgo),
        ago(one.hoursAgo, one.minutes),
        one.repeats ?? 0,
        one.place,
        one.lat,
        one.lon,
        one.speedKmh ?? null,
        isDone ? ago(one.hoursAgo, 12) : null,
        isDone ? 'Staff' : null,
        one.note ?? null,
        one.organisation,
        at % 4,
      ],
    );
  }
  await db.query(
    `insert into alarm_rule (id, name, kind, treatment, notify, tell_staff, pause_min, org_id, created_at, updated_at)
     select $1, 'Doors of cold vans', 'DOOR', 'ACKNOWLEDGE', 'NORMAL', false, 60, id, $2, $2 from organisation where name = $3`,
    [uuidv7(), now.toISOString(), deccan],
  );
}
