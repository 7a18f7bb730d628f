import { expect, test } from 'vitest';
import { plantTree } from '../planted-tree.ts';
import { checkLanguages, type Known } from './languages.ts';

const english = '{ "bells": { "title": "Bells", "of_one": "{{count}} bell", "of_other": "{{count}} bells" } }';
const hindi = '{ "bells": { "title": "घंटियाँ", "of_one": "{{count}} घंटी", "of_other": "{{count}} घंटियाँ" } }';
const contract = `export const bell = { one: 'Bell', fields: { name: { label: 'Name' } } };`;
const routes = `throw refuse.conflict(\`Bell \${no} rings already\`, { name: 'Rings already' });`;
const words =
  '{ "Bell": "घंटी", "Name": "नाम", "Bell {1} rings already": "घंटी {1} पहले से बज रही है", "Rings already": "पहले से बज रही है" }';
const whole = {
  'areas/bells/bells.en.json': english,
  'areas/bells/bells.hi.json': hindi,
  'areas/bells/bells.words.hi.json': words,
  'areas/bells/bell.contract.ts': contract,
  'areas/bells/bells.routes.ts': routes,
};
const known: Known = { same: ['PDF'], unsaid: [] };
const found = (changed: Record<string, string>, given = known) => {
  using tree = plantTree({ ...whole, ...changed });
  return checkLanguages(tree.root, given);
};

test('texts and words that are all there are right', () => {
  expect(found({})).toEqual([]);
});

test.each<[string, Record<string, string>, string[]]>([
  [
    'a text without its translation',
    { 'areas/bells/bells.en.json': english.replace('"title"', '"loud": "Loud", "title"') },
    ["areas/bells/bells.hi.json: 'bells.loud' is missing: “Loud”"],
  ],
  [
    'a translation of a text that is gone',
    { 'areas/bells/bells.hi.json': hindi.replace('"title"', '"loud": "तेज़", "title"') },
    ["areas/bells/bells.hi.json: 'bells.loud' is no text of areas/bells/bells.en.json"],
  ],
  [
    'a hole that was lost',
    { 'areas/bells/bells.hi.json': hindi.replace('{{count}} घंटी"', 'एक घंटी"') },
    ["areas/bells/bells.hi.json: 'bells.of_one' has other holes than “{{count}} bell”"],
  ],
  [
    'a text that is still English',
    { 'areas/bells/bells.hi.json': hindi.replace('घंटियाँ"', 'Bells"') },
    ["areas/bells/bells.hi.json: 'bells.title' is still English: “Bells”"],
  ],
  [
    'a text that is empty',
    { 'areas/bells/bells.hi.json': hindi.replace('"घंटियाँ"', '" "') },
    ["areas/bells/bells.hi.json: 'bells.title' is empty"],
  ],
  [
    'a label of a contract that is not in the list',
    { 'areas/bells/bell.contract.ts': contract.replace("'Name'", "'Tone'") },
    [
      expect.stringMatching(
        /^areas\/bells\/bell\.contract\.ts says “Tone”, which no \*\.words\.hi\.json has/,
      ) as string,
    ],
  ],
  [
    'a help text that reads like SQL',
    {
      'areas/bells/bell.contract.ts': contract.replace(
        "label: 'Name'",
        "label: 'Name', help: 'Leave empty where it is null.'",
      ),
    },
    [expect.stringMatching(/^areas\/bells\/bell\.contract\.ts says “Leave empty where it is null\.”/) as string],
  ],
  [
    'a message of the server that is not in the list',
    { 'areas/bells/bells.routes.ts': routes.replace('rings already', 'is broken') },
    [expect.stringMatching(/^areas\/bells\/bells\.routes\.ts says “Bell \{1\} is broken”/) as string],
  ],
  [
    'a refusal that a rule or a store gives',
    {
      'areas/bells/bell.rules.ts': `messages.tone = 'This bell has no tone';`,
      'areas/bells/bells.store.ts': `return low ? \`\${name} rings too low\` : undefined;`,
      'areas/bells/bell-paper.ts': `line('Hung in the tower');`,
    },
    [
      expect.stringMatching(/^areas\/bells\/bell\.rules\.ts says “This bell has no tone”/) as string,
      expect.stringMatching(/^areas\/bells\/bells\.store\.ts says “\{1\} rings too low”/) as string,
    ],
  ],
  [
    'a message whose hole was lost',
    { 'areas/bells/bells.words.hi.json': words.replace('घंटी {1} पहले', 'घंटी पहले') },
    ['areas/bells/bells.words.hi.json: “Bell {1} rings already” has other holes than “Bell {1} rings already”'],
  ],
  [
    'a sentence whose parts have words and which has none itself',
    {
      'areas/bells/bells.routes.ts': `${routes}\nconst why = low ? 'is cracked' : isLost && 'is lost';\nwrite(\`\${name} \${why}\`);`,
      'areas/bells/bells.words.hi.json': words.replace(
        '{',
        '{ "{1} is {2}": "{1} {2} है", "{1} is lost": "{1} खो गया", ',
      ),
    },
    [
      'areas/bells/bells.routes.ts says “{1} is cracked”, which is shown half translated: “{1} cracked है”. Add the whole sentence',
    ],
  ],
  [
    'words that two lists have',
    { 'areas/zoo/zoo.words.hi.json': '{ "Name": "नाम" }' },
    ['areas/zoo/zoo.words.hi.json: “Name” is in areas/bells/bells.words.hi.json as well'],
  ],
])('%s is refused', (_, changed, problems) => {
  expect(found(changed)).toEqual(problems);
});

test('names that are the same everywhere, and words that nobody reads, may stay as they are', () => {
  const changed = {
    'areas/bells/bells.hi.json': hindi.replace('घंटियाँ"', 'PDF"'),
    'areas/bells/bells.en.json': english.replace('"Bells"', '"PDF"'),
    'areas/bells/bells.routes.ts': `${routes}\nthrow refuse.badInput({ tone: 'Only for tuners' });`,
  };
  expect(found(changed, { same: ['PDF'], unsaid: ['Only for tuners'] })).toEqual([]);
});
