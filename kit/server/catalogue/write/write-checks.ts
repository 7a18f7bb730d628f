import type { Reference } from '#kit/contract/answers.ts';
import { type AnyCatalogue, columnOf, inSentence, isShared } from '#kit/contract/catalogue.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { listInWords } from '#kit/server/words/list-words.ts';
import { tenantFilterOf } from '../read/list-sql.ts';
import type { Registry } from '../registry.ts';

/** How many live rows of each kind refer to a row. */
export async function referencesTo(
  db: Queryable,
  registry: Registry,
  definition: AnyCatalogue,
  scope: Scope,
  id: string,
): Promise<Reference[]> {
  // Asked for together, so that in a transaction the many questions cost one round trip.
  const counted = await Promise.all(
    registry.referrers(definition.path).map(async ({ definition: from, field, column }) => {
      const params: Param[] = [id];
      const tenantSql = tenantFilterOf(from, 'usage', scope, params);
      const [row] = await db.query<{ count: number }>(
        `select count(*) from ${from.table} t where t.${column} = $1 and t.deleted_at is null${tenantSql}`,
        params,
      );
      const count = row?.count ?? 0;
      return { path: from.path, field, label: count === 1 ? from.one : from.many, count };
    }),
  );
  return counted.filter(({ count }) => count > 0);
}

/** "12 vehicle models, 3 vehicles and 1 alarm". */
export const countsInWords = (references: readonly Pick<Reference, 'count' | 'label'>[]): string =>
  listInWords(references.map(({ count, label }) => `${count} ${inSentence(label)}`));

/** "12 vehicle models and 3 vehicles use this". */
export function referencesMessage(definition: Pick<AnyCatalogue, 'one'>, references: readonly Reference[]): string {
  const [counts, one] = [countsInWords(references), inSentence(definition.one)];
  const total = references.reduce((sum, { count }) => sum + count, 0);
  return total === 1
    ? `${counts} uses this ${one}, so it cannot be deleted. You can deactivate it instead`
    : `${counts} use this ${one}, so it cannot be deleted. You can deactivate it instead`;
}

/** What a record is called in messages, and its unique sets of fields. */
export type Named = Pick<AnyCatalogue, 'one' | 'fields' | 'unique' | 'base'> & { table?: string };

/** Turns a broken unique index or foreign key into a refusal with a message per field; other errors come back. */
export function translateWriteError(error: unknown, definition: Named): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  if (error.code === '23505') {
    const set = definition.unique.find((names) => uniqueName(definition, names) === constraint);
    if (!set) return refuse.conflict(`This ${inSentence(definition.one)} exists already`);
    const labels = listInWords(set.map((name) => inSentence(definition.fields[name].label)));
    const one = inSentence(definition.one);
    const isOne = set.length === 1;
    // Where two catalogues share a table, whoever has it need not be one of these.
    const message = isShared(definition)
      ? isOne
        ? `This ${labels} is already in use`
        : `The same ${labels} is already in use`
      : isOne
        ? `Another ${one} has this ${labels}`
        : `Another ${one} has the same ${labels}`;
    return refuse.conflict(message, { [set.length === 1 ? (set[0] as string) : nameable(set)]: message });
  }
  if (error.code === '23P01') return refuse.conflict('Someone else did this at the same time. Check again');
  if (error.code === '23503') return refuse.conflict('Another record still refers to this one');
  return error;
}

/** In a set of fields the message stands at the one people type: the name, or else what is not whose it is. */
const nameable = (set: readonly string[]) =>
  set.includes('name') ? 'name' : (set.find((name) => name !== 'orgId') ?? (set[0] as string));

export const uniqueName = (definition: Pick<AnyCatalogue, 'base'>, names: readonly string[]): string =>
  `${definition.base}_${names.map(columnOf).join('_')}_key`.slice(0, 63);

/** Refuses with 412 and the row as it is when the caller saw an older version. `ifMatch` is an ETag like `"v7"`. */
export function checkVersion(ifMatch: string | undefined, row: { version: number }): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.every((tag) => /^"[\x21\x23-\x7e]*"$/.test(tag)))
    throw refuse.badInput({ 'If-Match': 'Must be an ETag in quotation marks, like "v3"' });
  if (!tags.includes(versionTag(row.version))) throw refuse.stale(row);
}
export const versionTag = (version: number): string => `"v${version}"`;
