import { describe, expect, test } from 'vitest';
import { catalogue } from '#kit/contract/catalogue.ts';
import { type Fields, integer, optional, ref, text } from '#kit/contract/fields.ts';
import { draftMigration, inReferenceOrder, type Schema } from './draft-migration.ts';

const facts = { one: 'Thing', many: 'Things', icon: 'box', group: 'group-catalogues', about: 'A thing.' };
const table = <const F extends Fields>(path: string, fields: F) =>
  catalogue(path, { ...facts, title: [], sort: '-createdAt', fields });
const base = [
  'id',
  'status',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'deleted_at',
  'deleted_by',
];

describe('a table that exists', () => {
  const schema: Schema = new Map([
    ['road', { columns: new Set([...base, 'name', 'old']), indexes: new Set(['road_created_at_sort']) }],
  ]);
  const draft = (fields: Fields) =>
    draftMigration([table('road', { name: text({ label: 'Name' }), ...fields })], schema);

  test('gets the columns it lacks, optional ones as they are', () => {
    expect(draft({ note: optional(text({ label: 'Note' })) })).toMatchObject({
      sql: '-- What the catalogues need: road.\nalter table road add column note text;\n',
      tables: ['road'],
    });
  });
  test('keeps its rows: a required column comes with a value that can be corrected', () => {
    const { sql } = draft({ limitKmh: integer({ label: 'Limit', min: 5 }) });
    expect(sql).toContain('add column limit_kmh integer not null default 5;');
    expect(sql).toContain('alter column limit_kmh drop default;');
  });
  test('leaves a required reference to a person, and indexes it', () => {
    const { sql } = draft({ aId: ref('a', { label: 'A' }) });
    expect(sql).toContain('add column a_id uuid references a (id);\n--');
    expect(sql).toContain('alter column a_id set not null;\ncreate index road_a_id_idx');
  });
  test('that lacks nothing needs no migration, and nothing is ever dropped', () => {
    expect(draft({})).toEqual({
      sql: '',
      tables: [],
      hints: ['road.old belongs to no field: nothing reads it any more'],
    });
  });
});

test('tables are made after those they refer to', () => {
  const model = table('model', {
    brandId: ref('brand', { label: 'Brand' }),
    nextId: optional(ref('model', { label: 'Next' })),
  });
  const brand = table('brand', { name: text({ label: 'Name' }) });
  expect(inReferenceOrder([model, brand]).map((one) => one.path)).toEqual(['brand', 'model']);
  expect(draftMigration([model, brand], new Map()).tables).toEqual(['brand', 'model']);
  const ring = table('brand', { modelId: ref('model', { label: 'Model' }) });
  expect(() => inReferenceOrder([model, ring])).toThrow('in a circle: model, brand');
});
