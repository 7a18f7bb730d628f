/** The words of a text, in small letters: what stands between spaces and signs. Vowel signs belong to their letters. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * How many typing errors lie between two words: letters that are missing, too many or others, and neighbours that changed places.
 * @param most more than these are not counted: the answer is then `most + 1`.
 */
export function typingErrors(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}

/** So many errors are forgiven in a word that was typed: none in three letters, or every other name would be meant. */
export const errorsIn = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/**
 * How many errors lie between what was typed and a text: each word that was typed is held against the one that is closest to it.
 * Undefined where no word was typed.
 * @param forgiven how many are in a word against one of the text; more make the answer undefined.
 */
export function errorsAgainst(
  typed: string,
  text: string,
  forgiven: (word: string, other: string) => number = errorsIn,
): number | undefined {
  const there = wordsIn(text);
  const words = wordsIn(typed);
  if (words.length === 0) return undefined;
  let sum = 0;
  for (const word of words) {
    const errors = there.flatMap((one) => {
      const most = forgiven(word, one);
      const between = typingErrors(word, one, most);
      return between > most ? [] : [between];
    });
    if (errors.length === 0) return undefined;
    sum += Math.min(...errors);
  }
  return sum;
}
