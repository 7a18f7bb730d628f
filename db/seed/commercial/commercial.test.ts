import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { emissionNorms, fuelTypes } from '#areas/vehicles/catalogue/specification.contract.ts';
import { checkSpecification } from '#areas/vehicles/catalogue/specification.rules.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { brands, commercialBrands } from '../brands.ts';
import { models } from '../models.ts';
import { vehicleCategories } from '../vehicle-categories.ts';
import { vehicleTypes } from '../vehicle-types.ts';
import { commercialModels, commercialSpecifications } from './commercial-vehicles.ts';
import { addCommercialVehicles } from './load-commercial.ts';

const repeated = (keys: readonly string[]) => keys.filter((key, i) => keys.indexOf(key) !== i);
const titleOf = (model: { brand: string; name: string }) => `${model.brand} ${model.name}`;
const categoryOf = new Map(vehicleCategories.map((one) => [one.code, one]));
const typeOf = new Map(vehicleTypes.map((one) => [one.name, one]));

describe('the commercial vehicles by themselves', () => {
  test('are many, of the makers that Indian fleets drive, and stand once', () => {
    expect(commercialModels.length).toBeGreaterThan(1_100);
    const of = (...types: string[]) => commercialModels.filter(({ type }) => types.includes(type)).length;
    expect(of('Light truck', 'Truck', 'Pickup truck', 'Delivery van', 'Tipper', 'Articulated truck')).toBeGreaterThan(
      400,
    );
    expect(of('Bus', 'Minibus', 'Tempo traveller')).toBeGreaterThan(80);
    expect(of('Auto-rickshaw', 'E-rickshaw', 'Three-wheeled carrier', 'E-cart')).toBeGreaterThan(80);
    expect(of('Tractor')).toBeGreaterThan(200);
    expect(of('Construction machine')).toBeGreaterThan(150);
    const makers =
      'Tata, Ashok Leyland, Eicher, BharatBenz, Mahindra, Force, Bajaj, Piaggio, SML Isuzu, Volvo, Scania, JCB';
    const lacking = makers.split(', ').filter((maker) => !commercialModels.some(({ brand }) => brand === maker));
    expect(lacking).toEqual([]);
    expect(repeated([...models, ...commercialModels].map((one) => titleOf(one).toLowerCase()))).toEqual([]);
    expect(repeated([...brands, ...commercialBrands].map(({ name }) => name.toLowerCase()))).toEqual([]);
    const known = [...brands, ...commercialBrands].map(({ name }) => name);
    expect(commercialModels.filter(({ brand }) => !known.includes(brand))).toEqual([]);
    expect(commercialBrands.filter(({ name }) => !commercialModels.some(({ brand }) => brand === name))).toEqual([]);
    for (const { country, name } of commercialBrands) expect(country, name).toMatch(/^[A-Z]{2}$/);
    for (const model of commercialModels) expect(titleOf(model)).toMatch(/^\S+( \S+)*$/);
  });

  test('have the speed class of their type in their category, and are transport exactly where that is their use', () => {
    const isPrivate = ['MOTOR_CAR', 'TRACTOR_AGRICULTURAL', 'CONSTRUCTION_EQUIPMENT', 'QUADRICYCLE'];
    for (const model of commercialModels) {
      const category = categoryOf.get(model.category);
      expect(category, titleOf(model)).toBeDefined();
      expect(typeOf.get(model.type)?.speedClass, titleOf(model)).toBe(category?.speedClass);
      expect(category?.isTransport, titleOf(model)).toBe(!isPrivate.includes(model.category));
      expect(model.yearTo ?? 9_999, titleOf(model)).toBeGreaterThanOrEqual(model.yearFrom ?? 0);
    }
  });

  test('are light, medium or heavy by their gross weight', () => {
    const weights = { GOODS_LIGHT: [0, 7_500], GOODS_MEDIUM: [7_501, 12_000], GOODS_HEAVY: [12_001, 60_000] } as const;
    let compared = 0;
    for (const model of commercialModels) {
      const [least, most] = weights[model.category as keyof typeof weights] ?? [];
      if (least === undefined || most === undefined) continue;
      const first = commercialSpecifications.find((one) => `${one.brand} ${one.model}` === titleOf(model));
      if (!first?.gvwKg) continue;
      expect(first.gvwKg, titleOf(model)).toBeGreaterThanOrEqual(least);
      expect(first.gvwKg, titleOf(model)).toBeLessThanOrEqual(most);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('each have builds that the catalogue itself would take', () => {
    const built = new Set(commercialSpecifications.map((one) => `${one.brand} ${one.model}`));
    expect(commercialModels.filter((model) => !built.has(titleOf(model)))).toEqual([]);
    const names = commercialSpecifications.map((one) => `${one.brand} ${one.model} ${one.name}`.toLowerCase());
    expect(repeated(names)).toEqual([]);
    const fuels = fuelTypes.map(({ value }) => value as string);
    const norms = emissionNorms.map(({ value }) => value as string);
    for (const one of commercialSpecifications) {
      expect(fuels, one.model).toContain(one.fuelType);
      if (one.emissionNorm !== null) expect(norms, one.model).toContain(one.emissionNorm);
      expect(checkSpecification({ ...one }), one.model).toEqual({});
    }
  });
});

const source = path.resolve(import.meta.dirname, '../../../../shared/data/reference/vehicles_aggregator.csv');
if (!existsSync(source)) console.warn('commercial.test: ../shared/data/reference is absent, weights are not compared');

describe.skipIf(!existsSync(source))('against a list of insured goods vehicles', () => {
  const makes: Readonly<Record<string, string>> = {
    Tata: 'Tata Motors',
    'Ashok Leyland': 'Ashok Leyland',
    Eicher: 'Eicher Motors',
    BharatBenz: 'Bharat Benz',
    Mahindra: 'Mahindra',
    'SML Isuzu': 'Swaraj Mazda',
  };
  const words = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim()
      .split(' ');

  test('gross weights of models before BS-VI are ones that are insured under their name', () => {
    const listed = readFileSync(source, 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
      .filter(([kind]) => kind === 'goods')
      .map((cells) => ({ make: cells[1], words: words(cells[2] ?? ''), kg: Number(cells.at(-1)) }));
    let compared = 0;
    for (const one of commercialSpecifications) {
      const make = makes[one.brand];
      if (!make || one.gvwKg === null || one.emissionNorm === 'BS_VI') continue;
      // Single letters are written apart by some and left out by others.
      const wanted = words(one.model.replace(/ (?:Tipper|TT)$/, '').replace('+', ' Plus')).filter(
        (word) => word.length > 1,
      );
      const same = listed.filter((row) => row.make === make && wanted.every((word) => row.words.includes(word)));
      if (same.length === 0) continue;
      expect(
        same.map(({ kg }) => kg),
        `${one.brand} ${one.model}`,
      ).toContain(one.gvwKg);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(130);
  });
});

describe('an installation that has run for long', () => {
  let product: TestProduct;
  beforeAll(async () => void (product = await startTestProduct()), 60_000);
  afterAll(() => product?.close());

  test('gets them with its next start, and keeps what people made, renamed, merged and deleted', async () => {
    const sql = <T>(text: string, values: (string | string[])[] = []) =>
      transact(product.product.db, everything, (db) => db.query<T>(text, values));
    const token = await product.login('admin@roadkeeper.test');
    const list = async (query: string) => (await product.call('GET', query, { token })).json;
    const found = async (name: string, module: string) =>
      (await sql<{ id: string }>(`select id from ${module} where name = $1 and deleted_at is null`, [name]))[0]?.id;
    // As it was before there were any; their makers are found by name.
    const ours = `(select h.record_id from history h where h.module = 'vehicle-model' and h.source = 'seed' and h.record_title = any($1))`;
    const titles = [commercialModels.map(titleOf)];
    await sql(`delete from vehicle_specification where model_id in ${ours}`, titles);
    await sql(`delete from vehicle_model where id in ${ours}`, titles);
    expect((await list('/vehicle-model?take=1')).count).toBe(600);

    const put = async (id: string | undefined, name: string) =>
      product.call('PUT', `/vehicle-brand/${id}`, { token, body: { name, country: 'IN' } });
    expect((await put(await found('Tata', 'vehicle_brand'), 'Tata Motors')).status).toBe(200);
    const [tvs, toyota] = [await found('TVS', 'vehicle_brand'), await found('Toyota', 'vehicle_brand')];
    const merged = await product.call('POST', `/vehicle-brand/merge`, { token, body: { fromId: tvs, intoId: toyota } });
    expect(merged.status, merged.text).toBe(200);
    await sql(`update vehicle_brand set deleted_at = now() where name = 'Bajaj'`);
    const [typeId, categoryId] = [await found('Truck', 'vehicle_type'), await found('Cash van', 'vehicle_category')];
    const own = await product.call('POST', '/vehicle-model', {
      token,
      body: { brandId: await found('Mahindra', 'vehicle_brand'), name: 'JEETO', typeId, categoryId },
    });
    expect(own.status, own.text).toBe(201);

    const start = () =>
      transact(product.product.db, everything, (db) => addCommercialVehicles(db, product.clock.now()));
    await start();
    const titled = async (name: string) => (await list(`/vehicle-model?q=${encodeURIComponent(name)}`)).data;
    expect(await titled('Signa 5530.S')).toMatchObject([{ name: 'Signa 5530.S', brand: { label: 'Tata Motors' } }]);
    expect(await found('Tata', 'vehicle_brand')).toBeUndefined();
    expect(await titled('King Duramax Plus')).toMatchObject([{ brand: { label: 'Toyota' } }]);
    expect(await titled('Maxima Z')).toEqual([]);
    const jeeto = (await titled('jeeto')).filter((row: { name: string }) => row.name.toLowerCase() === 'jeeto');
    expect(jeeto).toMatchObject([{ id: own.json.data.id, name: 'JEETO', typeId, categoryId }]);
    const skipped = commercialModels.filter(({ brand }) => brand === 'Bajaj').length + 1;
    expect((await list('/vehicle-model?take=1')).count).toBe(601 + commercialModels.length - skipped);
    const before = (await list('/vehicle-specification?take=1')).count;
    await start();
    expect((await list('/vehicle-specification?take=1')).count).toBe(before);
  });
});
