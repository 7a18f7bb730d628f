/**
 * Every text by its key, with the names of the values that it needs. Each language file adds its own, see the `*.gen.d.ts`
 * beside it; `npm run texts` makes those.
 */
export interface Texts {}

export type TextKey = keyof Texts;

/** Keys of texts that need no other values than these. */
export type TextKeyWith<Name extends string> = {
  [Key in TextKey]: [Texts[Key]] extends [Name] ? Key : never;
}[TextKey];

/** Keys of texts that need no values. */
export type PlainTextKey = TextKeyWith<never>;

/** The values of a text. The one that chooses between singular and plural, marked with a #, is a number. */
export type TextValues<Key extends TextKey> = {
  [Name in Texts[Key] as Name extends `#${infer Plain}` ? Plain : Name]: Name extends `#${string}`
    ? number
    : string | number;
};

/** Takes a text by its key. Most need no values: those calls are checked first, and fast. */
export interface Translate {
  (key: PlainTextKey): string;
  <Key extends TextKey>(key: Key, values: [Texts[Key]] extends [never] ? never : TextValues<Key>): string;
}
