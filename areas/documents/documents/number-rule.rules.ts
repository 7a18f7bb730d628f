/** A part of a rule: what stands once, and how often it may. */
interface Part {
  /** The ends of what stands once from a place on. */
  step: (text: string, at: number) => number[];
  min: number;
  max: number;
}

const part = /\\d|\[([A-Za-z0-9 /-]+)\]|\(([A-Za-z0-9 /|-]+)\)|([A-Za-z0-9 /-])/y;
const count = /\{(\d{1,2})(,(\d{1,2}))?\}|\?/y;

const oneOf =
  (fits: (sign: string) => boolean): Part['step'] =>
  (text, at) =>
    at < text.length && fits(text.charAt(at)) ? [at + 1] : [];
const anyOf =
  (words: readonly string[]): Part['step'] =>
  (text, at) =>
    words.filter((word) => text.startsWith(word, at)).map((word) => at + word.length);

/** The signs of a set, or undefined for one that runs backwards. */
function signsOf(set: string): Set<string> | undefined {
  const signs = new Set<string>();
  for (let at = 0; at < set.length; at += 1) {
    const isRun = set.charAt(at + 1) === '-' && at + 2 < set.length;
    const [from, to] = [set.charCodeAt(at), set.charCodeAt(isRun ? at + 2 : at)];
    if (to < from) return undefined;
    for (let code = from; code <= to; code += 1) signs.add(String.fromCharCode(code));
    if (isRun) at += 2;
  }
  return signs;
}

function stepOf(found: RegExpExecArray): Part['step'] | undefined {
  const [, set, words, sign] = found;
  if (words !== undefined) return anyOf([...new Set(words.split('|'))]);
  if (sign !== undefined) return oneOf((one) => one === sign);
  if (set === undefined) return oneOf((one) => one >= '0' && one <= '9');
  const signs = signsOf(set);
  return signs && oneOf((one) => signs.has(one));
}

function partsOf(rule: string): Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 1; at < rule.length - 1; ) {
    part.lastIndex = at;
    const found = part.exec(rule);
    const step = found ? stepOf(found) : undefined;
    if (!step) return undefined;
    count.lastIndex = part.lastIndex;
    const times = count.exec(rule);
    at = times ? count.lastIndex : part.lastIndex;
    const min = times ? Number(times[1] ?? 0) : 1;
    const max = times ? Number(times[3] ?? times[1] ?? 1) : 1;
    if (max < min) return undefined;
    parts.push({ step, min, max });
  }
  return parts;
}

/** Reads a rule of the form that the field takes. @returns whether a text fits it; undefined for one that contradicts itself. */
export function readNumberRule(rule: string): ((text: string) => boolean) | undefined {
  const parts = partsOf(rule);
  if (!parts) return undefined;
  // All places that a part may end at are kept together, where an expression tries one after the other: a row of counts such
  // as \d{0,9}\d{0,9}… has more ways than can be tried, but never more places than the text has.
  return (text) => {
    let ends = new Set([0]);
    for (const { step, min, max } of parts) {
      const reached = new Set(min === 0 ? ends : []);
      let current = ends;
      for (let times = 1; times <= max && current.size > 0; times += 1) {
        current = new Set([...current].flatMap((at) => step(text, at)));
        if (times >= min) for (const at of current) reached.add(at);
      }
      ends = reached;
    }
    return ends.has(text.length);
  };
}
