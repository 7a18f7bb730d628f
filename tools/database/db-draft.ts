import '../node-version.ts';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogues } from '#areas/areas.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { draftMigration, type Schema } from './draft-migration.ts';
import { command, migrationFolder, withOwnerDatabase } from './owner-database.ts';

/** Tables of the product's schema with their columns and indexes. */
const schemaSql = `select c.table_name as table,
    array_agg(c.column_name::text) as columns,
    coalesce((select array_agg(i.indexname::text) from pg_indexes i
      where i.schemaname = 'public' and i.tablename = c.table_name), '{}') as indexes
  from information_schema.columns c where c.table_schema = 'public' group by c.table_name`;

await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { large: { type: 'boolean', default: false } },
  });
  const [name] = positionals;
  if (positionals.length > 1 || (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)))
    throw new Error('Use: npm run db:draft -- <name of small letters, digits and _> [--large]');
  await withOwnerDatabase(async (owner) => {
    const rows = await withClient(owner, async (client) => (await client.query<SchemaRow>(schemaSql)).rows);
    const schema: Schema = new Map(
      rows.map((row) => [row.table, { columns: new Set(row.columns), indexes: new Set(row.indexes) }]),
    );
    const draft = draftMigration(catalogues, schema, { large: values.large });
    for (const hint of draft.hints) console.log(hint);
    if (draft.sql === '') return console.log('nothing is missing: every catalogue has its table');
    const numbers = (await readdir(migrationFolder)).map((file) => Number(/^\d{4}/.exec(file)?.[0] ?? 0));
    const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
    const file = `${number}_${name ?? draft.tables.join('_').slice(0, 60)}.sql`;
    await writeFile(join(migrationFolder, file), draft.sql, { flag: 'wx' });
    return console.log(`wrote db/migrations/${file}: read it, then npm run db:migrate`);
  });
});

interface SchemaRow {
  table: string;
  columns: string[];
  indexes: string[];
}
