import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBudget } from './budget.ts';
import { plantTree } from './planted-tree.ts';

const lines = (count: number) => 'x;\n'.repeat(count);

test('a file of 401 lines is refused, one of 400 is a hint, one of 250 is fine', () => {
  using tree = plantTree({
    'kit/a.ts': lines(401),
    'kit/b.css': lines(400),
    'kit/c.tsx': lines(250),
    'README.md': lines(900),
  });
  expect(checkBudget(tree.root)).toEqual({
    problems: ['kit/a.ts has 401 lines; 400 is the most'],
    hints: ['kit/b.css has 400 lines: what is hiding in it?'],
  });
});

test('a last line without a line break counts', () => {
  using tree = plantTree({ 'a.ts': `${lines(400)}x;` });
  expect(checkBudget(tree.root).problems).toEqual(['a.ts has 401 lines; 400 is the most']);
});

test('seed data and generated files may be long', () => {
  using tree = plantTree({
    'db/seed/rto.data.ts': lines(1300),
    'apps/web/routes.gen.ts': lines(500),
    'package-lock.json': lines(9000),
  });
  expect(checkBudget(tree.root)).toEqual({ problems: [], hints: [] });
});

test('AGENTS.md stays under 150 lines', () => {
  using long = plantTree({ 'AGENTS.md': lines(150) });
  expect(checkBudget(long.root).problems).toEqual(['AGENTS.md has 150 lines; it stays under 150']);
  using short = plantTree({ 'AGENTS.md': lines(149) });
  expect(checkBudget(short.root).problems).toEqual([]);
});

test('files that git ignores do not count, new ones do', () => {
  using tree = plantTree({ '.gitignore': 'dist/\n', 'dist/a.js': lines(500), 'new.ts': lines(500) });
  execFileSync('git', ['init', '--quiet'], { cwd: tree.root });
  expect(checkBudget(tree.root).problems).toEqual(['new.ts has 500 lines; 400 is the most']);
});

test('the command prints the file and fails', () => {
  using tree = plantTree({ 'kit/a.ts': lines(401) });
  const tool = join(import.meta.dirname, 'budget.ts');
  expect(spawnSync(process.execPath, [tool], { cwd: tree.root, encoding: 'utf8' })).toMatchObject({
    status: 1,
    stderr: 'kit/a.ts has 401 lines; 400 is the most\n',
  });
});
