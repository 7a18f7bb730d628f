import type { Queryable } from '#kit/server/db/database.ts';
import { lengthOf, type LinePoint, stepM } from './line.contract.ts';
import { boxOf, unpackPoints } from './lines.store.ts';

/** Lines that lie this close to each other all along, metres, are taken for one road that was entered twice. */
const closeM = 8;
/** Lengths of such lines differ by no more than this share. */
const lengthShare = 0.03;
const samples = 12;
const mostLooked = 200;

/** Names of live roads whose line is nearly the given one, in either direction, three at most. */
export async function similarRoads(
  db: Queryable,
  points: readonly LinePoint[],
  exceptId: string | null,
): Promise<string[]> {
  const rows = await db.query<{ name: string; points: Buffer }>(
    `select r.name, l.points from road_line l join road r on r.id = l.road_id
     where l.box && $1::box and r.deleted_at is null and r.id is distinct from $2::uuid
       and r.length_m between $3 and $4
     order by r.id limit ${mostLooked}`,
    [
      boxOf(points),
      exceptId,
      Math.floor(lengthOf(points) * (1 - lengthShare)),
      Math.ceil(lengthOf(points) * (1 + lengthShare)),
    ],
  );
  return rows
    .filter((row) => isNearlySame(points, unpackPoints(row.points)))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Whether points at even distances along both lines lie close to each other. */
export function isNearlySame(one: readonly LinePoint[], other: readonly LinePoint[]): boolean {
  const [along, against] = [evenly(other), evenly(other.toReversed())];
  const own = evenly(one);
  return [along, against].some((line) => line.every((point, at) => stepM(point, own[at] as LinePoint) <= closeM));
}

/** So many points at even distances from the first to the last. */
function evenly(points: readonly LinePoint[]): LinePoint[] {
  const total = lengthOf(points);
  const found: LinePoint[] = [];
  let [gone, at] = [0, 0];
  for (let sample = 0; sample <= samples; sample += 1) {
    const target = (total * sample) / samples;
    let step = stepM(points[at] as LinePoint, points[at + 1] as LinePoint);
    while (gone + step < target && at + 2 < points.length) {
      gone += step;
      at += 1;
      step = stepM(points[at] as LinePoint, points[at + 1] as LinePoint);
    }
    const share = step === 0 ? 0 : Math.min(1, (target - gone) / step);
    const [from, to] = [points[at] as LinePoint, points[at + 1] as LinePoint];
    found.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
  }
  return found;
}
