import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fuelTypes } from '#areas/vehicles/catalogue/specification.contract.ts';
import { kycDoc } from '#areas/documents/documents.contract.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { cleanHtml } from '#kit/server/catalogue/write/rich-text.ts';
import { challanTypes } from './challan-types.ts';
import { faqCategories, faqs } from './faqs.ts';
import { kycDocs } from './kyc-docs.ts';
import { models } from './models.ts';
import { roadTypes, statutoryRoadTypes } from './road-types.ts';
import { mendedBrands, mendedModels } from './seed-mends.data.ts';
import { sosNumbers } from './sos-numbers.ts';
import { specifications } from './specifications.ts';
import { vahanClasses } from './vahan-classes.ts';
import { vehicleCategories } from './vehicle-categories.ts';

const reference = path.resolve(import.meta.dirname, '../../../shared/data/reference');
const hasReference = existsSync(reference);
if (!hasReference) console.warn('catalogue-seeds.test: ../shared/data/reference is absent, the comparison is skipped');
const readJson = (file: string) => JSON.parse(readFileSync(path.join(reference, file), 'utf8'));
const repeated = (keys: readonly string[]) => keys.filter((key, i) => keys.indexOf(key) !== i);

test('every build belongs to a seeded model, every model has one, and their names differ', () => {
  const known = new Set(models.map((model) => `${model.brand} ${model.name}`));
  const built = specifications.map((one) => `${one.brand} ${one.model}`);
  expect(specifications).toHaveLength(1_135);
  expect(built.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !built.includes(name))).toEqual([]);
  expect(repeated(specifications.map((one) => `${one.brand} ${one.model} ${one.name}`.toLowerCase()))).toEqual([]);
  const fuels = fuelTypes.map((fuel) => fuel.value as string);
  for (const one of specifications) {
    expect(fuels, one.model).toContain(one.fuelType);
    expect(one.priceTo ?? 0, one.model).toBeGreaterThanOrEqual(one.priceFrom ?? 0);
  }
});

test('every VAHAN class stands in one category of ours', () => {
  const codes = vehicleCategories.map((category) => category.code);
  expect(Object.keys(vahanClasses).filter((code) => !codes.includes(code))).toEqual([]);
  expect(repeated(Object.values(vahanClasses).flat())).toEqual([]);
});

test('rules for document numbers pass their own check and fit numbers of their kind', () => {
  const examples: Record<string, string> = {
    DL: 'HR0619850034761',
    AADHAAR: '2346',
    PAN: 'ACUPA7085R',
    GST: '27AAPFU0939F1ZV',
  };
  for (const doc of kycDocs) {
    if (doc.numberRegex === null) continue;
    expect(fieldSchema(kycDoc.fields.numberRegex).safeParse(doc.numberRegex).success, doc.code).toBe(true);
    expect(new RegExp(doc.numberRegex).test(examples[doc.code] ?? ''), doc.code).toBe(true);
  }
  for (const slow of ['^(a+)+$', '^.*$', '(a|aa)+', '^[a-z]*$', 'MH12'])
    expect(fieldSchema(kycDoc.fields.numberRegex).safeParse(slow).success, slow).toBe(false);
});

test('help texts are clean as they stand and belong to a category', () => {
  const names = faqCategories.map(([name]) => name);
  for (const faq of faqs) {
    expect(names).toContain(faq.category);
    expect(cleanHtml(faq.answer), faq.question).toBe(faq.answer);
  }
});

describe.skipIf(!hasReference)('against the reference data', () => {
  test('36 offences with the sections, fines, months and compounding of the Act', () => {
    const source = readJson('mv_act_offences.json').offences as Record<string, string | number | boolean | null>[];
    expect(source).toHaveLength(36);
    const facts = source.map((one) => ({
      code: one['code'],
      section: one['section'],
      first: [one['first_fine_min'], one['first_fine_max']],
      repeat: [one['repeat_fine_min'], one['repeat_fine_max']],
      months: [one['first_imprisonment_max_months'], one['repeat_imprisonment_max_months']],
      isCompoundable: typeof one['compoundable_s200'] === 'boolean' ? one['compoundable_s200'] : null,
    }));
    const ours = challanTypes.map(({ code, section, first, repeat, months, isCompoundable }) => ({
      code,
      section,
      first,
      repeat,
      months,
      isCompoundable,
    }));
    expect(ours).toEqual(facts);
  });

  test('all 12 emergency numbers with their reach, and 1073 besides', () => {
    const source = readJson('emergency_numbers.json') as { number: string; scope: string }[];
    expect(source).toHaveLength(12);
    expect(sosNumbers.map((one) => one.number).sort()).toEqual([...source.map((one) => one.number), '1073'].sort());
    for (const one of source)
      expect(sosNumbers.find((ours) => ours.number === one.number)?.state, one.number).toBe(
        one.scope === 'Delhi' ? 'DL' : null,
      );
  });

  test('the limits of four road types are those of the notification', () => {
    const table = readJson('speed_limits_india_2018.json').classes as { limits: (number | null)[] }[];
    const columns = table.map((row) => row.limits);
    const ours = statutoryRoadTypes.map((code) => roadTypes.find((type) => type.code === code)?.limits);
    expect(ours).toEqual([0, 1, 2, 3].map((road) => columns.map((limits) => limits[road])));
  });

  test('76 VAHAN classes, transport exactly where their category is', () => {
    const classes = readJson('vehicle_classes_vahan.json').classes as { name: string; transport: boolean }[];
    expect(classes).toHaveLength(76);
    expect(Object.values(vahanClasses).flat().sort()).toEqual(classes.map((one) => one.name).sort());
    for (const [code, names] of Object.entries(vahanClasses)) {
      const category = vehicleCategories.find((one) => one.code === code);
      for (const name of names)
        expect(classes.find((one) => one.name === name)?.transport, name).toBe(category?.isTransport);
    }
  });

  test('the builds of the 600 models have the fuels, and lie within the engines and prices, of the source', () => {
    const [head = '', ...lines] = readFileSync(path.join(reference, 'vehicle_models.csv'), 'utf8').trim().split('\n');
    const names = head.trim().split(',');
    const rows = lines.map((line) =>
      Object.fromEntries(
        line
          .trim()
          .split(',')
          .map((cell, at) => [names[at], cell]),
      ),
    );
    expect(rows).toHaveLength(600);
    let compared = 0;
    for (const row of rows) {
      const make = mendedBrands[row['make'] ?? ''] ?? row['make'];
      const label = (mendedModels[`${make} ${row['model']}`] ?? `${make} ${row['model']}`).toLowerCase();
      const builds = specifications.filter((one) => `${one.brand} ${one.model}`.toLowerCase() === label);
      const fuels = new Set<string>(row['fuels']?.replaceAll('FLEX-FUEL', 'FLEX_FUEL').split('|'));
      const [most, least] = [Number(row['price_max_inr']), Number(row['price_min_inr'])];
      // Every fuel of the source has a build.
      const built = new Set<string>(builds.map((one) => one.fuelType));
      expect([label, [...fuels].filter((fuel) => !built.has(fuel))]).toEqual([label, []]);
      const engines = [Number(row['cc_min']), Number(row['cc_max'])] as const;
      for (const one of builds) {
        if (one.engineCc !== null && engines[1] > 0) {
          expect(one.engineCc, `${label} engine`).toBeGreaterThanOrEqual(Math.floor(engines[0]));
          expect(one.engineCc, `${label} engine`).toBeLessThanOrEqual(Math.ceil(engines[1]));
        }
        expect(fuels.has(one.fuelType) || one.fuelType === 'PETROL_CNG', `${label} ${one.fuelType}`).toBe(true);
        if (one.priceFrom !== null && least > 0) expect(one.priceFrom, label).toBeGreaterThanOrEqual(least - 1_000);
        if (one.priceTo !== null && most > 0) expect(one.priceTo, label).toBeLessThanOrEqual(most + 1_000);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(850);
  });
});
