import { expect, test } from 'vitest';
import { type AnyRow, catalogue } from '#kit/contract/catalogue.ts';
import { choice, file, integer, optional, text } from '#kit/contract/fields.ts';
import { bodyOf, startValues } from './form-values.ts';

const made = (sendsMultipart: boolean) =>
  catalogue('depot', {
    one: 'Depot',
    many: 'Depots',
    icon: 'home',
    group: 'group-fleet',
    about: 'Places of a fleet.',
    sendsMultipart,
    fields: {
      name: text({ label: 'Name' }),
      bays: optional(integer({ label: 'Bays' })),
      code: choice(
        [
          { value: '0', label: 'None' },
          { value: '1', label: 'One' },
        ],
        { label: 'Code', numeric: true },
      ),
      note: optional(text({ label: 'Note' })),
      plan: optional(file({ label: 'Plan', accept: ['pdf'], maxBytes: 1_000 })),
    },
  });
const row = {
  id: '1',
  version: 3,
  name: 'Pune',
  bays: 4,
  code: 0,
  note: null,
  plan: { id: 'f1' },
} as unknown as AnyRow;
const sent = (sendsMultipart: boolean, change: object = {}) => {
  const definition = made(sendsMultipart);
  return bodyOf(definition, { ...startValues(definition, row, {}), ...change });
};

test('a form sends multipart when a file goes along or is removed, or where the catalogue is always sent so', () => {
  expect(sent(false)).toEqual({ body: { name: 'Pune', bays: 4, code: 0, note: null } });
  expect(sent(false, { plan: null })).toHaveProperty('form');
  const { form } = sent(true, { bays: '2,017' }) as { form: FormData };
  expect([...form]).toEqual([
    ['name', 'Pune'],
    ['bays', '2017'],
    ['code', '0'],
    ['note', ''],
  ]);
});

test('a code that is a number is chosen as its digits and sent as a number', () => {
  expect(startValues(made(false), row, {})['code']).toBe('0');
  expect(sent(false, { code: '1' })).toMatchObject({ body: { code: 1 } });
});
