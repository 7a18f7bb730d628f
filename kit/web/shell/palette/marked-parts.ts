export interface Part {
  /** Where it begins. */
  at: number;
  text: string;
  isFound: boolean;
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Cuts a text where it has what is searched for: all of it, however a plate or a number is written, or else its words. */
export function partsOf(text: string, words: string): Part[] {
  const signs = (words.replaceAll(/[\s./+-]/g, '').match(/./gu) ?? []).map(literal);
  const each = words.split(/\s+/).filter(Boolean).map(literal);
  for (const sought of [signs.join(String.raw`[\s./-]*`), each.join('|')]) {
    if (sought === '') continue;
    const found = [...text.matchAll(new RegExp(sought, 'giu'))].filter(([one]) => one !== '');
    if (found.length > 0) return cut(text, found);
  }
  return [{ at: 0, text, isFound: false }];
}

function cut(text: string, found: readonly RegExpExecArray[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: one, index } of found) {
    if (index > from) parts.push({ at: from, text: text.slice(from, index), isFound: false });
    parts.push({ at: index, text: one, isFound: true });
    from = index + one.length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), isFound: false });
  return parts;
}
