import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AnyCatalogue, inSentence, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { readProperties } from '#kit/contract/words/read-properties.ts';
import { eachWorded } from '#kit/contract/words/worded.ts';
import { referencesMessage, translateWriteError, uniqueName } from '#kit/server/catalogue/write/write-checks.ts';
import { inLanguage } from './words.ts';

const root = join(import.meta.dirname, '../../..');
const same = new Set(
  JSON.parse(readFileSync(join(root, 'tools/checks/texts/words/same.json'), 'utf8')) as readonly string[],
);
const hindi = (text: string) => inLanguage('hi', text);

/** What is within a value, itself included, each once. */
function within(value: unknown, seen = new Set<unknown>()): Set<unknown> {
  if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value);
    for (const part of Object.values(value)) within(part, seen);
  }
  return seen;
}

/** All definitions and lists of choices of the product; other tests of this worker may have made some of their own. */
async function allWorded(): Promise<object[]> {
  const paths = globSync('{kit,areas}/**/*.contract.ts', { cwd: root });
  const modules = await Promise.all(paths.map((path) => import(join(root, path))));
  const ofProduct = new Set<unknown>();
  for (const exported of modules) for (const value of Object.values(exported)) within(value, ofProduct);
  const all: object[] = [];
  eachWorded((one) => ofProduct.has(one) && all.push(one));
  return all;
}
const isCatalogue = (one: object): one is AnyCatalogue => 'path' in one && 'fields' in one && 'unique' in one;

/** Texts that a screen takes from a definition, by what the browser puts into another language (kit/web/texts/own-words.ts). */
function* textsOf(one: unknown, isList: boolean, seen: Set<object>): Generator<string> {
  if (typeof one !== 'object' || one === null || seen.has(one) || one instanceof RegExp) return;
  seen.add(one);
  for (const [name, value] of Object.entries(one)) {
    if (typeof value !== 'string') yield* textsOf(value, name === 'words' || name === 'beside', seen);
    else if (
      isList ||
      readProperties.includes(name) ||
      (name === 'forClients' && 'label' in one) ||
      (name === 'name' && 'search' in one)
    )
      yield value;
  }
}
/** Letters of groups of blood, formats and standards are no words. */
const isWord = (text: string) => /\p{L}/u.test(text) && !/^[A-Z\d+ -]+$/.test(text) && !same.has(text);
const withoutHindi = (all: readonly object[]): string[] => {
  const seen = new Set<object>();
  const texts = all.flatMap((one) => [...textsOf(one, false, seen)]);
  return [...new Set(texts)].filter((text) => isWord(text) && hindi(text) === text);
};

test('every label, help and choice of a contract has its Hindi, however it was put together', async () => {
  const all = await allWorded();
  expect(all.length).toBeGreaterThan(50);
  expect(withoutHindi(all)).toEqual([]);
  const limit = (kind: string) => ({ label: `${kind} and others`, help: 'Leave empty where none is', unit: 'km/h' });
  expect(withoutHindi([{ fields: { bell: limit('Bells') } }])).toEqual([
    'Bells and others',
    'Leave empty where none is',
  ]);
});

/** English words inside a sentence; what people wrote, codes and units are left out by the callers. */
const englishIn = (text: string) =>
  text.match(/(?<![\p{L}\d])\p{Ll}{2,}(?![\p{L}\d])/gu)?.filter((word) => /^[a-z]+$/.test(word)) ?? [];

test('what refuses to delete a record in use is in Hindi to the end, for each catalogue and all that can refer to it', async () => {
  const catalogues = (await allWorded()).filter(isCatalogue);
  expect(catalogues.length).toBeGreaterThan(50);
  const reference = (label: string, count: number) => ({ path: '', field: '', label, count });
  for (const { many, one } of catalogues) {
    expect(hindi(referencesMessage({ one }, [reference(one, 1)])), one).toBe(
      `${hindi(one)} इस्तेमाल में है (1 ${hindi(one)}), इसलिए इसे हटाया नहीं जा सकता। इसके बदले निष्क्रिय कर सकते हैं`,
    );
    const others = [reference(many, 1_234), reference('Documents', 7), reference('Alarms', 2)];
    expect(hindi(referencesMessage({ one }, others)), many).toBe(
      `${hindi(one)} इस्तेमाल में है (1234 ${hindi(many)}, 7 दस्तावेज़ और 2 अलार्म), इसलिए इसे हटाया नहीं जा सकता। इसके बदले निष्क्रिय कर सकते हैं`,
    );
  }
  expect(
    referencesMessage({ one: 'Vehicle' }, [
      reference('Documents', 7),
      reference('Insurance policies', 2),
      reference('Alarm', 1),
    ]),
  ).toBe(
    '7 documents, 2 insurance policies and 1 alarm use this vehicle, so it cannot be deleted. You can deactivate it instead',
  );
});

test('what is said where something must be one’s own is in Hindi to the end, for each set of fields', async () => {
  const catalogues = (await allWorded()).filter(isCatalogue);
  const messages = catalogues.flatMap((definition) =>
    definition.unique.map((set) => {
      const broken = Object.assign(new Error('x'), { code: '23505', constraint: uniqueName(definition, set) });
      return (translateWriteError(broken, definition) as Error).message;
    }),
  );
  expect(messages.length).toBeGreaterThan(50);
  expect(messages.filter((text) => englishIn(hindi(text)).length > 0).map(hindi)).toEqual([]);
});

test('a field that is required is asked for in words that fit every label', async () => {
  const labels = (await allWorded())
    .filter(isCatalogue)
    .flatMap(({ fields }) => Object.values<AnyField>(fields).map(({ label }) => label));
  expect(labels.length).toBeGreaterThan(200);
  const told = labels.map((label): [string, string] => [hindi(label), hindi(`${label} is required`)]);
  const half = told.filter(
    ([label, text]) => englishIn(text).length > englishIn(label).length || !text.endsWith('ज़रूरी है'),
  );
  expect(half).toEqual([]);
  expect([
    hindi('Valid until cannot be before valid from'),
    hindi('Valid from must be at most 5'),
    hindi('Valid from must be a whole number'),
  ]).toEqual([
    'कब तक वैध: “कब से वैध” से पहले नहीं हो सकता',
    'कब से वैध: ज़्यादा से ज़्यादा 5 होना चाहिए',
    'कब से वैध: पूरी संख्या होनी चाहिए',
  ]);
  expect(hindi('What happened is required')).toBe('“क्या हुआ” भरना ज़रूरी है');
});

test('a reason that the product writes beside a state is said in the language of its reader wherever it is shown', async () => {
  const reasons = (await allWorded()).filter(isCatalogue).flatMap((definition) => {
    const fields: Readonly<Record<string, AnyField>> = shownFields(definition);
    return Object.values(fields).flatMap((field) =>
      field.kind === 'choice' && field.reason !== undefined
        ? [{ path: definition.path, field: fields[field.reason] }]
        : [],
    );
  });
  expect(reasons.map(({ path }) => path)).toEqual(expect.arrayContaining(['vehicle', 'drivers']));
  expect(reasons.filter(({ field }) => field?.kind !== 'text' || !field.spoken).map(({ path }) => path)).toEqual([]);
});

test('what a version says that is in use or in force names it without its gender', () => {
  expect(
    hindi(
      `Used by 1 challan, so this ${inSentence('Speed configuration')} cannot be deleted. Enter its last day instead`,
    ),
  ).toBe('तेज़ रफ़्तार सेटिंग इस्तेमाल में है (1 चालान), इसलिए इसे हटाया नहीं जा सकता। इसके बदले आखिरी दिन लिखें');
  expect(
    hindi(
      'This speed configuration has been in force since 1 Nov 2026, so it cannot be deleted. Enter its last day instead',
    ),
  ).toBe('तेज़ रफ़्तार सेटिंग 1 नव॰ 2026 से लागू है, इसलिए इसे हटाया नहीं जा सकता। इसके बदले आखिरी दिन लिखें');
});
