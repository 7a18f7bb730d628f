import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Versions } from '#kit/server/versions.ts';
import { allSpeedCaps, type CapsAt } from '#areas/geofences/geofences.server.ts';
import { type KnownRoad, readLaw, readLimitRoads } from '#areas/roads/roads.server.ts';
import { type ResolvedLimit, resolveLimit, type StatutoryLimit, withCaps } from '#telematics/limits/resolve.ts';
import type { SpeedClass } from '#telematics/limits/rule.ts';
import { asSpeedClass } from '../match/judge-trip.ts';

/** What decides over the limits of one vehicle. */
interface KnownVehicle {
  categoryId: string | null;
  /** Undefined: no limit is known for it, or nobody is to be told, as of an ambulance. */
  speedClass: SpeedClass | undefined;
  /** Found when it is first asked for. */
  caps: { orgId: string; at: CapsAt } | undefined;
}

export interface LimitAsked {
  vehicleId: string;
  orgId: string;
  roadId: string;
  offsetM: number;
  forward: boolean;
  lat: number;
  lon: number;
  at: number;
}

/** Roads, law, vehicles and geofences, in memory for as long as nobody changes them: they are asked for with each fix. */
export interface LiveFacts {
  /** Forgets what has changed since the last look. */
  look(): Promise<void>;
  /** Reads what is not known yet. */
  know(roadIds: ReadonlySet<string>, vehicleIds: ReadonlySet<string>): Promise<void>;
  road(id: string): KnownRoad | undefined;
  /** Null: none is known there, or none for this vehicle. */
  limitAt(asked: LimitAsked): ResolvedLimit | null;
}

const tables = {
  roads: ['road', 'road_type', 'road_speed_rule', 'statutory_speed_limit'],
  vehicles: ['vehicle', 'vehicle_category'],
  fences: ['geofence', 'vehicle_group', 'vehicle'],
} as const;
type Group = keyof typeof tables;
/** Vehicles are written to all the time, mostly without anything that matters here. */
const againMs: Readonly<Record<Group, number>> = { roads: 0, vehicles: 15_000, fences: 15_000 };
/** More roads than this are not kept in memory. */
const mostRoads = 50_000;

export function createLiveFacts(db: Database, versions: Versions): LiveFacts {
  const roads = new Map<string, KnownRoad | null>();
  const vehicles = new Map<string, KnownVehicle>();
  const states = new Map<Group, { state: string; at: number }>();
  let law: readonly StatutoryLimit[] | undefined;
  let capsOf: Awaited<ReturnType<typeof allSpeedCaps>> | undefined;

  const forget: Readonly<Record<Group, () => void>> = {
    roads() {
      roads.clear();
      law = undefined;
    },
    vehicles: () => vehicles.clear(),
    fences() {
      capsOf = undefined;
      for (const vehicle of vehicles.values()) vehicle.caps = undefined;
    },
  };
  const missing = (ids: ReadonlySet<string>, known: ReadonlyMap<string, unknown>): string[] =>
    [...ids].filter((id) => !known.has(id));

  return {
    async look() {
      const at = performance.now();
      for (const group of Object.keys(tables) as Group[]) {
        const before = states.get(group);
        if (before && at - before.at < againMs[group]) continue;
        const state = await versions.now(tables[group], null);
        if (state !== before?.state) forget[group]();
        states.set(group, { state, at });
      }
      if (roads.size > mostRoads) roads.clear();
    },
    async know(roadIds, vehicleIds) {
      const [newRoads, newVehicles] = [missing(roadIds, roads), missing(vehicleIds, vehicles)];
      if (law && capsOf && newRoads.length === 0 && newVehicles.length === 0) return;
      await transact(db, everything, async (db) => {
        law ??= await readLaw(db);
        capsOf ??= await allSpeedCaps(db);
        if (newRoads.length > 0) {
          const found = await readLimitRoads(db, newRoads);
          for (const id of newRoads) roads.set(id, found.get(id) ?? null);
        }
        if (newVehicles.length === 0) return;
        const rows = await db.query<{ id: string; categoryId: string | null; speedClass: string | null; is: boolean }>(
          `select v.id, v.category_id as "categoryId", c.speed_class as "speedClass", c.is_emergency is true as is
           from vehicles_vehicle v left join vehicles_category c on c.id = v.category_id where v.id = any($1::uuid[])`,
          [newVehicles],
        );
        for (const { id, categoryId, speedClass, is } of rows)
          vehicles.set(id, { categoryId, speedClass: is ? undefined : asSpeedClass(speedClass), caps: undefined });
      });
    },
    road: (id) => roads.get(id) ?? undefined,
    limitAt({ vehicleId, orgId, roadId, offsetM, forward, lat, lon, at }) {
      const [road, vehicle] = [roads.get(roadId), vehicles.get(vehicleId)];
      if (!road || !vehicle?.speedClass || !law || !capsOf) return null;
      const { categoryId, speedClass } = vehicle;
      if (vehicle.caps?.orgId !== orgId) vehicle.caps = { orgId, at: capsOf(orgId, vehicleId) };
      const direction = forward ? 'FORWARD' : 'BACKWARD';
      const found = withCaps(
        resolveLimit(road, law, { offsetM, direction, speedClass, categoryId, at }),
        vehicle.caps.at(lat, lon, at),
      );
      return found.limitKmh === null ? null : found;
    },
  };
}
