import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { seenBy } from './reader/seen-by.ts';
import {
  type AnyField,
  choice,
  date,
  file,
  flag,
  type Fields,
  integer,
  isAskedFor,
  longText,
  money,
  optional,
  place,
  ref,
  text,
} from './fields.ts';

const make = (fields: Fields) =>
  catalogue('gate', {
    one: 'Gate',
    many: 'Gates',
    icon: 'road',
    group: 'group-roads',
    about: 'Where roads are closed.',
    fields: { name: text({ label: 'Name', list: true }), ...fields },
  });
const colours = [
  { value: 'RED', label: 'Red' },
  { value: 'BLUE', label: 'Blue' },
];

test('a field of one value that fits in a cell may be inline, shown from the start or not', () => {
  const { fields } = make({
    short: text({ label: 'Short', list: true, inline: true }),
    count: integer({ label: 'Count', inline: true }),
    pricePaise: money({ label: 'Price', inline: true }),
    open: flag({ label: 'Open', inline: true }),
    since: optional(date({ label: 'Since', inline: true })),
    colour: choice(colours, { label: 'Colour', inline: true }),
    parentId: optional(ref('gate', { label: 'Below', inline: true })),
  });
  expect(Object.values<AnyField>(fields).filter((field) => field.inline)).toHaveLength(7);
});

test('a field that does not fit in a cell cannot be inline', () => {
  for (const field of [
    longText({ label: 'Note', inline: true }),
    file({ label: 'Picture', accept: ['image'], maxBytes: 1_000, list: true, inline: true }),
    optional(place({ label: 'Place', inline: true })),
    text({ label: 'Codes', many: true, list: true, inline: true }),
    choice(colours, { label: 'Colours', many: true, list: true, inline: true }),
  ])
    expect(() => make({ odd: field }), field.kind).toThrow("Catalogue gate: 'odd' does not fit in a cell");
});

test('the field that leads from the list to the record cannot be inline', () => {
  expect(() => make({ name: text({ label: 'Name', list: true, inline: true }) })).toThrow(
    "Catalogue gate: 'name' links to the record",
  );
  // The first listed text is the link, whatever names the record.
  expect(() =>
    catalogue('gate', {
      one: 'Gate',
      many: 'Gates',
      icon: 'road',
      group: 'group-roads',
      about: 'Where roads are closed.',
      fields: {
        code: text({ label: 'Code', list: true, inline: true }),
        name: text({ label: 'Name', list: true }),
      },
    }),
  ).toThrow("Catalogue gate: 'code' links to the record");
});

test('sections name fields that there are, each in one of them', () => {
  const sectioned = (...fields: string[][]) =>
    catalogue('gate', {
      one: 'Gate',
      many: 'Gates',
      icon: 'road',
      group: 'group-roads',
      about: 'Where roads are closed.',
      fields: { name: text({ label: 'Name', list: true }), road: text({ label: 'Road' }) },
      readOnly: { state: choice(colours, { label: 'State' }) },
      sections: fields.map((names, at) => ({ title: `Part ${at}`, fields: names })),
    });
  expect(sectioned(['name', 'state'], ['road']).sections).toHaveLength(2);
  expect(() => sectioned(['nmae'])).toThrow("Catalogue gate: no field 'nmae'");
  expect(() => sectioned(['name'], ['road', 'name'])).toThrow("Catalogue gate: 'name' is in two sections");
});

test('clients read their own words: of the catalogue, of its fields and of their choices, and never whose a record is', () => {
  const gates = catalogue('gate', {
    one: 'Gate',
    many: 'Gates',
    forClients: { one: 'Our gate', many: 'Our gates' },
    icon: 'road',
    group: 'group-roads',
    about: 'Where roads are closed.',
    scope: 'organisation',
    fields: {
      orgId: ref('organisation', { label: 'Organisation', list: true }),
      name: text({ label: 'Name', list: true }),
      keeperId: optional(ref('app-user', { label: 'App user', forClients: 'Team member' })),
      kind: choice([{ value: 'OWN', label: 'Of the client', forClients: 'Ours' }, ...colours], { label: 'Type' }),
    },
    readOnly: {
      state: choice([{ value: 'SHUT', label: 'Shut', forClients: 'Not open' }], { label: 'State' }),
      guardId: optional(ref('user', { label: 'Guard', staffOnly: true })),
    },
    readyViews: [
      { name: 'Shut', search: { state: 'SHUT' }, tab: true },
      { name: 'Mine', search: { guardId: 'me' }, tab: true, staffOnly: true },
    ],
  });
  const client = seenBy(gates, 'client');
  expect(client.readyViews.map(({ name }) => name)).toEqual(['Shut']);
  expect([Object.keys(client.readOnly), client.readOnly.state.choices[0].label]).toEqual([['state'], 'Not open']);
  expect([client.one, client.many, client.counted, Object.keys(client.fields)]).toEqual([
    'Our gate',
    'Our gates',
    'Our gates',
    ['name', 'keeperId', 'kind'],
  ]);
  expect(client.fields.keeperId.label).toBe('Team member');
  expect(client.fields.kind.choices.map(({ label }: { label: string }) => label)).toEqual(['Ours', 'Red', 'Blue']);
  const staff = seenBy(gates, 'staff');
  expect(staff.readyViews.map(({ name }) => name)).toEqual(['Shut', 'Mine']);
  expect(staff.counted).toBe('Gates');
  expect([staff.one, staff.fields.keeperId.label, staff.fields.kind.choices[0].label]).toEqual([
    'Gate',
    'App user',
    'Of the client',
  ]);
});

test('a field may be asked for by the value of a choice, where it can be left out', () => {
  const colour = choice(colours, { label: 'Colour' });
  const onlyWith = { field: 'colour', values: ['RED'] };
  const shade = optional(text({ label: 'Shade', onlyWith }));
  expect(Object.keys(make({ colour, shade }).fields)).toContain('shade');
  expect(isAskedFor(shade, { colour: 'RED' })).toBe(true);
  expect(isAskedFor(shade, { colour: 'BLUE' })).toBe(false);
  expect(isAskedFor(shade, {})).toBe(false);
  expect(() => make({ colour, shade: text({ label: 'Shade', onlyWith }) })).toThrow('by the value of a choice');
  expect(() => make({ shade: optional(text({ label: 'Shade', onlyWith: { field: 'name', values: ['A'] } })) })).toThrow(
    'by the value of a choice',
  );
});
