import * as z from 'zod/mini';
import { indiaDay } from '#kit/contract/days.ts';
import type { Draft, RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { groundsChanged } from '../roads.events.ts';
import { geometryOf, type LinePoint, lineWords, readLine, stepM } from './line.contract.ts';
import { boxOf, putLine, readLineOf } from './lines.store.ts';
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
      if (draft.beside) await completeLine(db, draft, indiaDay(writer.now));
    }
  },
  async after(db, writer, change, row) {
    if (change.action === 'purge') return;
    const before = (await readLineOf(db, row.id))?.points ?? [];
    const points = 'beside' in change && change.beside ? (change.beside['points'] as LinePoint[]) : undefined;
    if (points) await putLine(db, row.id, points);
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
  const { before, values } = change;
  return judgedBy.some((name) => (before[name] ?? null) !== (values[name] ?? null));
}

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
    const rules = await measuredRules(db, draft.before.id, today);
    const isTurned = isReversed(stored.points, read.points);
    const beyond = rules.find(({ toM }) => toM !== null && toM > Math.ceil(read.lengthM));
    if (rules.length > 0 && isTurned)
      (draft.messages as Record<string, string>)['geometry'] =
        'Speed rules count metres and directions along this line, so it cannot be reversed';
    else if (beyond)
      (draft.messages as Record<string, string>)['geometry'] =
        `A speed rule ends at ${whole.format(beyond.toM ?? 0)} m, beyond the end of this line`;
    else if (rules.length > 0)
      draft.warnings.push(`Check the metres of its speed rules (${rules.length}): the line has changed`);
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

/** Whether a line runs the other way: its ends lie nearer to the other's in exchange. */
function isReversed(before: readonly LinePoint[], after: readonly LinePoint[]): boolean {
  const [first, last, newFirst, newLast] = [before[0], before.at(-1), after[0], after.at(-1)];
  if (!first || !last || !newFirst || !newLast) return false;
  return stepM(first, newLast) + stepM(last, newFirst) < stepM(first, newFirst) + stepM(last, newLast);
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

async function wayIdsOf(db: Queryable, roadId: string): Promise<number[]> {
  const [found] = await db.query<{ ids: string[] | null }>('select osm_way_ids as ids from road where id = $1', [
    roadId,
  ]);
  return (found?.ids ?? []).map(Number);
}
