import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from '../planted-tree.ts';
import { findContractTerms, findTerms } from './terms.ts';

const file = 'areas/fuel/fuel.en.json';
const given = { fixed: {}, allowed: {} };
const planted = (texts: Record<string, string>) => plantTree({ [file]: JSON.stringify({ fuel: texts }) });

test('the texts of the product have none of the words that the interface does not use', () => {
  const root = join(import.meta.dirname, '../../..');
  expect(findTerms(root)).toEqual([]);
  expect(findContractTerms(root)).toEqual([]);
});

test.each([
  ['Papers that end', 'Papers'],
  ['Kind', 'Kind'],
  ['What became of {{title}}?', 'What became of'],
  ['Because', 'Because'],
  ['Heard of last', 'Heard'],
  ['Under way', 'Under way'],
  ['Taken back', 'Taken back'],
  ['Removed for good', 'for good'],
  ['Code at sign-in', 'Code at sign-in'],
  ['All rights in {{module}}', 'rights'],
  ['Works on', 'Works on'],
  ['Switched off', 'Switched off'],
  ['{{name}} is told it', 'is told'],
  ['Whoever is given none', 'Whoever'],
  ['All over India', 'All over India'],
])('%s is refused', (text, words) => {
  using tree = planted({ text });
  expect(findTerms(tree.root, given)).toMatchObject([
    expect.stringMatching(new RegExp(`^${file} writes '${words}' in 'fuel\\.text': `)),
  ]);
});

test.each(['Documents expiring', 'Type', 'Left to right', 'Tickets', 'Newspaper', '{{kind}}', 'Backup'])(
  '%s is accepted',
  (text) => {
    using tree = planted({ text });
    expect(findTerms(tree.root, given)).toEqual([]);
  },
);

test('a text of the specification stays word for word, and another needs an exception by name', () => {
  using tree = planted({ fixed: 'Papers', allowed: 'Consent on paper', other: 'Paper' });
  expect(
    findTerms(tree.root, {
      fixed: { 'fuel.fixed': 'Papers' },
      allowed: { [file]: { 'fuel.allowed': 'it is meant', 'fuel.gone': 'it was meant' } },
    }),
  ).toEqual([
    `${file} writes 'Paper' in 'fuel.other': document`,
    `the exception for 'fuel.gone' of ${file} in terms.ts is not needed: delete it`,
  ]);
});

test('labels and helps of contracts are held to the same words; keys and code are not', () => {
  using tree = plantTree({
    'areas/fuel/fuel.contract.ts': [
      "export const fuel = { name: 'rights', kind: 'Kind', label: 'Kind', help: 'Fuel type' };",
      "export const card = { many: 'Papers', about: `Papers` };",
    ].join('\n'),
    'areas/fuel/fuel.server.ts': "export const label = { label: 'Kind' };",
  });
  expect(findContractTerms(tree.root)).toEqual([
    "areas/fuel/fuel.contract.ts writes 'Kind' in 'Kind': type",
    "areas/fuel/fuel.contract.ts writes 'Papers' in 'Papers': document",
  ]);
});
