import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declarationOf, declarationPath } from '../../texts/declarations.ts';
import type { Texts } from '../../texts/text-files.ts';
import { plantTree } from '../planted-tree.ts';
import { checkTexts } from './texts.ts';

const projectRoot = join(import.meta.dirname, '../../..');

/** A language file with the declarations that belong to it. */
const texts = (path: string, content: Texts): Record<string, string> => ({
  [path]: JSON.stringify(content),
  [declarationPath(path)]: declarationOf({ path, texts: content }),
});

/** A house that keeps the rules: each line here has to stay allowed. */
const clean: Record<string, string> = {
  ...texts('kit/web/texts/kit.en.json', { action: { save: 'Save' } }),
  ...texts('areas/fuel/fuel.en.json', {
    fuel: {
      title: 'Fuel',
      litres_one: '{{count}} litre',
      litres_other: '{{count}} litres',
      states: { EMPTY: 'Empty', FULL: 'Full' },
    },
  }),
  'kit/web/save.tsx': "export const Save = () => <button title={t('action.save')}>{t('action.save')}</button>;",
  'areas/fuel/fuel.web.ts': "export const web = { label: 'fuel.title' };",
  'areas/fuel/fuel.page.tsx': [
    'export const Page = ({ state, wide }) => (',
    "  <section aria-label={t('fuel.title')} className={wide ? 'sheet wide' : 'sheet'}>",
    '    {t(`fuel.states.${state}`)} · {state ? `${state} – 90 %` : null}{" "}',
    "    {t('fuel.litres', { count: 2 })} <b>Roadkeeper</b>",
    '    <kbd>Ctrl S</kbd> <span className="kbd sm">Esc</span> <code>SMTP_URL</code>',
    '  </section>',
    ');',
  ].join('\n'),
  'areas/fuel/fuel.page.test.tsx': 'export const inTest = <p>Words of a test</p>;',
  'areas/fuel/fuel.server.ts': "export const message = 'fuel.nothing';",
};

test('a house whose texts are all used and all in language files is accepted', () => {
  using tree = plantTree(clean);
  expect(checkTexts(tree.root)).toEqual([]);
});

test('a text that nothing uses is refused, unless the specification asks for it', () => {
  using tree = plantTree({
    ...clean,
    ...texts('areas/oil/oil.en.json', { oil: { title: 'Oil' }, toast: { oil: { created: 'Oil created.' } } }),
    'areas/oil/oil.server.ts': "export const key = 'oil.title';",
    'areas/oil/oil.page.test.tsx': "export const key = 'oil.title';",
  });
  expect(checkTexts(tree.root, { 'toast.oil.created': 'Oil created.' })).toEqual([
    "areas/oil/oil.en.json has 'oil.title', which nothing uses: delete it",
  ]);
});

test('a template uses the texts of its own group and no others', () => {
  using tree = plantTree({
    ...clean,
    ...texts('areas/oil/oil.en.json', { oil: { states: { EMPTY: { text: 'Fill up' } }, stateless: { A: 'A' } } }),
    'areas/oil/oil.page.tsx': 'export const Page = ({ state }) => <p>{t(`oil.states.${state}.text`)}</p>;',
  });
  expect(checkTexts(tree.root)).toEqual(["areas/oil/oil.en.json has 'oil.stateless.A', which nothing uses: delete it"]);
});

test('a template that chooses among all texts of a group is refused: what it uses cannot be told', () => {
  using tree = plantTree({
    ...clean,
    'areas/fuel/more.page.tsx': '\nexport const More = ({ name }) => <p>{t(`fuel.${name}`)}</p>;',
  });
  expect(checkTexts(tree.root)).toMatchObject([/^areas\/fuel\/more\.page\.tsx:2 chooses among all texts of a group/]);
});

test.each([
  ['between tags', '<p>No fuel yet</p>', 'No fuel yet'],
  ['between tags on a line of its own', '<p>\n  No fuel yet\n</p>', 'No fuel yet'],
  ['beside a value', '<p>{litres} litres</p>', 'litres'],
  ['in another script', '<p>ईंधन</p>', 'ईंधन'],
  ['with the name of the product', '<p>Welcome to Roadkeeper</p>', 'Welcome to Roadkeeper'],
  ['in braces', "<p>{'No fuel yet'}</p>", 'No fuel yet'],
  ['in a choice', "<p>{full ? 'Full' : null}</p>", 'Full'],
  ['instead of a value', "<p>{name ?? 'Nobody'}</p>", 'Nobody'],
  ['in a template', '<p>{`${litres} litres`}</p>', 'litres'],
  ['put together', "<p>{litres + ' litres'}</p>", 'litres'],
  ['in a fragment', '<>No fuel yet</>', 'No fuel yet'],
  ['in a label', '<Field label="Litres" />', 'Litres'],
  ['in a title', '<p title="Litres" />', 'Litres'],
  ['in a label for a screen reader', "<p aria-label={full ? 'Full' : undefined} />", 'Full'],
  ['in a unit behind a number', '<p>{[name, km && `${km} km`].join()}</p>', 'km'],
  ['in a placeholder', '<input placeholder={`At least ${least}`} />', 'At least'],
])('words %s of a screen are refused', (_, code, words) => {
  using tree = plantTree({
    ...clean,
    ...hindi,
    'areas/fuel/bad.page.tsx': `\nexport const Bad = (props) => ${code};\n`,
  });
  const line = code.includes('\n') ? 3 : 2;
  expect(checkTexts(tree.root)).toEqual([
    `areas/fuel/bad.page.tsx:${line} shows '${words}': put it into a language file`,
  ]);
});

test('declarations that are missing or older than their texts are refused, and npm run texts makes them', () => {
  const changed: Record<string, string> = {
    ...clean,
    'areas/fuel/fuel.en.json': '{ "fuel": { "title": "{{who}}’s fuel" } }',
  };
  delete changed['kit/web/texts/kit.texts.gen.d.ts'];
  using tree = plantTree({
    ...changed,
    'areas/fuel/fuel.page.tsx': "export const Page = () => t('fuel.title', { who: 'Asha' });",
  });
  expect(checkTexts(tree.root)).toEqual([
    'areas/fuel/fuel.texts.gen.d.ts is not made from areas/fuel/fuel.en.json as it is now: run npm run texts',
    'kit/web/texts/kit.texts.gen.d.ts is not made from kit/web/texts/kit.en.json as it is now: run npm run texts',
  ]);
  spawnSync(process.execPath, [join(projectRoot, 'tools/texts/declarations.ts')], { cwd: tree.root });
  expect(checkTexts(tree.root)).toEqual([]);
});

test('declarations name the values of each text, and the number that chooses a plural', () => {
  const content: Texts = {
    fuel: { title: 'Fuel', of: '{{who}}, {{when}}', litres_one: '{{count}} litre', litres_other: '{{shown}} litres' },
  };
  expect(declarationOf({ path: 'areas/fuel/fuel.en.json', texts: content })).toContain(`  interface Texts {
    'fuel.title': never;
    'fuel.of': 'when' | 'who';
    'fuel.litres': '#count' | 'shown';
  }`);
});

/** What a clean house has in Hindi. */
const hindi: Record<string, string> = {
  'kit/web/texts/kit.hi.json': JSON.stringify({ action: { save: 'सहेजें' } }),
  'areas/fuel/fuel.hi.json': JSON.stringify({
    fuel: {
      title: 'ईंधन',
      litres_one: '{{count}} लीटर',
      litres_other: '{{count}} लीटर',
      states: { EMPTY: 'खाली', FULL: 'भरा' },
    },
  }),
};

test('the command prints each place and fails, and passes a clean tree', () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(projectRoot, 'tools/checks/texts/texts.ts')], { cwd: root, encoding: 'utf8' });
  using bad = plantTree({
    ...clean,
    ...hindi,
    'areas/fuel/bad.page.tsx': 'export const Bad = () => <p>No fuel yet</p>;',
  });
  expect(run(bad.root)).toMatchObject({
    status: 1,
    stderr: "areas/fuel/bad.page.tsx:1 shows 'No fuel yet': put it into a language file\n",
  });
  using good = plantTree({ ...clean, ...hindi });
  expect(run(good.root)).toMatchObject({ status: 0, stderr: '' });
});
