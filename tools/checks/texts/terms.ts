import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { flatTexts, readTextFiles } from '../../texts/text-files.ts';
import { sourceFiles } from '../source-files.ts';
import { defaultTexts } from '../specification/toasts.ts';
import { isNode, walk } from './syntax.ts';

interface Term {
  pattern: RegExp;
  /** What the interface writes instead. */
  instead: string;
}

const term = (words: string, instead: string): Term => ({ pattern: new RegExp(`\\b(?:${words})\\b`, 'i'), instead });

/** Words that the interface does not use, because another one already has their meaning or because people do not talk like that. */
const refused: readonly Term[] = [
  term('papers?', 'document'),
  term('kinds?', 'type'),
  term('situations?', 'operational status'),
  term('verdicts?|(?:may|can) it run|nothing stands', 'Cleared, Blocked; Reason'),
  { pattern: /^because\b/i, instead: 'Reason' },
  // “Off duty” is what a driver is.
  term('(?<!off[ -])dut(?:y|ies)|obligations?', 'deadline, renewal'),
  term('turn(?:ed|s)? down|settle[ds]?', 'reject, decline'),
  term('what became of|became of', 'status'),
  term('(?:put|puts|taken?|takes) (?:in|into|out|over|back|what)', 'install, remove, move, import, undo, withdraw'),
  term('swap|bind|bound', 'move, assign'),
  term('heard|silent|silence|fell silent', 'last seen, offline, no signal'),
  term('unknown callers?|knocks?|calls? itself', 'unregistered device'),
  term('nowhere(?: near)?|jumps?', 'outlier, ignored position'),
  term('under way|cut again', 'in progress, recalculated'),
  term('stood|standing|stands?', 'stop, idling; is, are'),
  term('gives? (?:away|to)|changes? hands|hand(?:ed)? over', 'assign, transfer'),
  term('twins?|doubles?', 'duplicate'),
  term('for good|bring back|brought back|not there', 'delete permanently, restore, missing'),
  term('deeds?|chain|chain whole', 'activity, audit log, history verified'),
  term('act(?:s|ed|ing)? (?:as|for)|in their name|somebody else', 'sign in as, another user, someone else'),
  term('still you|shows? that it is (?:me|you)', 'confirm it’s you'),
  term('code at sign-in', 'two-step verification'),
  term('ways? in|gets? (?:into|in)', 'sign-in method, sign in'),
  term('rights', 'permissions'),
  term('the right|right to', 'permission'),
  term('works? on|reach(?:es)?', 'data scope'),
  term('why can|gates?', 'permission check, rule'),
  term('switch(?:ed)? (?:on|off)', 'activate, deactivate, turn on, turn off'),
  term('is told|are told|tells?|told', 'is notified'),
  term('send there again', 'remove from the suppression list'),
  term('not live', 'reconnecting'),
  term('go to today', 'Go to Dashboard'),
  term('whoever|whatever|somebody|anybody|everybody|nobody', 'users, someone, everyone, no one'),
  term('reckon(?:ed)?|mend(?:ed)?|anew|meanwhile|whole of|by itself|in sight|called like', 'calculate, correct, again'),
  term('says', 'reports, shows'),
  term('go(?:es)? on', 'continue'),
  term('not at all hours|day and night|all over india', 'limited hours, 24 × 7, nationwide'),
];

type Reasons = Readonly<Record<string, string>>;

/** Texts that keep such a word, by their file and key, each with the reason. */
const allowed: Readonly<Record<string, Reasons>> = {
  'areas/people/people.en.json': {
    'onboarding.consentText': 'drivers agreed to these words; new ones need a new version',
  },
  'kit/web/texts/shell.en.json': { 'layout.rtl': 'a direction of writing' },
};

interface Edition {
  fixed: Reasons;
  allowed: Readonly<Record<string, Reasons>>;
}
const edition: Edition = { fixed: defaultTexts, allowed };

const withoutHoles = (text: string): string => text.replaceAll(/\{\{\s*\w+\s*\}\}/g, '…');

/**
 * Words of the language files below `root` that the interface does not use, and exceptions that nothing needs any more.
 * @param given texts of the specification, which stay word for word, and the exceptions.
 */
export function findTerms(root: string, given: Edition = edition): string[] {
  const problems: string[] = [];
  for (const { path, texts } of readTextFiles(root)) {
    const unneeded = new Map(Object.entries(given.allowed[path] ?? {}));
    for (const [key, text] of Object.entries(flatTexts(texts))) {
      if (Object.hasOwn(given.fixed, key)) continue;
      for (const { pattern, instead } of refused) {
        const words = pattern.exec(withoutHoles(text))?.[0];
        if (words === undefined) continue;
        if (Object.hasOwn(given.allowed[path] ?? {}, key)) unneeded.delete(key);
        else problems.push(`${path} writes '${words}' in '${key}': ${instead}`);
      }
    }
    for (const key of unneeded.keys())
      problems.push(`the exception for '${key}' of ${path} in terms.ts is not needed: delete it`);
  }
  return problems;
}

/** Properties of a contract whose value people read. */
const read = new Set(['label', 'help', 'about', 'one', 'many', 'offText', 'removeText', 'name', 'patternHint', 'done']);

/** Such words in the labels and helps of the contracts below `root`. */
export function findContractTerms(root: string): string[] {
  const problems: string[] = [];
  for (const path of sourceFiles(root).filter((one) => /^areas\/.*\.contract\.ts$/.test(one))) {
    const source = readFileSync(join(root, path), 'utf8');
    for (const { type, key, value } of walk(parseSync(path, source).program)) {
      if (type !== 'Property' || !isNode(key) || !read.has(String(key['name']))) continue;
      const text = isNode(value) && value.type === 'Literal' ? value['value'] : undefined;
      // Names in small letters are keys.
      if (typeof text !== 'string' || !/^[A-Z0-9]/.test(text)) continue;
      for (const { pattern, instead } of refused) {
        const words = pattern.exec(text)?.[0];
        if (words !== undefined) problems.push(`${path} writes '${words}' in '${text}': ${instead}`);
      }
    }
  }
  return problems;
}
