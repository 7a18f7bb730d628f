import type { Language } from './languages.ts';

/** The short names of the months, January first, as dates in sentences have them. */
export const monthNames: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  hi: ['जन॰', 'फ़र॰', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुल॰', 'अग॰', 'सित॰', 'अक्टू॰', 'नव॰', 'दिस॰'],
};
