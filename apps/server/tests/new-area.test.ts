import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductArea } from '#areas/areas.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

// The folder of the area: what both sides know, the server's part, the web app's part and a page.
const folder: Record<string, string> = {
  'fuel.contract.ts': `import type { AreaContract } from '#kit/contract/area.ts';
export const contract: AreaContract = {
  name: 'fuel',
  pages: [{
    path: '/fuel-report', key: 'fuel-report', name: 'Fuel report',
    menu: { group: 'group-fleet', icon: 'car', order: 500 }, actions: ['view', 'edit'],
  }],
};
`,
  'fuel.server.ts': `import type { AreaServer } from '#kit/server/area.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { contract } from './fuel.contract.ts';
export const litres = { counted: 0, swept: 0 };
export const area: AreaServer = {
  contract,
  routes: (app) => addRoute(app, {
    method: 'GET', path: '/fuel-report', summary: 'Litres', tag: 'Fuel',
    access: { module: 'fuel-report', action: 'view' }, scope: 'global', answer: null,
    handle: async () => ({ message: 'OK', data: null }),
  }),
  jobs: () => ({ 'count-fuel': async () => { litres.counted += 1; } }),
  plan: (db, { jobs }) => jobs.add(db, { name: 'count-fuel' }),
  sweeps: () => [{ name: 'fuel', order: 500, run: async () => { litres.swept += 1; } }],
};
`,
  'fuel.web.ts': `import { contract } from './fuel.contract.ts';
export const web = { contract, screens: { '/fuel-report': () => null } };
`,
};

/** A wiring file of the product with one area more: its import, and its name in the list. */
async function withFuel(file: 'areas/areas.ts' | 'areas/areas.web.ts', line: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../..', file), 'utf8');
  const wired = text
    .replaceAll("from './", "from '#areas/")
    .replace(/\n\n/, `\n${line}\n\n`)
    .replace(/^(export const (areas|webs): .*= \[)/m, '$1fuel, ');
  expect(wired.length - text.length, 'a line and a name').toBeLessThan(1_000);
  return wired;
}

let product: TestProduct;
let root: string;
let fuel: { litres: { counted: number; swept: number } };
const load = (file: string): Promise<unknown> => import(pathToFileURL(join(root, file)).href);

beforeAll(async () => {
  root = await mkdtemp(join(import.meta.dirname, '.throw-away-'));
  await mkdir(join(root, 'fuel'));
  for (const [name, text] of Object.entries(folder)) await writeFile(join(root, 'fuel', name), text);
  const lines = {
    'areas.ts': await withFuel('areas/areas.ts', "import { area as fuel } from './fuel/fuel.server.ts';"),
    'areas.web.ts': await withFuel('areas/areas.web.ts', "import { web as fuel } from './fuel/fuel.web.ts';"),
  };
  for (const [name, text] of Object.entries(lines)) await writeFile(join(root, name), text);
  const web = join(root, 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Roadkeeper</title>');
  const { areas } = (await load('areas.ts')) as { areas: readonly ProductArea[] };
  fuel = (await load('fuel/fuel.server.ts')) as typeof fuel;
  product = await startTestProduct({ areas, webDirectory: web });
});
afterAll(async () => {
  await product?.close();
  await rm(root, { recursive: true, force: true });
});

test('its route answers whoever has the right, and 403 to whoever has not', async () => {
  const admin = await product.login('admin@roadkeeper.test');
  expect((await product.call('GET', '/fuel-report', { token: admin })).status).toBe(200);
  await product.addStaff('ops@roadkeeper.test', 'Operations');
  const token = await product.login('ops@roadkeeper.test');
  expect((await product.call('GET', '/fuel-report', { token })).status).toBe(403);
  await product.product.db.query(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, '{view}' from role r, module m
     where r.name = 'Operations' and m.key = 'fuel-report'`,
  );
  product.product.sessions.forgetAll();
  expect((await product.call('GET', '/fuel-report', { token })).status, 'with the right').toBe(200);
});

test('its page is in the menu, and a reload of it answers the web app', async () => {
  const token = await product.login('admin@roadkeeper.test');
  const { json: menu } = await product.call('GET', '/permission', { token });
  const found = menu.data.find(({ key }: { key: string }) => key === 'fuel-report');
  expect(found).toMatchObject({ name: 'Fuel report', route: '/fuel-report', isMenu: true, actions: ['view', 'edit'] });
  const page = (path: string) =>
    product.product.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } });
  expect((await page('/fuel-report')).statusCode).toBe(200);
  expect((await page('/fuel-report')).body).toContain('<title>Roadkeeper</title>');
  expect((await page('/oil-report')).statusCode).toBe(404);
});

test('its job is planned and runs, and it sweeps', async () => {
  const before = fuel.litres.counted;
  await product.product.planJobs();
  await product.product.jobs.runDue();
  expect(fuel.litres.counted).toBe(before + 1);
  product.clock.move(11 * 60_000);
  await product.product.jobs.runDue();
  expect(fuel.litres.swept).toBeGreaterThan(0);
});

test('its page is drawn by its screen', async () => {
  const { webs } = (await load('areas.web.ts')) as { webs: readonly object[] };
  const { installAreas } = (await import(
    pathToFileURL(join(import.meta.dirname, '../../../kit/web/area.ts')).href
  )) as { installAreas: (webs: readonly object[]) => { path: string }[] };
  expect(installAreas(webs).map(({ path }) => path)).toContain('/fuel-report');
});

test('both wiring files list the same areas in the same order', async () => {
  const listed = async (file: string) => {
    const text = await readFile(join(import.meta.dirname, '../../..', file), 'utf8');
    return /^export const (?:areas|webs): .*= \[([^\]]*)\]/m
      .exec(text)?.[1]
      ?.split(/[\s,]+/)
      .filter(Boolean);
  };
  const areas = await listed('areas/areas.ts');
  expect(areas?.length).toBeGreaterThan(10);
  expect(await listed('areas/areas.web.ts')).toEqual(areas);
});
