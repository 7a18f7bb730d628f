import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { addressIn, pagesFor } from './page-entries.ts';

const page = (name: string, to: string, words = ''): Entry => ({
  key: to,
  group: 'pages',
  name,
  words: `${to} ${words}`,
  kind: '',
  icon: 'point',
  to,
});
const pages = [
  page('Challans', '/challan'),
  page('Violations', '/violation'),
  page('Vehicles', '/vehicle'),
  page('Vehicle models', '/vehicle-model'),
  page('टिकट', '/help-desk', 'Tickets'),
];
const names = (words: string, isFound = false) => pagesFor(words, pages, isFound).map(({ name }) => name);

test('pages are found by their names, by their English ones and by their addresses', () => {
  expect(names('challan')).toEqual(['Challans']);
  expect(names('vehicle')).toEqual(['Vehicles', 'Vehicle models']);
  expect(names('models veh')).toEqual(['Vehicle models']);
  expect(names('/violation')).toEqual(['Violations']);
  expect(names('tickets')).toEqual(['टिकट']);
  expect(names('टिकट')).toEqual(['टिकट']);
});

test('a page is found by a misspelt name, but where records have the words they are meant', () => {
  expect(names('chalan')).toEqual(['Challans']);
  expect(names('voilations')).toEqual(['Violations']);
  expect(names('vehcle')).toEqual(['Vehicles', 'Vehicle models']);
  expect(names('tikcets')).toEqual(['टिकट']);
  expect(names('chalan', true)).toEqual([]);
  for (const words of ['xyz', 'zorawar', '98220', '👍👍👍', '%%%%']) expect([words, names(words)]).toEqual([words, []]);
});

test('an address that was pasted opens what it names, if the reader has the page', () => {
  const origin = 'https://roadkeeper.example';
  const at = (words: string) => {
    const found = addressIn(words, pages, origin);
    return found && [found.name, found.to, found.search];
  };
  expect(at(`${origin}/vehicle/01a2?tab=history`)).toEqual(['Vehicles', '/vehicle/01a2', { tab: 'history' }]);
  expect(at('/vehicle-model/01a2')).toEqual(['Vehicle models', '/vehicle-model/01a2', {}]);
  expect(at('/challan?q=MH12')).toEqual(['Challans', '/challan', { q: 'MH12' }]);
  expect(at(`${origin}/challan`)).toEqual(['Challans', '/challan', {}]);
  // Somebody reaches the product by another name.
  expect(at('http://localhost:3077/challan')).toEqual(['Challans', '/challan', {}]);
  expect(at(' http://10.0.0.5/vehicle/01a2?tab=history#top ')).toEqual([
    'Vehicles',
    '/vehicle/01a2',
    { tab: 'history' },
  ]);
  for (const words of [
    '/challan',
    '/wallet/1',
    'vehicle',
    'https://elsewhere.example/wallet/1',
    'javascript://elsewhere.example/vehicle/1',
    'ftp://elsewhere.example/vehicle',
    '//elsewhere.example/vehicle/1',
    '/',
    '',
  ])
    expect([words, at(words)]).toEqual([words, undefined]);
});
