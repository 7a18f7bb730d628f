/** English words with their translation. Holes are numbered in the order of the English ones: `{1} is required`. */
export type WordList = Readonly<Record<string, string>>;

interface Pattern {
  /** What stands before, between and after the holes. */
  parts: readonly string[];
  to: string;
  weight: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
/** '27 Nov 2026', with a time or without. */
const dayInWords = /(\d{1,2}) (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec) (\d{4})/g;

/** A day, or a moment, and nothing else. */
const onlyDay = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}(?:, \d{2}:\d{2})?$/;

const small = /^\p{Ll}{2,40}[.,;:…]?$/u;
/** Two small words side by side: a sentence that another one swallowed, and no name, label or list of codes (“en, hi”). */
const isProse = (text: string): boolean =>
  text.split(' ').some((word, at, words) => small.test(word) && !word.endsWith(',') && small.test(words[at + 1] ?? ''));
/** Patterns with fewer letters than this fit nearly everything. */
const sparse = 16;

/** A label with its number. */
const counted = /^(\d[\d,]{0,15}) (\p{L}.*)$/u;

/** Between two sentences. */
const between = /(?<=[.!?]) (?=\p{Lu})/u;
const mostSentences = 8;
const reasonsBetween = '; ';
/** Longer texts are no messages of the product. */
const longest = 2_000;

/**
 * Makes what finds the translation of a text. What stands in a hole is translated as well where it has words of its own, and days
 * in it are written with the months of that language; the rest stays. It looks for the fixed parts of a pattern from left to
 * right, so that its time grows with the text alone.
 * @param monthNames the twelve short names, January first.
 * @returns the translation, or undefined where there is none.
 */
export function translator(list: WordList, monthNames: readonly string[]): (text: string) => string | undefined {
  const fixed = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [from, to] of Object.entries(list)) {
    const parts = from.split(/\{\d{1,2}\}/);
    if (parts.length === 1) fixed.set(from, to);
    else patterns.push({ parts, to, weight: parts.join('').length });
  }
  // What says most by itself fits best.
  patterns.sort((a, b) => b.weight - a.weight);
  const withMonths = (text: string) =>
    text.replace(dayInWords, (_, day: string, month: string, year: string) => {
      const at = months.findIndex((name) => name.startsWith(month.slice(0, 3)));
      return `${day} ${monthNames[at] ?? month} ${year}`;
    });
  const inHole = (text: string): string => fixed.get(text) ?? held(text) ?? withMonths(text);
  /** A label, which begins small inside an English sentence and may have its number before it: “7 documents”. */
  const labelled = (text: string): string | undefined => {
    const found = fixed.get(text) ?? fixed.get(text.charAt(0).toUpperCase() + text.slice(1));
    if (found !== undefined) return found;
    const [, count, label] = counted.exec(text) ?? [];
    const many = label === undefined ? undefined : labelled(label);
    return many === undefined ? undefined : `${count} ${many}`;
  };
  const and = fixed.get('and');
  /** Two labels with “and” between them, which may stand inside one of them as well. */
  const paired = (text: string): string | undefined => {
    if (and === undefined) return undefined;
    const words = text.split(' and ');
    for (let at = words.length - 1; at > 0; at -= 1) {
      const [one, other] = [labelled(words.slice(0, at).join(' and ')), labelled(words.slice(at).join(' and '))];
      if (one !== undefined && other !== undefined) return `${one} ${and} ${other}`;
    }
    return undefined;
  };
  /** A label, or a list of them: “7 documents, 2 insurance policies and 1 alarm”. */
  const held = (text: string): string | undefined => {
    const one = labelled(text) ?? paired(text);
    if (one !== undefined || !text.includes(', ')) return one;
    const parts = text.split(', ');
    const found = parts.map((part) => labelled(part) ?? paired(part));
    // What begins small and is known in part only may be a piece of another sentence.
    if (found.includes(undefined) && !parts.some((part) => fixed.has(part))) return undefined;
    return parts.map((part, at) => found[at] ?? part).join(', ');
  };
  /** Better all English than half of it: “There is no such road” is no “{1} is {2}”. What follows a colon may be what somebody wrote. */
  const swallows = (before: string, value: string): boolean =>
    !/[:“(] ?$/.test(before) && isProse(value) && inHole(value) === value;
  /** What stands in a hole; behind a colon it may be reasons, each with words of its own. */
  const filled = (value: string, before: string): string =>
    (before.endsWith(': ') ? ofReasons(value) : undefined) ?? inHole(value);
  const byPattern = (text: string, isPart: boolean, isFit: (weight: number) => boolean): string | undefined => {
    for (const { parts, to, weight } of patterns) {
      const values = isFit(weight) ? valuesOf(parts, text) : undefined;
      if (!values) continue;
      if (weight < sparse && values.some((value, at) => swallows(parts[at] ?? '', value))) continue;
      // What looks like one sentence with another inside may be two, each with words of its own.
      const each = !isPart && values.some((value) => between.test(value)) ? ofEach(text) : undefined;
      return (
        each ??
        to.replace(/\{(\d{1,2})\}/g, (_, at: string) =>
          filled(values[Number(at) - 1] ?? '', parts[Number(at) - 1] ?? ''),
        )
      );
    }
    return undefined;
  };
  const ofOne = (text: string, isPart: boolean): string | undefined => {
    const whole = fixed.get(text);
    if (whole !== undefined) return whole;
    if (onlyDay.test(text)) return withMonths(text);
    return (
      (text.includes(reasonsBetween) ? ofReasons(text) : undefined) ??
      byPattern(text, isPart, () => true) ??
      (isPart ? undefined : ofEach(text))
    );
  };
  /** Reasons with semicolons between them, where every one is known; one of them may have a semicolon itself. */
  const ofReasons = (text: string): string | undefined => {
    const pieces = text.split(reasonsBetween);
    if (pieces.length > mostSentences) return undefined;
    const found: string[] = [];
    for (let from = 0, to = 1; from < pieces.length; to += 1) {
      if (to > pieces.length) return undefined;
      const reason = pieces.slice(from, to).join(reasonsBetween);
      const said = fixed.get(reason) ?? byPattern(reason, true, (weight) => weight >= sparse);
      if (said === undefined) continue;
      found.push(said);
      from = to;
    }
    return found.join(reasonsBetween);
  };
  /** Sentences that follow each other, where every one of them is known. */
  const ofEach = (text: string): string | undefined => {
    const sentences = text.split(between);
    if (sentences.length < 2 || sentences.length > mostSentences) return undefined;
    const said: string[] = [];
    for (const sentence of sentences) {
      const one = ofOne(sentence, true);
      if (one === undefined) return undefined;
      said.push(one);
    }
    return said.join(' ');
  };
  return (text) => (text.length > longest ? undefined : ofOne(text, false));
}

/** What stands in the holes of a pattern, or undefined where the text is another. */
function valuesOf(parts: readonly string[], text: string): string[] | undefined {
  const [first = '', ...rest] = parts;
  const last = rest.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    // Of holes without anything between them the last one holds all.
    const found = part === '' ? at : text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return undefined;
    values.push(text.slice(at, found));
    at = found + part.length;
  }
  if (at > end) return undefined;
  values.push(text.slice(at, end));
  return values;
}
