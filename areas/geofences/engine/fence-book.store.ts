import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Versions } from '#kit/server/versions.ts';
import { indexFences } from '#telematics/geofences/fence-index.ts';
import { type FenceRule, type Fences, fencesOf } from '#telematics/geofences/follow.ts';
import type { Shape } from '#telematics/geofences/shapes.ts';
import { type GeofenceFacts, ruleOf, shapeOf } from '../geofence/geofence.rules.ts';

/** What of a fence is needed to tell of it. */
export interface FenceFacts {
  id: string;
  orgId: string;
  name: string;
  recipients: readonly string[];
  /** Since when it is as it is, milliseconds. */
  changedAt: number;
}

/** Every active geofence, in memory: they are asked for each position. */
export interface FenceBook {
  of(orgId: string): Fences | undefined;
  facts(id: string): FenceFacts | undefined;
  /** Organisations that have any. */
  organisations(): readonly string[];
  /** Reads those organisations again whose geofences have changed. */
  look(): Promise<void>;
}

type Row = GeofenceFacts & {
  id: string;
  orgId: string;
  name: string;
  appliesTo: 'ALL' | 'GROUP' | 'CHOSEN';
  recipients: string[] | null;
  createdAt: string;
  updatedAt: string;
  vehicles: string[];
};

const readMs = 30_000;
const tables = ['geofence', 'vehicle_group'];

const printsSql = `select org_id as "orgId", count(*) || ' ' || sum(version) || ' ' || max(updated_at) || ' ' ||
    (select coalesce(sum(hashtextextended(m.group_id || ' ' || m.vehicle_id, 0)), 0) from vehicles_group_member m where m.org_id = geofence.org_id)
    as print
  from geofence where status = 1 and deleted_at is null group by org_id`;
const rowsSql = `select g.id, g.org_id as "orgId", g.name, g.kind, g.points, g.width_m as "widthM", g.applies_to as "appliesTo",
    g.on_enter as "onEnter", g.on_exit as "onExit", g.dwell_min as "dwellMin", g.cap_kmh as "capKmh", g.recipients, g.days,
    g.from_time as "fromTime", g.to_time as "toTime", g.hysteresis_m as "hysteresisM", g.min_stay_s as "minStayS",
    g.created_at as "createdAt", g.updated_at as "updatedAt",
    array(select v.vehicle_id from geofence_vehicle v where v.geofence_id = g.id
      union select m.vehicle_id from vehicles_group_member m where m.group_id = g.vehicle_group_id and m.org_id = g.org_id) as vehicles
  from geofence g where g.org_id = any($1::uuid[]) and g.status = 1 and g.deleted_at is null order by g.id`;

export function createFenceBook(db: Database, versions: Versions): FenceBook {
  const fences = new Map<string, Fences>();
  const facts = new Map<string, FenceFacts>();
  let prints = new Map<string, string>();
  let state: string | undefined;

  const forget = (orgId: string) => {
    for (const { id } of fences.get(orgId)?.rules ?? []) facts.delete(id);
    fences.delete(orgId);
  };
  const keep = (orgId: string, rows: readonly Row[]) => {
    forget(orgId);
    const shapes: Shape[] = [];
    const rules: FenceRule[] = [];
    for (const row of rows) {
      const shape = shapeOf(row);
      // Checked when it was written; one that cannot be read any more guards nothing.
      if (!shape) continue;
      const { id, name, recipients } = row;
      shapes.push(shape);
      rules.push(ruleOf(id, row, row.appliesTo === 'ALL' ? null : new Set(row.vehicles), Date.parse(row.createdAt)));
      facts.set(id, { id, orgId, name, recipients: recipients ?? [], changedAt: Date.parse(row.updatedAt) });
    }
    if (rules.length > 0) fences.set(orgId, fencesOf(indexFences(shapes), rules));
  };

  return {
    of: (orgId) => fences.get(orgId),
    facts: (id) => facts.get(id),
    organisations: () => [...fences.keys()],
    async look() {
      const now = await versions.now(tables, null);
      if (now === state) return;
      const [found, rows] = await transact(db, everything, async (db) => {
        await allowMs(db, readMs);
        const read = await db.query<{ orgId: string; print: string }>({ text: printsSql, timeoutMs: readMs });
        const changed = read.filter(({ orgId, print }) => prints.get(orgId) !== print).map(({ orgId }) => orgId);
        const all = changed.length === 0 ? [] : await db.query<Row>({ text: rowsSql, timeoutMs: readMs }, [changed]);
        return [read, all] as const;
      });
      const next = new Map(found.map(({ orgId, print }) => [orgId, print]));
      for (const orgId of fences.keys()) if (!next.has(orgId)) forget(orgId);
      for (const [orgId, own] of Map.groupBy(rows, ({ orgId }) => orgId)) keep(orgId, own);
      prints = next;
      state = now;
    },
  };
}
