/** How many words of a ticket may go into a new one at a time, and how large their files may be together. */
export const splitLimits = { words: 50, files: 20, bytes: 50 * 1024 * 1024 } as const;
