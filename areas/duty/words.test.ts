import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyField } from '#kit/contract/fields.ts';
import { offDutyRule } from './rule/off-duty-rule.contract.ts';

const root = join(import.meta.dirname, '../..');
/** What a vehicle is, and what the rules are called: each by one name. */
const names = /ड्यूटी पर नहीं|ड्यूटी के बाद/;
/** All texts of a file of a language, however deep they stand. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : [];
const otherNames = (texts: readonly string[]) => texts.filter((text) => text.includes('ड्यूटी') && !names.test(text));

test('in Hindi, off duty and the rules for it are called the same everywhere', () => {
  const texts = globSync('{areas,kit}/**/*.hi.json', { cwd: root }).flatMap((path) =>
    textsIn(JSON.parse(readFileSync(join(root, path), 'utf8'))),
  );
  expect(texts.filter((text) => names.test(text)).length).toBeGreaterThan(10);
  expect(otherNames(texts)).toEqual([]);
  expect(otherNames(['ड्यूटी के नियम', 'ड्यूटी के बाद के नियम'])).toEqual(['ड्यूटी के नियम']);
});

test('nothing that may be left out of a rule is called missing on its page', () => {
  const missing = Object.values<AnyField>(offDutyRule.fields).filter(
    (field) => field.optional && field.whenEmpty === undefined,
  );
  expect(missing.map(({ label }) => label)).toEqual([]);
  expect(offDutyRule.fields.note.optional).toBe(true);
});
