const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "7 documents, 2 alarms and 1 policy". Lists of words know it in other languages, where they know its parts. */
export const listInWords = (parts: readonly string[]): string => list.format(parts);
