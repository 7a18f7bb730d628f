import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report, sourceFiles } from './source-files.ts';

/** Most lines of a source file, and the number from which one asks what is hiding in it. */
export const lineBudget = { hard: 400, hint: 250, agents: 150 };

const counted = /\.(ts|tsx|cts|mts|js|cjs|mjs|css|sql)$/;
/** Tables of facts may be long: nobody reads them from top to bottom. */
const exempt = /^db\/seed\/|\.gen\.|(^|\/)package-lock\.json$/;

export interface BudgetReport {
  problems: string[];
  hints: string[];
}

const linesOf = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Looks at every source file below `root`; see lineBudget. */
export function checkBudget(root: string): BudgetReport {
  const result: BudgetReport = { problems: [], hints: [] };
  for (const path of sourceFiles(root)) {
    const isAgents = path === 'AGENTS.md';
    if (!isAgents && (!counted.test(path) || exempt.test(path))) continue;
    const lines = linesOf(readFileSync(join(root, path), 'utf8'));
    if (isAgents) {
      if (lines >= lineBudget.agents)
        result.problems.push(`${path} has ${lines} lines; it stays under ${lineBudget.agents}`);
    } else if (lines > lineBudget.hard) {
      result.problems.push(`${path} has ${lines} lines; ${lineBudget.hard} is the most`);
    } else if (lines > lineBudget.hint) {
      result.hints.push(`${path} has ${lines} lines: what is hiding in it?`);
    }
  }
  return result;
}

if (import.meta.main) {
  const { problems, hints } = checkBudget(process.cwd());
  for (const hint of hints) console.log(`hint: ${hint}`);
  report(problems);
}
