import i18next, { type i18n } from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holeFormat, languageFile, languageSettings } from './language-file.ts';

/** When the file was asked for, in milliseconds since the first time. */
let asked: { at: number; url: string; method: string }[];
/** What is answered the first times, the last of these ever after. */
let answers: (() => Response)[];
const began = Date.parse('2026-11-21T06:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: began });
  asked = [];
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    asked.push({ at: Date.now() - began, url, method: options?.method ?? 'GET' });
    return ((answers.length > 1 ? answers.shift() : answers[0]) as () => Response)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = (): i18n => {
  const own = i18next.createInstance();
  void own
    .use(languageFile)
    .use(holeFormat)
    .init({ ...languageSettings });
  return own;
};

const failures: Readonly<Record<string, () => Response>> = {
  'no answer': () => {
    throw new TypeError('Failed to fetch');
  },
  'a connection that breaks off': () => {
    throw new Error('terminated');
  },
  'an answer 500': () => new Response('', { status: 500 }),
  'an answer 404': () => new Response('{"message":"Not found"}', { status: 404 }),
  'an answer 429': () => new Response('', { status: 429 }),
  'a page instead of texts': () => new Response('<!doctype html><title>Sign in to the network</title>'),
  'a list instead of texts': () => new Response('[]'),
};

test.each(Object.entries(failures))('the language file is asked for again after %s', async (_, fail) => {
  answers = [fail, () => new Response('{"action":{"save":"Save it"}}')];
  const own = start();
  await vi.advanceTimersByTimeAsync(349);
  expect(asked).toEqual([{ at: 0, url: '/assets/locales/en.json', method: 'GET' }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ at }) => at)).toEqual([0, 350]);
  expect(own.t('action.save')).toBe('Save it');
});

test('the language file is asked for five times more, 350 ms after the first failure and ever later', async () => {
  answers = [failures['an answer 404'] as () => Response];
  start();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked.map(({ at }) => at)).toEqual([0, 350, 1_050, 2_450, 5_250, 10_850]);
});

test('the language is English, and English stands in for what another language lacks', async () => {
  answers = [() => new Response('{"action":{"save":"Save it"}}')];
  const own = start();
  await vi.advanceTimersByTimeAsync(1);
  expect([own.language, own.t('action.save'), own.getFixedT('hi')('action.save')]).toEqual([
    'en',
    'Save it',
    'Save it',
  ]);
});

test('counts in texts have the grouping of India, and what is written already stays', async () => {
  answers = [() => new Response('{"rows":"{{count}} rows","at":"{{value}} at {{place}}"}')];
  const own = start();
  await vi.advanceTimersByTimeAsync(0);
  expect([
    own.t('rows', { count: 2_008 }),
    own.t('rows', { count: 184_206 }),
    own.t('rows', { count: 999 }),
    own.t('at', { value: 1_234.5678, place: '2026' }),
  ]).toEqual(['2,008 rows', '1,84,206 rows', '999 rows', '1234.5678 at 2026']);
});
