import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { onePictureTiles } from '../support/pmtiles.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const folder = await mkdtemp(join(tmpdir(), 'rk-tiles-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
/** A picture of one colour, which no ground of the product has. */
const pictureOf = (colour: string) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: colour } })
    .png()
    .toBuffer();
const [violet, orange] = [await pictureOf('#9b30ff'), await pictureOf('#ff8c00')];
await writeFile(join(folder, 'base.pmtiles'), onePictureTiles(orange));

const { product: own, browser } = await journeys(() =>
  startOwnProduct({ maps: { pmtiles: { file: join(folder, 'base.pmtiles') } } }),
);
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 2);
});
beforeEach(async () => {
  await own.sql('update map_setting set status = 0');
  await own.sql(`update map_setting set status = 1 where provider = 'BUILT_IN'`);
});

/** The colour of the map near its corner, where nothing is drawn on it. */
async function ground(page: Page): Promise<string> {
  const map = page.getByRole('application', { name: /track of/ });
  await map.waitFor();
  const box = await map.boundingBox();
  const clip = { x: (box?.x ?? 0) + 6, y: (box?.y ?? 0) + (box?.height ?? 0) / 2, width: 4, height: 4 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [data[0], data[1], data[2]].map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('');
}
const keys = (page: Page) => page.evaluate<string[]>('Object.keys(localStorage)');

test('the active map setting is drawn and its token is kept until one signs out; what fails leaves the next ground, and the map says so', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await signIn(page, own.url, 'admin@roadkeeper.test');
  const trip = `${own.url}/vehicle-trips/${tracked.trips[0]}`;
  // Without a setting: the file of the installation, above the built-in ground.
  await page.goto(trip);
  await expect.poll(() => ground(page)).toBe('ff8c00');
  await page.getByText('© OpenStreetMap · Protomaps').waitFor();

  await page.goto(`${own.url}/map-setting/new`);
  await page.getByLabel('Name').fill('Own tiles');
  await page.getByLabel('Provider').selectOption({ label: 'Mappls' });
  await page.getByLabel('Tile or style address').fill('http://tiles.example.in/{z}/{x}/{y}.png');
  await page.getByLabel('Attribution').fill('© Our tiles');
  await page.getByLabel('Access token').fill('tok-journey-42');
  const save = page.getByRole('button', { name: 'Save and close' });
  await save.click();
  await page
    .getByText(/Use an https address with a host name/)
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('Tile or style address').fill('/tiles/{token}/{z}/{x}/{y}.png');
  await save.click();
  await page.getByRole('heading', { name: 'Own tiles' }).waitFor();

  const asked: string[] = [];
  await page.route('**/tiles/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'image/png', body: violet });
  });
  await page.goto(trip);
  await expect.poll(() => ground(page)).toBe('9b30ff');
  await page.getByText('© Our tiles').waitFor();
  expect(asked.every((path) => path.startsWith('/tiles/tok-journey-42/'))).toBe(true);
  await expect.poll(() => keys(page)).toContain('mappleAccessToken');

  // Tiles that are refused: the next ground is there instead.
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(trip);
  await expect.poll(() => ground(page)).toBe('ff8c00');
  // … and without that one the built-in ground alone, which the map says.
  await page.route('**/map-setting/basemap', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(trip);
  await page.getByText('Map tiles cannot be loaded. The built-in map is shown.').waitFor();
  expect(['ff8c00', '9b30ff']).not.toContain(await ground(page));
  expect(await axe(page)).toEqual([]);

  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByText('Sign out').click();
  await page.waitForURL(/\/login/);
  expect(await keys(page)).not.toContain('mappleAccessToken');
  await context.close();
});

test('map settings are a list of the reference data, in every skin, direction and width', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'admin@roadkeeper.test');
  expect(
    await inEveryDress(visitor, async () => {
      await page.goto(`${own.url}/map-setting`);
      return shown(page.getByRole('link', { name: 'Built-in map' }));
    }),
  ).toEqual([]);
  await context.close();
});
