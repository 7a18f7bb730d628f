import { putLines, roadTypeIds } from '#areas/roads/roads.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type DemoRoad, demoRoads, type DemoRule } from '#telematics/simulator/demo/demo-roads.ts';
import { insert, once } from '#db/seed/load.ts';
import { addAutomaticDecisions } from '#db/seed/demo-decisions.ts';

const schoolDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** In force before the first trip of the demo. */
const inForceFrom = '2026-01-01';

/**
 * Roads of the demo, under the ways that its vehicles drive, with their rules. Once for a database, and before its people
 * and vehicles: these are thousands of lines of the history, which then stand below what its people do.
 */
export const loadDemoRoads = ({ db, clock }: Pick<CatalogueKit, 'db' | 'clock'>): Promise<boolean> =>
  once(db, 'demo-roads', clock.now(), async (db) => {
    const now = clock.now();
    const types = await roadTypeIds(db);
    const roads = demoRoads();
    const ids = await insert(
      db,
      'road',
      roads.map(({ name }) => name),
      roads.map((road) => rowOf(road, types.get(road.type) ?? '')),
      now,
    );
    await putLines(
      db,
      roads.map(({ path }, at) => ({ roadId: ids[at] ?? '', points: path.map(([lon, lat]) => [lat, lon]) })),
    );
    const rules = roads.flatMap(({ name, rules }, at) => rules.map((rule) => ({ name, rule, roadId: ids[at] ?? '' })));
    await insert(
      db,
      'road-speed-rule',
      rules.map(({ name, rule }) => `${name}, ${rule.limitKmh} km/h`),
      rules.map(({ rule, roadId }, at) => ruleRowOf(rule, roadId, at)),
      now,
    );
    await addAutomaticDecisions(db, now, inForceFrom);
  });

const rowOf = ({ name, ref, state, oneWay, lanes, layer, structure, type }: DemoRoad, typeId: string) => ({
  name,
  ref,
  road_type_id: typeId,
  state,
  one_way: oneWay,
  is_divided: type === 'EXPRESSWAY' || type === 'DIVIDED_4L',
  lanes,
  layer,
  structure,
  source: 'MANUAL',
});

const ruleRowOf = (
  { fromM, toM, limitKmh, speedClass, reason, hours, onSchoolDays }: DemoRule,
  roadId: string,
  at: number,
) => ({
  road_id: roadId,
  from_m: fromM,
  to_m: toM,
  direction: 'BOTH',
  limit_kmh: limitKmh,
  speed_class: speedClass ?? null,
  days: onSchoolDays ? schoolDays : null,
  from_time: hours?.[0] ?? null,
  to_time: hours?.[1] ?? null,
  reason_code: reason,
  order_no: `Demo order ${at + 1}/2026`,
  effective_from: inForceFrom,
});
