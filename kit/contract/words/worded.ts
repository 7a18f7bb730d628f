/**
 * What carries English words beside the language files: definitions of catalogues, pages and lists of choices. The browser puts
 * other words in their place for who reads another language (kit/web/texts/own-words.ts); the server leaves them as they are.
 */
const all: object[] = [];
let follow: ((one: object) => void) | undefined;

/** Notes what carries words. Gives it back. */
export function worded<T extends object>(one: T): T {
  all.push(one);
  follow?.(one);
  return one;
}

/** Goes through all that carries words, and through what comes later. */
export function eachWorded(visit: (one: object) => void): void {
  for (const one of all) visit(one);
  follow = visit;
}
