import { type AtRule, type Node, parse, type Rule } from 'postcss';

/** Classes that a selector names. */
interface Classes {
  /** The stylesheet's own, as it writes them. */
  own: string[];
  /** Of other stylesheets, within `:global(…)`. */
  global: string[];
}

/** What stands at a place: a class, the function `:name(` with what it encloses, or anything else. */
interface Piece {
  kind: 'class' | 'function' | 'other';
  text: string;
  name: string;
  inside: string;
}

const ends: Readonly<Record<string, string>> = { '(': ')', '[': ']', '"': '"', "'": "'" };

/** Where what is opened at `from` ends, brackets and quotes in it left out. @throws Error when it does not. */
function endOf(text: string, from: number): number {
  const end = ends[text[from] ?? ''];
  const isQuoted = end === '"' || end === "'";
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === end) return at;
    else if (!isQuoted && ends[text[at] ?? '']) at = endOf(text, at);
  }
  throw new Error(`'${text}' is not closed`);
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const named = /^\.(-?[_a-zA-Z][\w-]*)|^:([\w-]+)\(/.exec(rest);
    let length = 1;
    if (named?.[1]) length = named[0].length;
    else if (named) length = endOf(text, at + named[0].length - 1) - at + 1;
    else if (ends[rest[0] ?? '']) length = endOf(text, at) - at + 1;
    const inside = named?.[2] ? rest.slice(named[0].length, length - 1) : '';
    pieces.push({
      kind: named?.[1] ? 'class' : named ? 'function' : 'other',
      name: named?.[1] ?? named?.[2] ?? '',
      text: rest.slice(0, length),
      inside,
    });
    at += length;
  }
  return pieces;
}

/** The parts between separators that stand in no brackets. */
function split(text: string, isSeparator: (piece: Piece) => boolean): string[] {
  const parts = [''];
  for (const piece of piecesOf(text)) {
    if (isSeparator(piece)) parts.push('');
    else parts[parts.length - 1] += piece.text;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const alternatives = (text: string): string[] => split(text, (piece) => piece.text === ',');
const steps = (text: string): string[] => split(text, (piece) => /^[\s>+~]$/.test(piece.text));

function classesOf(text: string, isGlobal = false): Classes {
  const found: Classes = { own: [], global: [] };
  for (const { kind, name, inside } of piecesOf(text)) {
    if (kind === 'class') found[isGlobal ? 'global' : 'own'].push(name);
    if (kind !== 'function') continue;
    const more = classesOf(inside, isGlobal || name === 'global');
    found.own.push(...more.own);
    found.global.push(...more.global);
  }
  return found;
}

/** Whether what a step fits is sure to be the stylesheet's own: `.a`, `li.a`, `:is(.a, .b)`, `body:has(.a)`, not `:not(.a)`. */
function isOwn(step: string): boolean {
  return piecesOf(step).some(({ kind, name, inside }) => {
    if (kind === 'class') return true;
    if (kind !== 'function') return false;
    if (name === 'has') return classesOf(inside).own.length > 0;
    return /^(?:is|where)$/.test(name) && alternatives(inside).every((one) => steps(one).some(isOwn));
  });
}

/** The look of the whole page, as `[dir="rtl"]`: what an own class may stand below. */
const isLook = (step: string) => piecesOf(step).every(({ text }) => text.startsWith('['));

/** A selector without commas. */
export interface Selector extends Classes {
  text: string;
  line: number;
  /** Nothing stands before its first own class but the look of the page, so that it reaches no other screen. */
  isAnchored: boolean;
}

const isKeyframe = ({ parent }: Rule) => parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');
const isNested = ({ parent }: Node): boolean => parent !== undefined && (parent.type === 'rule' || isNested(parent));

/**
 * The selectors of a stylesheet, in its order.
 * @throws Error when it cannot be parsed.
 */
export function selectorsOf(css: string): Selector[] {
  const found: Selector[] = [];
  parse(css).walkRules((rule) => {
    if (isKeyframe(rule)) return;
    for (const text of alternatives(rule.selector)) {
      const first = steps(text).find((step) => !isLook(step));
      found.push({
        text,
        line: rule.source?.start?.line ?? 1,
        ...classesOf(text),
        isAnchored: isNested(rule) || (first !== undefined && isOwn(first)),
      });
    }
  });
  return found;
}

/** The classes that a module defines, sorted. */
export const ownClasses = (css: string): string[] => [...new Set(selectorsOf(css).flatMap(({ own }) => own))].sort();
