import { expect, test } from 'vitest';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, decimal, place, text } from '#kit/contract/fields.ts';
import { convertCells } from './cells.ts';

const depot = catalogue('depot', {
  one: 'Depot',
  many: 'Depots',
  icon: 'building',
  group: 'group-catalogues',
  about: 'Where vehicles stand at night.',
  sort: 'name',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', list: true }),
    at: place({ label: 'Place' }),
    area: decimal({ label: 'Area' }),
    kind: choice([{ value: 'OPEN', label: 'Open, guarded' }], { label: 'Kind' }),
    kinds: choice(
      [
        { value: 'OPEN', label: 'Open, guarded' },
        { value: 'SHUT', label: 'Shut' },
      ],
      { label: 'Kinds', many: true },
    ),
    words: text({ label: 'Words', many: true }),
  },
});
const read = (name: string, cell: string) => {
  const { values, messages } = convertCells(depot, { [name]: cell }, () => ({ problem: 'none' }));
  return messages[name] ?? values[name];
};

test('a place is two numbers, however they are set apart', () => {
  for (const cell of ['18.52, 73.85', '18.52,73.85', '18.52;73.85', '18.52 ; 73.85', '18.52   73.85'])
    expect([cell, read('at', cell)]).toEqual([cell, { lat: 18.52, lon: 73.85 }]);
  expect(read('at', '-33,-70')).toEqual({ lat: -33, lon: -70 });
  for (const cell of ['18.52', '18.52,73.85,1', '18.52 / 73.85', 'Pune', '18.,73', ',', '18.52,'])
    expect([cell, read('at', cell)]).toEqual([cell, 'Place must be a latitude and a longitude, like 18.52, 73.85']);
});

test('a choice is its value or its label, whatever the case and the spaces around commas', () => {
  for (const cell of ['OPEN', 'open', 'Open, guarded', ' open ,GUARDED ']) expect(read('kind', cell)).toBe('OPEN');
  expect(read('kind', 'open guarded')).toBe('open guarded');
});

test('the sign of the rupee may stand on either side', () => {
  for (const cell of ['₹ 1,500', '1500 ₹', 'Rs. 1500', '1500₹'])
    expect([cell, read('area', cell)]).toEqual([cell, 1500]);
});

test('of several choices one may hold commas, and what is none stays as it is', () => {
  expect(read('kinds', 'Shut, Open, guarded')).toEqual(['SHUT', 'OPEN']);
  expect(read('kinds', 'open, guarded; shut')).toEqual(['OPEN', 'SHUT']);
  expect(read('kinds', 'Open, Shut, guarded')).toEqual(['OPEN', 'SHUT', 'guarded']);
  expect(read('kinds', '"Open, guarded"\nSHUT')).toEqual(['OPEN', 'SHUT']);
});

test('several values of lines may stand in quotation marks', () => {
  expect(read('words', 'one\n\n  "two, three"  \n\n\n"four\nfive"')).toEqual(['one', 'two, three', 'four\nfive']);
});

test.each(['at', 'area', 'kind', 'kinds', 'words'])(
  'cells of nothing but spaces and marks are read in a time that grows with their length: %s',
  (name) => {
    const before = process.threadCpuUsage();
    for (const sign of [' ', ', ', '1 ', 'a,', '\n', '\n ', ';', '; ', '"', '" ', ';"', '\n"', '"""x;'])
      read(name, `1${sign.repeat(20_000 / sign.length)}x`);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(300);
  },
);
