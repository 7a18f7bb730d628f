import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Line, NamedTest } from './line.ts';
import { sections } from './lines.ts';
import { waiting } from './waiting.ts';

export const documentPath = 'docs/specification.md';

const isOpen = ({ id }: Line): boolean => Object.hasOwn(waiting, id);
const stateOf = (line: Line): string =>
  isOpen(line) ? `Open: ${waiting[line.id]}` : line.test ? 'Built' : 'Not built';
const cell = (text: string): string => text.replaceAll('|', '\\|');
const link = ({ file, name }: NamedTest): string => `[${name.replaceAll('%s', '…')}](../${file})`;

/** A section: its lines, each with the number of its test in the list below them. */
function partOf(heading: string, lines: readonly Line[]): string {
  const tests = [...new Set(lines.flatMap(({ test }) => (test ? [link(test)] : [])))];
  const row = (line: Line): string =>
    `| ${cell(line.says)} | ${cell(stateOf(line))} | ${line.test ? tests.indexOf(link(line.test)) + 1 : ''} |`;
  const parts = [
    `## ${heading}`,
    `| What | State | Test |\n| --- | --- | --- |\n${lines.map(row).join('\n')}`,
    ...(tests.length > 0 ? [tests.map((one, at) => `${at + 1}. ${one}`).join('\n')] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** docs/specification.md, made from the tables beside this file. */
export function documentOf(all: Readonly<Record<string, readonly Line[]>> = sections): string {
  const lines = Object.values(all).flat();
  const open = lines.filter(isOpen).length;
  const built = lines.filter((line) => line.test && !isOpen(line)).length;
  const parts = Object.entries(all)
    .toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map(([heading, some]) => partOf(heading, some));
  return `# The specification, line by line

What the specification asks for, whether it is built, and the test that fails when it breaks: its number in the list below each table. Made
from the tables in \`tools/checks/specification\` by \`npm run specification\`. \`npm run check\` refuses a page that is older than they are,
and a line whose test is not there.

${lines.length} lines: ${built} built, ${open} open, ${lines.length - built - open} not built.

${parts.join('\n')}`;
}

/** Writes the page. */
export const writeDocument = (root: string): void => writeFileSync(join(root, documentPath), documentOf());

if (import.meta.main) writeDocument(process.cwd());
