import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import { can } from '#kit/contract/rights.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { type Param, type Scope, transact } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { tenantFilterOf } from '../read/list-sql.ts';
import { titleSql } from '../read/row-sql.ts';
import { hashColumn, hashOf } from '../sealed-fields.ts';
import type { CatalogueKit } from '../store.ts';
import { uniqueName } from './write-checks.ts';
import type { Input } from './write-values.ts';

/**
 * A refusal because something must be one record's alone, with the record that has it: for those who may see that, so that
 * they find their way there. Anything else comes back as it is.
 */
export async function withExisting(
  kit: CatalogueKit,
  definition: AnyCatalogue | undefined,
  call: Call,
  input: Input | null,
  thrown: unknown,
  translated: unknown,
): Promise<unknown> {
  if (!definition || !input || !(translated instanceof Refusal) || translated.code !== 'conflict') return translated;
  const constraint = thrown instanceof Error && 'constraint' in thrown ? thrown.constraint : undefined;
  const set = definition.unique.find((names: readonly string[]) => uniqueName(definition, names) === constraint);
  const name = set?.length === 1 ? (set[0] as string) : undefined;
  if (name === undefined || !can(call.session.grants, definition.path, 'view')) return translated;
  const existing = await holderOf(kit, definition, scopeOf(call.session), name, input.values[name]);
  if (!existing) return translated;
  return new Refusal('conflict', translated.message, { ...translated.details, existing });
}

async function holderOf(kit: CatalogueKit, definition: AnyCatalogue, scope: Scope, name: string, value: unknown) {
  if (typeof value !== 'string') return undefined;
  const field = definition.fields[name];
  const params: Param[] = [isSealed(field) ? (hashOf(kit.sealed, definition, name, value) ?? '') : value];
  const match = isSealed(field)
    ? `t.${hashColumn(name)} = $1`
    : field?.kind === 'date'
      ? `t.${columnOf(name)} = $1::date`
      : `lower(t.${columnOf(name)}) = lower($1)`;
  const tenantSql = tenantFilterOf(definition, 'existing', scope, params);
  const [found] = await transact(kit.db, scope, (db) =>
    db.query<{ id: string; title: string }>(
      `select t.id, ${titleSql(kit.registry, definition, 't')} as title from ${definition.table} t where ${match} and t.deleted_at is null${tenantSql}`,
      params,
    ),
  );
  return found && { path: definition.path, ...found };
}
