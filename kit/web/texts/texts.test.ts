import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { t, textOf } from '../i18n.ts';
import type { PlainTextKey, TextKeyWith } from './texts.ts';

// The program's own language is left as it is for other files.
const language = i18next.createInstance();
beforeAll(async () => {
  const translation = {
    'action.cancel': 'Cancel',
    'trips.kmh': '{{kmh}} km/h',
    'login.again_one': 'Again in {{count}} second',
    'login.again_other': 'Again in {{count}} seconds',
  };
  await language.init({ lng: 'en', resources: { en: { translation } }, keySeparator: false });
  vi.spyOn(i18next, 't').mockImplementation(language.t);
});
afterAll(() => vi.restoreAllMocks());

test('a text is taken by its key, with the values that it needs', () => {
  expect(t('action.cancel')).toBe('Cancel');
  expect(t('trips.kmh', { kmh: 50 })).toBe('50 km/h');
  expect(t('trips.kmh', { kmh: '1,050' })).toBe('1,050 km/h');
  expect([t('login.again', { count: 1 }), t('login.again', { count: 15 })]).toEqual([
    'Again in 1 second',
    'Again in 15 seconds',
  ]);
});

test('a code that nobody foresaw is shown as it is', () => {
  const keys = { stop: 'action.cancel' } as const;
  expect([textOf(keys, 'stop'), textOf(keys, 'go'), textOf(keys, 'constructor')]).toEqual([
    'Cancel',
    'go',
    'constructor',
  ]);
});

test('the compiler refuses keys that no language file has, and values that a text does not ask for', () => {
  const state = 'running' as 'waiting' | 'running';
  const label: TextKeyWith<'title'> = 'arrange.up';
  const calls = () => [
    t(`import.state.${state}`),
    t(label, { title: 'Asha' }),
    // @ts-expect-error -- no text has this key
    t('action.cancle'),
    // @ts-expect-error -- one of the states has no text
    t(`import.state.${state as 'waiting' | 'lost'}`),
    // @ts-expect-error -- any text at all is no key
    t(`${state}.title`.slice(1)),
    // @ts-expect-error -- the speed is missing
    t('trips.kmh'),
    // @ts-expect-error -- its value is called kmh
    t('trips.kmh', { km: 50 }),
    // @ts-expect-error -- a number chooses between one and many
    t('login.again', { count: '15' }),
    // @ts-expect-error -- nothing is to be filled in
    t('action.cancel', { name: 'Asha' }),
  ];
  // @ts-expect-error -- it needs the title
  const plain: PlainTextKey = 'arrange.up';
  expect([calls, plain]).toHaveLength(2);
});
