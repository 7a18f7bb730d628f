import { describe, expect, test } from 'vitest';
import { catalogue } from '#kit/contract/catalogue.ts';
import {
  choice,
  date,
  decimal,
  type Fields,
  file,
  flag,
  integer,
  longText,
  money,
  optional,
  place,
  ref,
  text,
} from '#kit/contract/fields.ts';
import { draftIndexes, draftTable, indexName } from './draft-sql.ts';

const facts = { one: 'Thing', many: 'Things', icon: 'box', group: 'group-catalogues', about: 'A thing.' };
const choices = [
  { value: 'A', label: 'A' },
  { value: 'B', label: 'B' },
];
const thing = <const F extends Fields>(fields: F, more: object = {}) =>
  catalogue('road-thing', { ...facts, title: [], sort: '-createdAt', fields, ...more });
/** The lines of the fields, between the id and the columns every table has. */
const fieldLines = (sql: string) => /id uuid primary key,\n([\s\S]*?) {2}status smallint/.exec(sql)?.[1]?.trimEnd();

describe('a column per field', () => {
  test.each([
    ['text', text({ label: 'X' }), 'x text not null'],
    ['optional text', optional(text({ label: 'X' })), 'x text'],
    ['several texts', text({ label: 'X', many: true }), 'x text[] not null'],
    ['optional several texts', optional(text({ label: 'X', many: true })), 'x text[]'],
    ['long text', longText({ label: 'X' }), 'x text not null'],
    ['choice', choice(choices, { label: 'X' }), 'x text not null'],
    ['several choices', choice(choices, { label: 'X', many: true }), 'x text[] not null'],
    ['integer', integer({ label: 'X' }), 'x integer not null'],
    ['decimal', decimal({ label: 'X' }), 'x numeric not null'],
    ['money', money({ label: 'X' }), 'x bigint not null'],
    ['flag', flag({ label: 'X' }), 'x boolean not null'],
    ['date', optional(date({ label: 'X' })), 'x date'],
    ['place', place({ label: 'X' }), 'x jsonb not null'],
  ])('%s', (_, field, line) => {
    expect(fieldLines(draftTable(thing({ x: field })))).toBe(`  ${line},`);
  });

  test('a reference names the table of the catalogue it points to', () => {
    const sql = draftTable(thing({ roadTypeId: ref('road-type', { label: 'Type' }) }));
    expect(fieldLines(sql)).toBe('  road_type_id uuid not null references road_type (id),');
    expect(sql).toContain('create index road_thing_road_type_id_idx on road_thing (road_type_id);');
  });

  test('a file is kept by its id, with or without the reference', () => {
    const definition = thing({ sitePlan: optional(file({ label: 'Plan', accept: ['pdf'], maxBytes: 1 })) });
    expect(fieldLines(draftTable(definition))).toBe('  site_plan_id uuid references file (id),');
    expect(fieldLines(draftTable(definition, { fileReferences: false }))).toBe('  site_plan_id uuid,');
  });

  test('names that SQL keeps for itself are refused', () => {
    expect(() => draftTable(thing({ order: integer({ label: 'Order' }) }))).toThrow("'order' is a key word of SQL");
  });
});

test('every table has the columns each row needs, and the runtime role may use it', () => {
  const sql = draftTable(thing({ x: flag({ label: 'X' }) }));
  expect(sql).toBe(`create table road_thing (
  id uuid primary key,
  x boolean not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index road_thing_created_at_sort on road_thing (created_at, id) where deleted_at is null;
grant select, insert, update, delete on road_thing to :app;
`);
});

test('rows of an organisation are fenced by row security that even the owner obeys', () => {
  const fields = { name: text({ label: 'Name' }) };
  const sql = draftTable(
    thing(
      { ...fields, orgId: ref('organisation', { label: 'Organisation' }) },
      { scope: 'organisation', unique: [['name']], title: ['name'], sort: 'name' },
    ),
  );
  expect(sql).toContain('  org_id uuid not null references organisation (id),');
  expect(sql).toContain('on road_thing (org_id, lower(name)) where deleted_at is null;');
  expect(sql).toContain('create index road_thing_org_id_idx on road_thing (org_id);');
  expect(sql).toContain(`select fence_rows('road_thing');`);
  expect(draftTable(thing(fields))).not.toContain('fence_rows');
});

describe('unique sets', () => {
  const keyOf = (fields: Fields) =>
    draftIndexes(thing(fields, { unique: [Object.keys(fields)] })).get(
      `road_thing_${Object.keys(fields)
        .map((name) => name.replace('Id', '_id'))
        .join('_')}_key`,
    );

  test('compare text without its case and count an absent one as a value', () => {
    expect(keyOf({ a: text({ label: 'A' }), b: optional(text({ label: 'B' })) })).toBe(
      "create unique index road_thing_a_b_key on road_thing (lower(a), coalesce(lower(b), '')) where deleted_at is null;",
    );
  });
  test('count an absent reference or choice as a value', () => {
    expect(keyOf({ aId: optional(ref('a', { label: 'A' })), b: optional(choice(choices, { label: 'B' })) })).toBe(
      "create unique index road_thing_a_id_b_key on road_thing (coalesce(a_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(b, '')) where deleted_at is null and (a_id is not null or b is not null);",
    );
  });
  test('count absent numbers and dates as equal', () => {
    expect(keyOf({ a: integer({ label: 'A' }), b: optional(date({ label: 'B' })) })).toBe(
      'create unique index road_thing_a_b_key on road_thing (a, b) nulls not distinct where deleted_at is null;',
    );
  });
});

test('the default order has an index that fits it', () => {
  const fields = {
    name: text({ label: 'Name' }),
    limitKmh: integer({ label: 'Limit' }),
    aId: ref('a', { label: 'A' }),
  };
  const indexes = (sort: string) =>
    [...draftIndexes(thing(fields, { sort })).values()].filter((sql) => sql.includes('_sort'));
  expect(indexes('name')).toEqual([
    'create index road_thing_name_sort on road_thing (lower(name), id) where deleted_at is null;',
  ]);
  expect(indexes('-limitKmh')).toEqual([
    'create index road_thing_limit_kmh_sort on road_thing (limit_kmh, id) where deleted_at is null;',
  ]);
  expect(indexes('aId')).toEqual([]);
});

test('searched text gets a trigram index only in large tables', () => {
  const definition = thing({ name: text({ label: 'Name', search: true }), note: text({ label: 'Note' }) });
  expect([...draftIndexes(definition).keys()].join()).not.toContain('trgm');
  expect(draftIndexes(definition, { large: true }).get('road_thing_name_trgm')).toBe(
    'create index road_thing_name_trgm on road_thing using gin (name gin_trgm_ops);',
  );
});

test('a name that is found by how it sounds gets an index of that besides in large tables', () => {
  const definition = thing({ name: text({ label: 'Name', search: true, sounds: true }) });
  expect([...draftIndexes(definition, { large: true }).values()].filter((sql) => sql.includes('gin'))).toEqual([
    'create index road_thing_name_sounds on road_thing using gin (search_sounds(name));',
    'create index road_thing_name_trgm on road_thing using gin (name gin_trgm_ops);',
  ]);
});

test('a number that is written in groups gets an index of it without what stands between them in large tables', () => {
  const definition = thing({ no: text({ label: 'Number', search: true, grouped: true }) });
  expect(draftIndexes(definition, { large: true }).get('road_thing_no_bare')).toBe(
    "create index road_thing_no_bare on road_thing (lower(translate(no, ' -/.', '')));",
  );
});

test('text that is searched by its words gets an index of them in large tables', () => {
  const definition = thing({ name: text({ label: 'Name', search: 'words' }) });
  expect([...draftIndexes(definition, { large: true }).values()].filter((sql) => sql.includes('gin'))).toEqual([
    'create index road_thing_name_words on road_thing using gin (search_words(name));',
  ]);
});

test('in large tables the rows of one referred record are kept in the order of the list', () => {
  const definition = thing(
    { name: text({ label: 'Name' }), makerId: ref('maker', { label: 'Maker', filter: true }) },
    { sort: 'name' },
  );
  expect([...draftIndexes(definition).keys()]).not.toContain('road_thing_maker_id_name_sort');
  expect(draftIndexes(definition, { large: true }).get('road_thing_maker_id_name_sort')).toBe(
    'create index road_thing_maker_id_name_sort on road_thing (maker_id, lower(name), id) include (status) where deleted_at is null;',
  );
});

test('long names are cut to what PostgreSQL keeps, and stay apart', () => {
  const name = (last: string) =>
    indexName('a_table_with_a_name', ['that', 'goes', 'on_and_on_and_on_and_on_and_on', last], 'idx');
  expect(name('one')).toHaveLength(63);
  expect(name('one')).toMatch(/^a_table_with_a_name_that_goes_on.*_idx$/);
  expect(name('one')).not.toBe(name('two'));
  expect(name('one')).toBe(name('one'));
});

test('a number that is kept encrypted has its mask, its ciphertext and what it is found by', () => {
  const number = text({ label: 'X', sealed: 4, filter: true });
  const optionalOne = thing({ number: optional(number) }, { unique: [['number']] });
  expect(fieldLines(draftTable(optionalOne))).toBe('  number text,\n  number_sealed text,\n  number_hash text,');
  expect(draftIndexes(optionalOne).get('road_thing_number_key')).toBe(
    "create unique index road_thing_number_key on road_thing (coalesce(number_hash, '')) where deleted_at is null and number_hash is not null;",
  );
  const required = thing({ number });
  expect(fieldLines(draftTable(required))).toBe(
    '  number text not null,\n  number_sealed text not null,\n  number_hash text not null,',
  );
  expect([...draftIndexes(required).keys()]).toContain('road_thing_number_hash_idx');
});
