import * as z from 'zod/mini';
import { indiaDay } from '#kit/contract/days.ts';
import type { Draft, RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { groundsChanged } from '../roads.events.ts';
import { geometryOf, lengthOf, type LinePoint, lineWords, readLine, stepM } from './line.contract.ts';
import { boxOf, putLine, readLineOf } from './lines.store.ts';
import { type Stretch, stretchWords } from '../rules/ground.rules.ts';
import { hasMoved, moveRules, rulesOnNewLine } from '../rules/ground.store.ts';
import { measuredRules } from '../rules/rules.store.ts';
import { similarRoads } from './similar-lines.store.ts';
import type { road } from './road.contract.ts';

const lineSchema = z.strictObject({
  type: z.literal('LineString'),
  coordinates: z.array(z.tuple([z.number(), z.number()])),
});

/** Keeps the line of a road, which comes with its fields, beside its row. */
export const roadPolicy: RowPolicy<typeof road> = {
  details: {
    schema: { geometry: z.nullable(lineSchema), osmWayIds: z.array(z.number()) },
    async read(db, _, { id }) {
      const line = await readLineOf(db, id);
      return { geometry: line ? geometryOf(line.points) : null, osmWayIds: await wayIdsOf(db, id) };
    },
  },
  async complete(db, writer, drafts) {
    for (const draft of drafts) {
      draft.values.oneWay ??= 'BOTH';
      draft.values.structure ??= 'NONE';
      draft.values.layer ??= 0;
      // To a road without a line no trip was ever matched.
      if (draft.before && isJudgedOtherwise(draft.before, draft.values) && (await readLineOf(db, draft.before.id)))
        draft.warnings.push(judgedAgain);
      if (draft.beside) await completeLine(db, draft, indiaDay(writer.now));
    }
  },
  async after(db, writer, change, row) {
    if (change.action === 'purge') return;
    const before = (await readLineOf(db, row.id))?.points ?? [];
    const points = 'beside' in change && change.beside ? (change.beside['points'] as LinePoint[]) : undefined;
    if (points) {
      // As long as both lines are known: afterwards metres are those of the new one.
      const rules = before.length > 0 ? await rulesOnNewLine(db, row.id, before, points, indiaDay(writer.now)) : [];
      await putLine(db, row.id, points);
      await moveRules(db, writer, row.title, rules, lengthOf(points));
    }
    const lines = [...before, ...(points ?? [])];
    // Without a line nothing was ever matched to it.
    if (lines.length === 0 || (!points && !isJudgedBy(change))) return;
    await groundsChanged.raise(db, writer, {
      cause: 'ROAD',
      recordId: row.id,
      title: [row.ref, row.name].filter(Boolean).join(' '),
      roadIds: [row.id],
      near: boxOf(lines),
      orgId: null,
      fromDay: null,
    });
  },
  // What it shows besides its fields has changed with the line.
  afterMany: () => Promise.resolve(),
};

const judgedBy = ['roadTypeId', 'state', 'oneWay', 'structure', 'layer', 'osmMaxKmh'] as const;

/** Whether a change of a road's row is one of what trips on it are matched or judged by. */
function isJudgedBy(change: RowChange<typeof road>): boolean {
  if (change.action !== 'update') return true;
  return isJudgedOtherwise(change.before, change.values);
}

const judgedAgain =
  'Trips of the past on this road are judged again: their limit and their violations can change. For a limit from a certain day on, make a speed rule';

/** Whether one of these facts of a road is another. */
const isJudgedOtherwise = (before: Partial<Judged>, values: Partial<Judged>): boolean =>
  judgedBy.some((name) => (before[name] ?? null) !== (values[name] ?? null));
type Judged = Record<(typeof judgedBy)[number], unknown>;

/** Leaves the points of a line that is new in `beside`, and says what is wrong or odd about it. */
async function completeLine(db: Queryable, draft: Draft<typeof road>, today: string): Promise<void> {
  const read = readLine(draft.beside?.['geometry']);
  if ('message' in read) {
    (draft.messages as Record<string, string>)['geometry'] = read.message;
    return;
  }
  const stored = draft.before ? await readLineOf(db, draft.before.id) : undefined;
  if (stored && JSON.stringify(stored.points) === JSON.stringify(read.points)) {
    draft.beside = undefined;
    return;
  }
  if (read.refusal) {
    (draft.messages as Record<string, string>)['geometry'] = read.refusal;
    return;
  }
  if (draft.before && stored) {
    const message =
      (await measuredRules(db, draft.before.id, today)).length > 0 && isReversed(stored.points, read.points)
        ? 'Speed rules count metres and directions along this line, so it cannot be reversed'
        : await tellMoved(db, draft, draft.before.id, stored.points, read.points, today);
    if (message !== undefined) {
      (draft.messages as Record<string, string>)['geometry'] = message;
      return;
    }
  }
  draft.warnings.push(...read.warnings);
  const similar = await similarRoads(db, read.points, draft.before?.id ?? null);
  if (similar.length > 0) draft.warnings.push(`Nearly the same line as ${similar.join(', ')}`);
  draft.beside = { points: read.points };
  draft.told = {
    before: { geometry: stored ? lineWords(stored.points) : null },
    after: { geometry: lineWords(read.points) },
  };
}

/** Says which rules count other metres on a new line. @returns why the line cannot be, where it leaves out what a rule holds for */
async function tellMoved(
  db: Queryable,
  draft: Draft<typeof road>,
  roadId: string,
  before: readonly LinePoint[],
  after: readonly LinePoint[],
  today: string,
): Promise<string | undefined> {
  const rules = (await rulesOnNewLine(db, roadId, before, after, today)).filter(({ isCurrent }) => isCurrent);
  // As far as it lies on the road.
  const shown = ({ fromM, toM }: Stretch) => stretchWords({ fromM, toM: Math.min(toM, Math.round(lengthOf(before))) });
  const lost = rules.find(({ to, isCut }) => isCut || to === undefined);
  if (lost)
    return `The speed rule of ${lost.limitKmh} km/h at ${shown(lost)} is not all on this line. End that rule first, or let the line reach it`;
  const words = rules
    .filter((rule) => hasMoved(rule) && rule.fromM < Math.round(lengthOf(before)))
    .map((rule) => `${rule.limitKmh} km/h from ${shown(rule)} to ${rule.to ? stretchWords(rule.to) : ''}`);
  if (words.length > 0)
    draft.warnings.push(
      `Speed rules stay where they are on the ground, so their metres change: ${words.slice(0, 5).join('; ')}${words.length > 5 ? `; and ${words.length - 5} more` : ''}`,
    );
  return undefined;
}

/** Whether a line runs the other way: its ends lie nearer to the other's in exchange. */
function isReversed(before: readonly LinePoint[], after: readonly LinePoint[]): boolean {
  const [first, last, newFirst, newLast] = [before[0], before.at(-1), after[0], after.at(-1)];
  if (!first || !last || !newFirst || !newLast) return false;
  return stepM(first, newLast) + stepM(last, newFirst) < stepM(first, newFirst) + stepM(last, newLast);
}

async function wayIdsOf(db: Queryable, roadId: string): Promise<number[]> {
  const [found] = await db.query<{ ids: string[] | null }>('select osm_way_ids as ids from road where id = $1', [
    roadId,
  ]);
  return (found?.ids ?? []).map(Number);
}
