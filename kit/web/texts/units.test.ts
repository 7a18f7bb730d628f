import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import translation from './kit.en.json' with { type: 'json' };
import { overText, overWithUnits } from '../ui/units.ts';

// The program's own language is left as it is for other files.
const language = i18next.createInstance();
beforeAll(async () => {
  await language.init({ lng: 'en', resources: { en: { translation } } });
  vi.spyOn(i18next, 't').mockImplementation(language.t);
});
afterAll(() => vi.restoreAllMocks());

test('a speed above a limit is short where lists say what it is, and has its unit elsewhere', () => {
  const alert = { peakKmh: 84.6, limitKmh: 80 };
  expect([overText(alert), overText({ peakKmh: 71, limitKmh: 60 })]).toEqual(['85 in an 80', '71 in a 60']);
  expect(overWithUnits(alert)).toBe('85 km/h, limit 80 km/h');
});
