import { type CatalogueParts, catalogueParts } from '#kit/server/catalogue/parts.ts';
import { lockRows, touchRow } from '#kit/server/catalogue/write/lock-rows.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import { writableOf } from '#kit/server/catalogue/write/write-values.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { geometryOf, lengthOf, lineWords } from '../road/line.contract.ts';
import { putLine, readLineOf } from '../road/lines.store.ts';
import { road } from '../road/road.contract.ts';
import { roadSpeedRule } from '../rules/speed-rule.contract.ts';
import { lastSplitM, splitLine } from './split-line.contract.ts';
import { splitRules } from './split-rules.store.ts';

export interface Split {
  /** Whole metres from the beginning of the line. */
  atM: number;
  /** Of the second part. */
  name: string;
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** What splits roads, compiled once. */
export function roadSplitter(kit: CatalogueKit) {
  const roads = catalogueParts(kit, road);
  const rules = catalogueParts(kit, roadSpeedRule);

  /**
   * Splits a road in two, inside the caller's transaction. The road itself becomes the first part; the second is a road of its own.
   * @returns both, as they are then
   * @throws 412 where somebody changed the road since, 400 where there is no such place on its line, 409 where it has none
   */
  return async (
    db: Queryable,
    scope: Scope,
    writer: Writer,
    id: string,
    { atM, name }: Split,
    ifMatch: string | undefined,
  ) => {
    const locked = await lockRows(db, road, { strength: 'no key update' }, ' and t.deleted_at is null', [[id]]);
    if (locked.length === 0) throw refuse.notFound('Road not found');
    const { row } = await mustRead(roads.reads, scope, id, db);
    checkVersion(ifMatch, row);
    const line = await readLineOf(db, id);
    if (!line) throw refuse.conflict('This road has no line yet. Draw it first');
    const lastM = lastSplitM(line.points);
    if (lastM < 1) throw refuse.conflict('This road is too short to split: each part needs at least 1 m');
    if (atM > lastM) throw refuse.badInput({ atM: `Enter a whole number of metres from 1 to ${whole.format(lastM)}` });
    const [first, second] = splitLine(line.points, atM);

    const made = await makeSecond(db, { roads, scope, writer }, id, {
      values: { ...writableOf(road, row), name },
      files: {},
      beside: { geometry: geometryOf(second) },
    });
    // While both lines reach over their rules: none of them may be beyond the end of its road before it was dealt with.
    const place = { atM, lengthM: row.lengthM ?? 0, secondM: Math.round(lengthOf(second)) };
    await splitRules(db, scope, writer, { reads: rules.reads, roadId: id, secondId: made.id, place });
    await putLine(db, id, first);
    await touchRow(db, road, id, writer);
    writer.touched.push([road.table, null]);
    const at = `at ${whole.format(atM)} m`;
    const told = {
      action: 'update',
      module: road.path,
      orgId: null,
      fields: ['geometry', 'splitInto', 'splitFrom'],
    } as const;
    const changes: Change[] = [
      {
        ...told,
        recordId: id,
        recordTitle: row.title,
        before: { geometry: lineWords(line.points), splitInto: null },
        after: { geometry: lineWords(first), splitInto: `${made.title}, ${at}` },
      },
      {
        ...told,
        recordId: made.id,
        recordTitle: made.title,
        before: { splitFrom: null },
        after: { splitFrom: `${row.title}, ${at}` },
      },
    ];
    await recordChanges(db, writer, changes);
    return {
      first: (await mustRead(roads.reads, scope, id, db)).row,
      second: (await mustRead(roads.reads, scope, made.id, db)).row,
    };
  };
}

interface Made {
  roads: CatalogueParts<typeof road>;
  scope: Scope;
  writer: Writer;
}

/**
 * The second part as a road. Source and external key stay with the first part: an import finds a road by its key, and must not find two. What
 * it was known by is kept as `split_key`, so that the next file does not bring the whole line back beside both parts.
 */
async function makeSecond(
  db: Queryable,
  { roads, scope, writer }: Made,
  firstId: string,
  input: Parameters<Made['roads']['writes']['create']>[3],
) {
  const { row } = await roads.writes.create(db, scope, writer, input);
  await db.query(
    `update road s set status = f.status, osm_way_ids = f.osm_way_ids, split_key = coalesce(f.external_key, f.split_key)
     from road f where f.id = $1 and s.id = $2`,
    [firstId, row.id],
  );
  return row;
}
