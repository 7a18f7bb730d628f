import type { BackendModule, FormatterModule, InitOptions } from 'i18next';
import { constants } from '../constants.ts';

async function fetchTexts(language: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/assets/locales/${language}.json`);
  if (!response.ok) throw new Error(`The language file was answered with ${response.status}`);
  const texts: unknown = await response.json();
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) throw new Error('No texts by their keys');
  return texts as Record<string, unknown>;
}

/**
 * Where i18next gets the texts of a language from. It asks again after any failure: no answer, an answer that refuses, and one that
 * is no language file, as a captive portal gives it.
 */
export const languageFile: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read(language, _namespace, done) {
    void (async () => {
      let texts: Parameters<typeof done>[1];
      try {
        texts = (await fetchTexts(language)) as typeof texts;
      } catch (error) {
        // True: ask again.
        done(error as Error, true);
        return;
      }
      done(null, texts);
    })();
  },
};

const inIndia = new Intl.NumberFormat('en-IN');
/**
 * Writes what fills the holes of texts: counts with the grouping of India, 1,84,206, and the rest as it is. A number with a fraction is written
 * by whoever gives it.
 */
export const holeFormat: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown) =>
    (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= 1_000
      ? inIndia.format(value)
      : value) as string,
};

/** English, and English for what another language lacks; how often a language file is asked for again, and how soon. */
export const languageSettings = {
  lng: 'en',
  fallbackLng: 'en',
  maxRetries: constants.languageRetries,
  retryTimeout: constants.languageRetryMs,
  interpolation: { escapeValue: false, alwaysFormat: true },
} as const satisfies InitOptions;
