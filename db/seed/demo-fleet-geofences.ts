import type { Queryable } from '#kit/server/db/database.ts';
import { uuidv7 } from 'uuidv7';

interface GeofencePlan {
  name: string;
  kind: 'CIRCLE' | 'POLYGON' | 'CORRIDOR';
  points: readonly (readonly [lat: number, lon: number])[];
  widthM?: number;
  onEnter?: boolean;
  onExit?: boolean;
  dwellMin?: number;
  capKmh?: number;
  hours?: readonly [from: string, to: string];
}

const organisation = 'Sahyadri Logistics';
/** Along the ways on which the demo's vehicles drive. */
const plans: readonly GeofencePlan[] = [
  {
    name: 'Shivajinagar depot',
    kind: 'POLYGON',
    points: [
      [18.5286, 73.8452],
      [18.5288, 73.8499],
      [18.5327, 73.8503],
      [18.5331, 73.8455],
    ],
    onExit: true,
    hours: ['22:00', '05:00'],
  },
  {
    name: 'Hinjawadi customer',
    kind: 'CIRCLE',
    points: [[18.5864, 73.7468]],
    widthM: 350,
    onEnter: true,
    onExit: true,
    dwellMin: 30,
  },
  {
    name: 'Hadapsar warehouse',
    kind: 'CIRCLE',
    points: [[18.5018, 73.9258]],
    widthM: 400,
    onEnter: true,
  },
  {
    name: 'Western ring, 60 km/h',
    kind: 'CORRIDOR',
    points: [
      [18.4798, 73.7742],
      [18.4932, 73.7781],
      [18.5083, 73.7719],
      [18.5218, 73.7694],
      [18.5381, 73.7741],
    ],
    widthM: 120,
    capKmh: 60,
  },
];

/** Vehicles of the demo begin to drive with yesterday; the geofences are there by then. */
const beforeMs = 2 * 86_400_000;

/** Geofences of the demo's hauler. */
export async function addGeofences(db: Queryable, now: Date): Promise<void> {
  for (const { name, kind, points, widthM, onEnter, onExit, dwellMin, capKmh, hours } of plans)
    await db.query(
      `insert into geofence (id, name, org_id, kind, points, width_m, applies_to, on_enter, on_exit, dwell_min, cap_kmh, from_time, to_time,
         created_at, updated_at)
       select $1, $3, o.id, $4, $5, $6, 'ALL', $7, $8, $9, $10, $11, $12, $13, $13 from organisation o
       where o.name = $2 and o.deleted_at is null`,
      [
        uuidv7(),
        organisation,
        name,
        kind,
        points.map(([lat, lon]) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`).join('\n'),
        widthM ?? null,
        onEnter === true,
        onExit === true,
        dwellMin ?? null,
        capKmh ?? null,
        hours?.[0] ?? null,
        hours?.[1] ?? null,
        new Date(now.getTime() - beforeMs).toISOString(),
      ],
    );
}
