import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declarationOf, declarationPath } from '../../styles/declarations.ts';
import { plantTree } from '../planted-tree.ts';
import { checkStyles } from './styles.ts';

const projectRoot = join(import.meta.dirname, '../../..');

/** A module with the declarations that belong to it. */
const sheet = (path: string, css: string): Record<string, string> => ({
  [path]: css,
  [declarationPath(path)]: declarationOf(path, css),
});

/** A house that keeps the rules: each line here has to stay allowed. */
const clean: Record<string, string> = {
  'kit/web/theme/parts.css':
    ':root { --line: red; }\n.btn, .btn:is(.p, .sm), .row > .st { color: red; }\n* { margin: 0; }',
  ...sheet(
    'areas/fuel/fuel.module.css',
    `.tanks > li:hover, li.tank:not(.btn) { color: red; }
.tanks :global(.btn) + :global(.btn.p), .tank:global(.st)::before { content: ".a, b"; }
:is(.tanks, ul.tank) a { color: red; }
[dir="rtl"] .tank, [data-a="]"][data-b] .tank { color: red; }
body:has(.tanks) > :not(:has(.tank)), .btn { display: none; }
@media (max-width: 760px) { .tanks { &:hover { color: red; } > b { color: red; } } }
@keyframes fill { from { opacity: 0; } 50% { opacity: 1; } }`,
  ),
  'areas/fuel/fuel.page.tsx': [
    "import '#kit/web/theme/parts.css';",
    "import styles from './fuel.module.css';",
    'export const Page = ({ tone, full, style }) => (',
    "  <ul className={`row ${styles.tanks}`} style={style.styles} data-a={{ styles: 'a' }}>",
    "    <li className={full ? `st sm ${styles['tank']}` : undefined}>{full}</li>",
    '    <li className={`btn ${tone}`}>{full}</li>',
    "    <Sheet className={styles.btn} columns={[{ key: 'a', className: 'st' }]} />",
    '  </ul>',
    ');',
  ].join('\n'),
  'areas/fuel/fuel.page.test.tsx': 'export const inTest = <p className="of-a-test" />;',
};

test('a house whose areas style nothing but their own is accepted', () => {
  using tree = plantTree(clean);
  expect(checkStyles(tree.root)).toEqual([]);
});

test('a custom property that nothing defines is refused, in stylesheets and in code', () => {
  using tree = plantTree({
    ...clean,
    'kit/web/map/ground.ts': "export const land = 'var(--line)';\nexport const sea = 'var(--sea)';",
    'kit/web/map/room.tsx': "export const Room = () => <p style={{ '--wide': 1, width: 'var(--wide)' }} />;",
    ...sheet(
      'areas/oil/oil.module.css',
      '.oil { color: var(--line); top: var(--gap, 2px); left: var(--mantine-a); outline-color: var(--brand); }',
    ),
    'areas/oil/oil.page.tsx':
      "import styles from './oil.module.css';\nexport const Oil = () => <p className={styles.oil} />;",
  });
  expect(checkStyles(tree.root)).toEqual([
    "areas/oil/oil.module.css:1 reads '--brand', which nothing defines",
    "kit/web/map/ground.ts:2 reads '--sea', which nothing defines",
  ]);
});

test('a stylesheet of an area that is for all screens is refused, and so is its import', () => {
  using tree = plantTree({
    ...clean,
    'areas/oil/oil.css': '.oil { color: red; }',
    'areas/oil/oil.page.tsx': "\nimport './oil.css';\nimport 'some-package/styles.css';",
  });
  expect(checkStyles(tree.root)).toEqual([
    'areas/oil/oil.page.tsx:2 imports areas/oil/oil.css, which is for all screens: make it a module',
    'areas/oil/oil.page.tsx:3 imports some-package/styles.css, which is for all screens: make it a module',
    'areas/oil/oil.css is for all screens: make it a module, ….module.css',
  ]);
});

test.each([
  ['a class of the kit', ':global(.btn) .oil'],
  ['a class of the kit beside an own one', ':global(.btn) > .oil:hover'],
  ['an element', 'ul .oil'],
  ['everything', '*'],
  ['everything but an own class', ':not(.oil)'],
  ['the root', ':root'],
  ['one of two that is an element', ':is(.oil, ul) li'],
  ['the look of the page alone', '[dir="rtl"]'],
  ['the look of the page and an element', '[dir="rtl"] ul .oil'],
])('a selector that begins with %s is refused', (_, selector) => {
  using tree = plantTree({
    ...clean,
    ...sheet('areas/oil/oil.module.css', `.oil {}\n.oil b, ${selector} { color: red; }`),
    'areas/oil/oil.page.tsx': "import styles from './oil.module.css';\nexport const name = styles.oil;",
  });
  expect(checkStyles(tree.root)).toEqual([
    `areas/oil/oil.module.css:2 '${selector}' reaches other screens: begin it with a class of the module`,
  ]);
});

test('a class that its module has and nothing uses is refused, and one that the kit does not have', () => {
  using tree = plantTree({
    ...clean,
    ...sheet('areas/oil/oil.module.css', '.oil { color: red; }\n.oil.old :global(.gone) { color: red; }'),
    'areas/oil/oil.page.tsx': "import oils from './oil.module.css';\nexport const name = oils.oil;",
    'areas/oil/oil.page.test.tsx': "import oils from './oil.module.css';\nexport const name = oils.old;",
  });
  expect(checkStyles(tree.root)).toEqual([
    "areas/oil/oil.module.css:2 styles '.gone', which no stylesheet of the kit defines",
    "areas/oil/oil.module.css has '.old', which nothing uses: delete it",
  ]);
});

test('a class that its module does not have is refused by the compiler, which knows those that it has', () => {
  expect(declarationOf('areas/oil/oil.module.css', '.oil-can:hover, .oil :global(.btn) > .B2 {}')).toBe(
    `// Made from oil.module.css by \`npm run styles\`.
declare const styles: {
  readonly B2: string;
  readonly oil: string;
  readonly 'oil-can': string;
};
export default styles;
`,
  );
});

test.each([
  ['takes a class by a value', '`oil ${styles[tone]}`', 'reckons which class it takes: name each, so that it is found'],
  ['takes a class by a part', 'styles[`o${tone}`]', 'reckons which class it takes: name each, so that it is found'],
  ['takes one of two', "styles[tone ? 'oil' : 'b']", 'reckons which class it takes: name each, so that it is found'],
  ['hands on all', 'join(styles)', 'hands on all classes of a module: name those that are meant'],
  ['hands on all in an object', 'join({ styles })', 'hands on all classes of a module: name those that are meant'],
])('code that %s is refused: what it uses cannot be told', (_, value, problem) => {
  using tree = plantTree({
    ...clean,
    ...sheet('areas/oil/oil.module.css', '.oil { color: red; }'),
    'areas/oil/oil.page.tsx': `import styles from './oil.module.css';\nexport const name = (tone) => [styles.oil, ${value}];`,
  });
  expect(checkStyles(tree.root)).toEqual([`areas/oil/oil.page.tsx:2 ${problem}`]);
});

test('a module of which nothing but its styles is imported is refused', () => {
  using tree = plantTree({ ...clean, 'areas/fuel/more.page.tsx': "import './fuel.module.css';" });
  expect(checkStyles(tree.root)).toEqual([
    'areas/fuel/more.page.tsx:1 imports areas/fuel/fuel.module.css without its classes',
  ]);
});

test.each([
  ['alone', '"oil"', 'oil'],
  ['among others', '"btn oil st"', 'oil'],
  ['in a choice', "{full ? 'btn' : 'oil'}", 'oil'],
  ['in a template', '{`btn oil ${tone}`}', 'oil'],
  ['in a choice within a template', "{`btn ${full ? 'oil' : 'p'}`}", 'oil'],
  ['instead of a value', "{tone ?? 'oil'}", 'oil'],
  ['of a module, as a word', '"tanks"', 'tanks'],
])('a class that the kit does not have is refused %s', (_, value, name) => {
  using tree = plantTree({
    ...clean,
    'areas/fuel/more.page.tsx': `\nexport const More = ({ full, tone }) => <p className=${value} />;`,
  });
  expect(checkStyles(tree.root)).toEqual([
    `areas/fuel/more.page.tsx:2 has the class '${name}', which no stylesheet of the kit defines`,
  ]);
});

test('a class that is put together is refused: nobody finds where it is used', () => {
  using tree = plantTree({
    ...clean,
    'areas/fuel/more.page.tsx': '\nexport const More = ({ tone }) => <p className={`btn s${tone} st`} />;',
  });
  expect(checkStyles(tree.root)).toEqual([
    "areas/fuel/more.page.tsx:2 puts the class 's…' together: write whole names, so that they can be found",
  ]);
});

test('two modules of one name are refused: their classes would be the same', () => {
  using tree = plantTree({
    ...clean,
    ...sheet('areas/oil/fuel.module.css', '.oil { color: red; }'),
    'areas/oil/oil.page.tsx': "import styles from './fuel.module.css';\nexport const name = styles.oil;",
  });
  expect(checkStyles(tree.root)).toEqual([
    'areas/oil/fuel.module.css is called as areas/fuel/fuel.module.css is, so their classes would be the same: rename one',
  ]);
});

test('declarations that are missing or older than their module are refused, and npm run styles makes them', () => {
  const path = 'areas/oil/oil.module.css';
  using tree = plantTree({
    ...clean,
    [path]: '.oil { color: red; }',
    'areas/oil/oil.page.tsx': "import styles from './oil.module.css';\nexport const name = styles.oil;",
    'areas/fuel/fuel.module.css.d.ts': 'export {};',
  });
  expect(checkStyles(tree.root)).toEqual([
    'areas/fuel/fuel.module.css.d.ts is not made from areas/fuel/fuel.module.css as it is now: run npm run styles',
    'areas/oil/oil.module.css.d.ts is not made from areas/oil/oil.module.css as it is now: run npm run styles',
  ]);
  spawnSync(process.execPath, [join(projectRoot, 'tools/styles/declarations.ts')], { cwd: tree.root });
  expect(checkStyles(tree.root)).toEqual([]);
});

test('the command prints each place and fails, and passes a clean tree', () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(projectRoot, 'tools/checks/styles/styles.ts')], { cwd: root, encoding: 'utf8' });
  using bad = plantTree({ ...clean, 'areas/fuel/more.page.tsx': 'export const More = () => <p className="oil" />;' });
  expect(run(bad.root)).toMatchObject({
    status: 1,
    stderr: "areas/fuel/more.page.tsx:1 has the class 'oil', which no stylesheet of the kit defines\n",
  });
  using good = plantTree(clean);
  expect(run(good.root)).toMatchObject({ status: 0, stderr: '' });
});
