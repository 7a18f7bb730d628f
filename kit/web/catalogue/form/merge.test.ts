import { expect, test } from 'vitest';
import { type AnyRow, catalogue } from '#kit/contract/catalogue.ts';
import { file, flag, integer, optional, place, text } from '#kit/contract/fields.ts';
import { startValues } from './form-values.ts';
import { authorOf } from '../../live/authors.ts';
import { changedBetween, mergeForm } from './merge.ts';

const definition = catalogue('depot', {
  one: 'Depot',
  many: 'Depots',
  icon: 'home',
  group: 'group-fleet',
  about: 'Places of a fleet.',
  fields: {
    name: text({ label: 'Name' }),
    bays: optional(integer({ label: 'Bays' })),
    open: flag({ label: 'Open' }),
    tags: optional(text({ label: 'Tags', many: true })),
    spot: optional(place({ label: 'Place' })),
    plan: optional(file({ label: 'Plan', accept: ['pdf'], maxBytes: 1_000 })),
  },
});
const base = {
  id: '1',
  version: 3,
  name: 'Pune',
  bays: 4,
  open: true,
  tags: ['a'],
  spot: { lat: 18.5, lon: 73.8 },
  plan: { id: 'f1' },
} as unknown as AnyRow;
const newer = (change: object) => ({ ...base, version: 4, ...change }) as AnyRow;
const typed = (change: object) => ({ ...startValues(definition, base, {}), ...change });

test('what only one side changed is kept, whatever it is', () => {
  const theirs = newer({ bays: 6, tags: ['a', 'b'], spot: null, plan: { id: 'f2' } });
  const merge = mergeForm(definition, base, theirs, typed({ name: 'Pune 2', open: false }));
  expect(merge.asked).toEqual([]);
  expect(merge.taken).toEqual(['bays', 'tags', 'spot', 'plan']);
  expect(merge.values).toEqual({
    name: 'Pune 2',
    bays: '6',
    open: false,
    tags: ['a', 'b'],
    spot: { lat: '', lon: '' },
    plan: undefined,
  });
});

test('only what both changed to something else is asked for, files included', () => {
  const chosen = new File(['x'], 'mine.pdf', { type: 'application/pdf' });
  const theirs = newer({ name: 'Poona', bays: 6, open: false, plan: { id: 'f2' } });
  const merge = mergeForm(definition, base, theirs, typed({ name: 'Pune 2', bays: ' 6 ', plan: chosen }));
  expect(merge.asked).toEqual(['name', 'plan']);
  expect(merge.taken).toEqual(['open']);
  expect(merge.values).toMatchObject({ name: 'Pune 2', bays: '6', open: false, plan: chosen });
});

test('what was written anew as it was is no change, and neither is a version without changed fields', () => {
  const same = mergeForm(definition, base, newer({ bays: 9 }), typed({ bays: '4.0' }));
  expect([same.asked, same.taken, same.values['bays']]).toEqual([[], ['bays'], '9']);
  expect(mergeForm(definition, base, newer({ status: 0 }), typed({ name: 'X' }))).toMatchObject({
    asked: [],
    taken: [],
    values: { name: 'X' },
  });
  expect(changedBetween(definition, base, newer({ tags: [], plan: null }))).toEqual(['tags', 'plan']);
});

test('who changed a field is told by the newest entry that names it', () => {
  const entry = (actorName: string, at: string, after: object) => ({ actorName, at, after }) as never;
  const entries = [entry('Asha', '3', { bays: 6 }), entry('Ravi', '2', { name: 'Poona', bays: 5 })];
  expect(authorOf(entries, 'bays')).toEqual({ name: 'Asha', at: '3' });
  expect(authorOf(entries, 'name')).toEqual({ name: 'Ravi', at: '2' });
  expect(authorOf(entries, 'open')).toBeUndefined();
  expect(authorOf(entries)).toEqual({ name: 'Asha', at: '3' });
});
