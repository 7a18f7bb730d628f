import { uuidv7 } from 'uuidv7';
import { type LinePoint, putLine } from '#areas/roads/roads.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { insert } from './load.ts';

interface RulePlan {
  limitKmh: number;
  segment?: readonly [fromM: number, toM: number];
  speedClass?: string;
  reason: string;
  orderNo: string;
  days?: readonly string[];
  hours?: readonly [from: string, to: string];
  season?: readonly [from: string, to: string];
}
interface RoadPlan {
  name: string;
  ref?: string;
  type: string;
  oneWay?: 'FORWARD';
  isDivided: boolean;
  lanes: number;
  points: readonly LinePoint[];
  rules: readonly RulePlan[];
}

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
const expresswayOrder = 'Order of the highway police, expressway limits';
const ghat: readonly [number, number] = [9_000, 14_500];

/** Roads of the demo, of our own making, with a ghat section, a school and roads beside each other. */
const plans: readonly RoadPlan[] = [
  {
    name: 'Sahyadri Expressway',
    ref: 'NE7',
    type: 'EXPRESSWAY',
    oneWay: 'FORWARD',
    isDivided: true,
    lanes: 3,
    points: [
      [18.6852, 73.7003],
      [18.7014, 73.6635],
      [18.7188, 73.6217],
      [18.7262, 73.5841],
      [18.7361, 73.5519],
      [18.7403, 73.5322],
      [18.7489, 73.5108],
      [18.7632, 73.4867],
      [18.7816, 73.4621],
    ],
    rules: [
      { limitKmh: 100, speedClass: 'M1', reason: 'SIGN', orderNo: expresswayOrder },
      { limitKmh: 80, speedClass: 'M2_M3', reason: 'SIGN', orderNo: expresswayOrder },
      { limitKmh: 60, speedClass: 'M1', segment: ghat, reason: 'GHAT', orderNo: expresswayOrder },
      { limitKmh: 40, speedClass: 'M2_M3', segment: ghat, reason: 'GHAT', orderNo: expresswayOrder },
      { limitKmh: 40, speedClass: 'N', segment: ghat, reason: 'GHAT', orderNo: expresswayOrder },
    ],
  },
  {
    name: 'Expressway service road',
    type: 'SERVICE',
    isDivided: false,
    lanes: 2,
    points: [
      [18.68505, 73.70015],
      [18.70125, 73.66335],
      [18.71865, 73.62155],
      [18.72605, 73.58395],
    ],
    rules: [],
  },
  {
    name: 'Karve school road',
    type: 'MUNICIPAL',
    isDivided: false,
    lanes: 2,
    points: [
      [18.5071, 73.8232],
      [18.5058, 73.8181],
      [18.5031, 73.8124],
      [18.5012, 73.8062],
    ],
    rules: [
      { limitKmh: 50, reason: 'SIGN', orderNo: 'Notice of the municipal corporation 214' },
      {
        limitKmh: 25,
        segment: [600, 1_100],
        reason: 'SCHOOL',
        orderNo: 'Notice of the municipal corporation 215',
        days: weekdays,
        hours: ['07:00', '15:00'],
      },
    ],
  },
  {
    name: 'Pune–Solapur road',
    ref: 'NH65',
    type: 'DIVIDED_4L',
    isDivided: true,
    lanes: 4,
    points: [
      [18.4968, 73.9412],
      [18.4921, 73.9668],
      [18.4893, 73.9987],
      [18.4848, 74.0301],
      [18.4762, 74.0612],
    ],
    rules: [
      { limitKmh: 70, reason: 'SIGN', orderNo: 'District order 31/2023', season: ['06-15', '09-30'] },
      {
        limitKmh: 60,
        speedClass: 'N',
        reason: 'ACCIDENT_SPOT',
        orderNo: 'District order 44/2024',
        segment: [3_200, 4_100],
      },
    ],
  },
];

/** Roads of the demo with their rules, in force since the law that they follow. */
export async function addDemoRoads(db: Queryable, now: Date): Promise<void> {
  const types = await db.query<{ id: string; code: string }>('select id, code from road_type where deleted_at is null');
  const known = plans.filter(({ type }) => types.some(({ code }) => code === type));
  const ids = await insert(
    db,
    'road',
    known.map(({ name }) => name),
    known.map(({ name, ref, type, oneWay, isDivided, lanes }) => ({
      name,
      ref: ref ?? null,
      road_type_id: types.find(({ code }) => code === type)?.id ?? null,
      state: 'MH',
      district: 'Pune',
      one_way: oneWay ?? 'BOTH',
      is_divided: isDivided,
      lanes,
      structure: 'NONE',
      layer: 0,
      source: 'MANUAL',
      status: 1,
      version: 1,
    })),
    now,
  );
  for (const [at, { points }] of known.entries()) await putLine(db, ids[at] as string, points);
  const rules = known.flatMap((road, at) => road.rules.map((rule) => ({ road, roadId: ids[at] as string, rule })));
  for (const { roadId, rule } of rules)
    await db.query(
      `insert into road_speed_rule (id, road_id, from_m, to_m, speed_class, limit_kmh, days, from_time, to_time, season_from, season_to,
         reason_code, order_no, effective_from, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '2024-05-01', $14, $14)`,
      [
        uuidv7(),
        roadId,
        rule.segment?.[0] ?? null,
        rule.segment?.[1] ?? null,
        rule.speedClass ?? null,
        rule.limitKmh,
        [...(rule.days ?? [])],
        rule.hours?.[0] ?? null,
        rule.hours?.[1] ?? null,
        rule.season?.[0] ?? null,
        rule.season?.[1] ?? null,
        rule.reason,
        rule.orderNo,
        now.toISOString(),
      ],
    );
}
