import { sealedNames } from '#kit/contract/sealed.ts';
import { columnOf, type AnyCatalogue } from '#kit/contract/catalogue.ts';
import { hashColumn, partsOf, sealedColumn } from '#kit/server/catalogue/sealed-fields.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { uuidv7 } from 'uuidv7';

/** A row by its columns, with what the history calls it. `values` of fields that are kept encrypted are given whole. */
export interface Planned {
  id: string;
  orgId: string | null;
  title: string;
  /** When it came in, ISO UTC. */
  at: string;
  columns: Readonly<Record<string, unknown>>;
}

/** Columns of a row as it is stored: of what is kept encrypted the mask, the sealed text and the hash. */
export function stored(sealed: SealedTexts, definition: AnyCatalogue, { id, columns }: Planned) {
  const row: Record<string, unknown> = { ...columns };
  for (const name of sealedNames(definition)) {
    const column = columnOf(name);
    const parts = partsOf(sealed, definition, name, id, columns[column] ?? null);
    Object.assign(row, { [column]: parts.mask, [sealedColumn(name)]: parts.sealed, [hashColumn(name)]: parts.hash });
  }
  return row;
}

/** Inserts rows of a catalogue, a few hundred a statement, with a history row for each of its organisation. */
export async function insertPlanned(
  db: Queryable,
  sealed: SealedTexts,
  definition: AnyCatalogue,
  rows: readonly Planned[],
  now: Date,
): Promise<void> {
  const table = definition.base;
  for (let from = 0; from < rows.length; from += 300) {
    const chunk = rows.slice(from, from + 300).map((row) => ({
      row: {
        ...stored(sealed, definition, row),
        id: row.id,
        ...(definition.scope === 'organisation' ? { org_id: row.orgId } : {}),
        created_at: row.at,
        updated_at: row.at,
      },
      history: { id: uuidv7(), org_id: row.orgId, title: row.title },
    }));
    const names = Object.keys(chunk[0]?.row ?? {});
    await db.query(
      `with given as (select one from jsonb_array_elements($1::jsonb) as listed (one)),
         made as (insert into ${table} (${names.join(', ')})
           select ${names.map((name) => `r.${name}`).join(', ')} from given, jsonb_populate_record(null::${table}, one -> 'row') r)
       insert into history (id, org_id, at, actor_name, action, source, module, record_id, record_title)
       select (one -> 'history' ->> 'id')::uuid, (one -> 'history' ->> 'org_id')::uuid, $2, 'Roadkeeper', 'create', 'seed', $3,
         (one -> 'row' ->> 'id')::uuid, one -> 'history' ->> 'title' from given`,
      [JSON.stringify(chunk), now.toISOString(), definition.path],
    );
  }
}
