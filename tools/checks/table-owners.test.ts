import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from './planted-tree.ts';
import { findForeignTables, tableOwners } from './table-owners.ts';

const projectRoot = join(import.meta.dirname, '../..');

/** A house that keeps the rule: each statement here has to stay allowed. */
const clean: Record<string, string> = {
  'db/migrations/0001_all.sql': `create table history (id uuid);
create table road (id uuid);
create table lorry (id uuid);
create view roads_road with (security_invoker = true) as
  select id from road;
create table seed_run (name text);`,
  'kit/server/tables.json': '{ "tables": ["history"] }',
  'areas/roads/tables.json': '{ "tables": ["road"], "published": ["roads_road"] }',
  'areas/fleet/tables.json': '{ "tables": ["lorry"] }',
  'kit/server/history.ts':
    "export const one = 'select 1 from history'; export const any = (table: string) => `select 1 from ${table}`;",
  'areas/roads/road.store.ts': "export const all = 'select r.id from road r join roads_road v on v.id = r.id';",
  'areas/fleet/lorry.store.ts': 'export const all = `select l.id from lorry l join roads_road r on r.id = l.road_id`;',
  'areas/fleet/generic.ts':
    'export const all = ({ table }: { table: string }, d: { table: string }) => `select ${table} from ${d.table}`;',
  'areas/fleet/words.ts': [
    "export const text = 'Taken from the road that leads into road works';".replace('into road', 'along road'),
    "export const locked = 'select 1 from lorry for update of lorry';",
    "export const put = 'insert into lorry (id) values ($1) on conflict (id) do update set id = $1';",
    "export const differs = 'select 1 from lorry l where l.a is distinct from road';",
  ].join('\n'),
  'areas/fleet/lorry.test.ts': "export const all = 'delete from road';",
  'areas/fleet/testing/lorries.ts': "export const all = 'delete from road';",
  'db/seed/all.ts': "export const all = 'insert into road select from lorry, seed_run';",
};

test('a house where everybody names their own tables is accepted', () => {
  using tree = plantTree(clean);
  expect(findForeignTables(tree.root)).toEqual([]);
});

const publish = "'road' is areas/roads's: use what it publishes or exports";
test.each([
  ['a read', "'select id from road'", publish],
  ['a join', '`select 1 from lorry l\n  left join road r on true`', publish],
  ['a list', "'select 1 from lorry l, road r'", publish],
  ['a second of a list', '`select 1 from lorry as l, road where true`', publish],
  ['a read in brackets', '`select (select count(*) from road)`', publish],
  ['a read in capitals', "'SELECT id FROM road'", publish],
  ['a quoted name', `'select id from "road"'`, publish],
  ['a name with its schema', "'select id from public.road'", publish],
  ['a write', "'insert into road (id) values ($1)'", publish],
  ['a change', "'update road set id = $1'", publish],
  ['a change of an only table', "'update only road set id = $1'", publish],
  ['a deletion', "'delete from road where true'", publish],
  ['a deletion by another table', "'delete from lorry using road r where true'", publish],
  ['a merge', "'merge into road r using lorry l on true'", publish],
  ['a copy', "'copy road from stdin'", publish],
  ['emptying', "'truncate road'", publish],
  ['a lock', "'lock table road in share mode'", publish],
  ['a fragment that begins with the table', "'road r join lorry l on true'", publish],
  ['a fragment behind an expression', '`${String(1)} join road r on true`', publish],
  ['a choice between tables', "`select 1 from ${Math.random() > 1 ? 'road' : 'lorry'}`", publish],
  ['a variable', '((table: string) => `select 1 from ${table}`)', 'names a table by a variable: name it in the SQL'],
  ["a table of the kit's", "'select 1 from history'", "'history' is kit/server's: use what it publishes or exports"],
])('%s of a foreign table is refused', (_, code, rule) => {
  using tree = plantTree({ ...clean, 'areas/fleet/bad.ts': `\nexport const bad = ${code};\n` });
  expect(findForeignTables(tree.root)).toEqual([
    { file: 'areas/fleet/bad.ts', line: code.includes('\n') ? 3 : 2, rule },
  ]);
});

test.each([
  ['a table', 'road'],
  ['a published view', 'roads_road'],
])('%s of an area is not named in the kit', (_, table) => {
  using tree = plantTree({ ...clean, 'kit/server/bad.ts': `export const bad = 'select 1 from ${table}';` });
  expect(findForeignTables(tree.root)).toEqual([
    { file: 'kit/server/bad.ts', line: 1, rule: `'${table}' is areas/roads's: the kit knows no area` },
  ]);
});

test('the composition owns no table and reads what is published', () => {
  using tree = plantTree({
    ...clean,
    'apps/server/product.ts': "export const all = ['select 1 from roads_road', 'select 1 from lorry'];",
  });
  expect(findForeignTables(tree.root)).toMatchObject([{ file: 'apps/server/product.ts', rule: /'lorry'/ }]);
});

test('a table that nobody owns is found where it is made', () => {
  using tree = plantTree({ ...clean, 'db/migrations/0002_more.sql': '-- More.\ncreate table toll (id uuid);' });
  expect(findForeignTables(tree.root)).toEqual([
    { file: 'db/migrations/0002_more.sql', line: 2, rule: "nobody owns 'toll': name it in a tables.json" },
  ]);
});

test('a table has one owner', () => {
  using tree = plantTree({ ...clean, 'areas/tolls/tables.json': '{ "tables": ["road"] }' });
  expect(() => tableOwners(tree.root)).toThrow(/claims 'road', which areas\/roads owns/);
});

test('the command prints each place and fails, and passes a clean tree', () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(projectRoot, 'tools/checks/table-owners.ts')], { cwd: root, encoding: 'utf8' });
  using bad = plantTree({ ...clean, 'areas/fleet/bad.ts': "export const bad = 'delete from road';" });
  expect(run(bad.root)).toMatchObject({ status: 1, stderr: `areas/fleet/bad.ts:1 ${publish}\n` });
  using good = plantTree(clean);
  expect(run(good.root)).toMatchObject({ status: 0, stderr: '' });
});
