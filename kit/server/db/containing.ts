/** What `ilike` looks for, to find `word` anywhere in a text. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
