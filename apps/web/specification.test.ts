import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { webs } from '#areas/areas.web.ts';
import { installAreas } from '#kit/web/area.ts';
import { bodyOf, startValues } from '#kit/web/catalogue/form/form-values.ts';
import { allCatalogues } from '#kit/web/catalogue/all.ts';
import { constants } from '#kit/web/constants.ts';
import { defaultToastKey } from '#kit/web/texts/default-toasts.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { loading } from '#kit/web/loading.ts';
import { defaults, tokenType } from '#kit/web/storage/store.ts';
import * as specified from '#tools/checks/specification/browser.ts';
import { calls } from '#tools/checks/specification/calls.ts';
import { toasts } from '#tools/checks/specification/toasts.ts';
import { waiting } from '#tools/checks/specification/waiting.ts';

const someId = '01a1fc17-27e9-7627-921e-d6ed735c9999';

beforeAll(() => void installAreas(webs));

test('a write whose answer carries no message is confirmed with the text of the specification', () => {
  const keyOf = (call: string) => {
    const [method, path] = call.split(' ') as [string, string];
    return defaultToastKey(method, path.replace('{id}', someId));
  };
  for (const { call, key } of toasts) expect(keyOf(call), call).toBe(key);
  for (const call of ['PUT /device/status/{id}', 'PUT /client/app-user-policy/status/{id}'])
    expect(keyOf(call), call).toBe('toast.status.updated');
  expect(keyOf('POST /device'), 'the specification has no text for it').toBe('toast.done');
});

test('the browser keeps what the specification names, with its defaults', () => {
  expect(defaults).toMatchObject(specified.storageKeys);
  expect(tokenType).toBe(specified.tokenType);
});

test('the layout is that of the specification until somebody changes it', () => {
  expect(defaults.layout).toEqual(specified.layoutDefaults);
});

test('times, counts and sizes are those of the specification', () => {
  expect(constants).toMatchObject(specified.numbers);
});

test('our own forms send what the specification has as multipart so, also where no file goes along', () => {
  const updates = calls.filter(
    ({ built, method, path }) => built && method === 'PUT' && /^\/[\w-]+\/\{id\}$/.test(path),
  );
  const definitions = updates.flatMap(({ path, body }) => {
    const definition = allCatalogues().find((one) => `/${one.path}/{id}` === path);
    return definition ? [{ definition, path, isMultipart: body === 'multipart' }] : [];
  });
  expect(definitions.filter((one) => one.isMultipart).length).toBe(5);
  const wrong = definitions.filter(
    ({ definition, isMultipart }) =>
      'form' in bodyOf(definition, startValues(definition, undefined, {})) !== isMultipart,
  );
  // As long as the line is marked, it has to be wrong.
  if (waiting['own multipart'] === undefined) expect(wrong.map(({ path }) => path)).toEqual([]);
  else expect(wrong.length, 'is right: take it out of waiting.ts').toBeGreaterThan(0);
});

test('fetching a part of the program is given up after 120 seconds, and asked for anew the next time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let fetched = 0;
  const page = lazyPage(() => {
    fetched += 1;
    return fetched === 1 ? new Promise<never>(() => undefined) : Promise.resolve(() => null);
  });
  expect(fetched, 'nothing is fetched before it is shown').toBe(0);
  let failure: unknown;
  const first = page.preload().catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toEqual(new Error('The page took too long to load'));
  await first;
  await page.preload();
  await page.preload();
  expect(fetched, 'what is there is not fetched again').toBe(2);
});

test('the loading indicator shows while anything is under way, and its count never falls below zero', () => {
  expect(loading.isOn()).toBe(false);
  loading.begin();
  loading.begin();
  loading.end();
  expect(loading.isOn(), 'one of two is still under way').toBe(true);
  loading.end();
  expect(loading.isOn()).toBe(false);
  loading.end();
  loading.begin();
  expect(loading.isOn(), 'an end too many does not hide the next').toBe(true);
  loading.end();
  expect(loading.isOn()).toBe(false);
});
