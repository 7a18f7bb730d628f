/** Languages of the product, as accounts, addresses of language files and `Accept-Language` name them. */
export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/** What each is called by those who read it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
