import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

// The first of the two files: a definition. Organisation-scoped, so that the fence between clients is seen as well.
const contract = `import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, integer, ref, text } from '#kit/contract/fields.ts';
export const fuelCard = catalogue('fuel-card', {
  one: 'Fuel card', many: 'Fuel cards', icon: 'car', group: 'group-fleet', about: 'Cards that pay for fuel.',
  scope: 'organisation', unique: [['name']],
  fields: {
    name: text({ label: 'Number', list: true, search: true }),
    limitLitres: integer({ label: 'Limit', unit: 'l', min: 1, max: 500, list: true, filter: true }),
    kind: choice([{ value: 'PETROL', label: 'Petrol' }, { value: 'DIESEL', label: 'Diesel' }], { label: 'Fuel', list: true, filter: true }),
    brandId: ref('vehicle-brand', { label: 'Brand', filter: true }),
    orgId: ref('organisation', { label: 'Organisation' }),
  },
});
`;

let product: TestProduct;
let folder: string;
let definition: AnyCatalogue;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '.throw-away-'));
  await writeFile(join(folder, 'fuel-card.contract.ts'), contract);
  definition = ((await import(pathToFileURL(join(folder, 'fuel-card.contract.ts')).href)) as { fuelCard: AnyCatalogue })
    .fuelCard;
  // The second file: its migration, as `npm run db:draft` writes it.
  await writeFile(join(folder, '9999_fuel_card.sql'), draftTable(definition));
  product = await startTestProduct({ catalogues: [...catalogues, definition], sql: draftTable(definition) });
});
afterAll(async () => {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

async function grant(role: string): Promise<void> {
  await product.product.db.query(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, m.actions from role r, module m
     where r.name = $1 and m.key = 'fuel-card' on conflict do nothing`,
    [role],
  );
  product.product.sessions.forgetAll();
}

test('two files make a catalogue: calls, rights, menu entry, documentation', async () => {
  const token = await product.login('admin@roadkeeper.test');
  const { json: menu } = await product.call('GET', '/permission', { token });
  expect(menu.data.find((module: { key: string }) => module.key === 'fuel-card')).toMatchObject({
    name: 'Fuel cards',
    route: '/fuel-card',
    isMenu: true,
  });
  const { json: document } = await product.call('GET', '/openapi.json');
  expect(
    Object.keys(document.paths)
      .filter((path) => path.includes('fuel-card'))
      .sort(),
  ).toEqual([
    '/api/v1/fuel-card',
    '/api/v1/fuel-card/bulk',
    '/api/v1/fuel-card/columns',
    '/api/v1/fuel-card/export',
    '/api/v1/fuel-card/export/job',
    '/api/v1/fuel-card/import',
    '/api/v1/fuel-card/import/check',
    '/api/v1/fuel-card/import/read',
    '/api/v1/fuel-card/import/template',
    '/api/v1/fuel-card/import/{id}',
    '/api/v1/fuel-card/import/{id}/report',
    '/api/v1/fuel-card/import/{id}/undo',
    '/api/v1/fuel-card/option',
    '/api/v1/fuel-card/restore/{id}',
    '/api/v1/fuel-card/status/{id}',
    '/api/v1/fuel-card/views',
    '/api/v1/fuel-card/views/{id}',
    '/api/v1/fuel-card/{id}',
    '/api/v1/fuel-card/{id}/history',
    '/api/v1/fuel-card/{id}/usage',
  ]);
  const { json: list } = await product.call('GET', '/fuel-card', { token });
  expect(list).toMatchObject({ data: [], count: 0 });
});

test('each organisation sees its own rows only, and the database holds that by itself', async () => {
  await grant('Client owner');
  await grant('Client viewer');
  const sahyadri = await product.login('client@roadkeeper.test');
  const family = await product.login('viewer@roadkeeper.test');
  const { json: brands } = await product.call('GET', '/vehicle-brand?take=1', { token: sahyadri });
  const body = { name: 'CARD-1', limitLitres: 80, kind: 'DIESEL', brandId: brands.data[0].id };
  const mine = await product.call('POST', '/fuel-card', { token: sahyadri, body });
  expect(mine.status, mine.text).toBe(201);
  const theirs = await product.call('POST', '/fuel-card', { token: family, body });
  expect(theirs.status, 'the same key in another organisation is free').toBe(201);

  const { id } = mine.json.data;
  const hidden = await product.call('GET', `/fuel-card/${id}`, { token: family });
  const unknown = await product.call('GET', '/fuel-card/01a1fc17-27e9-7627-921e-d6ed735c9999', { token: family });
  const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
  expect(bare(hidden.text)).toBe(bare(unknown.text));
  for (const [method, path] of [
    ['PUT', `/fuel-card/${id}`],
    ['PUT', `/fuel-card/status/${id}`],
    ['DELETE', `/fuel-card/${id}`],
    ['GET', `/fuel-card/${id}/history`],
  ] as const)
    expect(
      (
        await product.call(method, path, {
          token: family,
          ...(path === `/fuel-card/${id}` && method === 'PUT' ? { body } : {}),
        })
      ).status,
      `${method} ${path}`,
    ).toBe(404);
  expect((await product.call('GET', '/fuel-card', { token: family })).json).toMatchObject({
    count: 1,
    data: [{ id: theirs.json.data.id }],
  });
  const staff = await product.login('admin@roadkeeper.test');
  expect((await product.call('GET', '/fuel-card', { token: staff })).json.count).toBe(2);

  // Without any condition and without a scope, the runtime role reads nothing.
  expect(await product.product.db.query('select id from fuel_card')).toEqual([]);
});
