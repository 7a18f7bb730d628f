import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 2);
});

/** Words that only these libraries have in their scripts. */
const words = { map: 'maplibregl-canvas-container', vehicles: 'deckgl-overlay' };

test('no screen but the live map loads what draws vehicles, and no screen without a map what draws maps', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const loaded = new Set<string>();
  const reading: Promise<unknown>[] = [];
  page.on('response', (answer) => {
    if (!/\.js(\?|$)/.test(answer.url())) return;
    // The browser keeps no answer for long once it has the script: what it gave up is asked for again.
    const again = async () => (await fetch(answer.url())).text();
    const read = answer
      .text()
      .catch(again)
      .then((text) => {
        for (const [library, word] of Object.entries(words)) if (text.includes(word)) loaded.add(library);
      });
    reading.push(read.catch(() => undefined));
  });
  const libraries = async () => {
    await page.waitForLoadState('networkidle');
    await Promise.all(reading);
    return [...loaded].toSorted();
  };
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/dashboard`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goto(`${own.url}/vehicle`);
  await page.getByText(/^1 to \d+ of/).waitFor();
  expect(await libraries()).toEqual([]);
  await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await page.getByRole('application', { name: /track of/ }).waitFor();
  expect(await libraries()).toEqual(['map']);
  await page.goto(`${own.url}/live-map`);
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await expect.poll(libraries, { timeout: 15_000 }).toEqual(['map', 'vehicles']);
  expect(problems).toEqual([]);
  await context.close();
});

test('at 1024 px every screen with a map fits, and axe finds nothing', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 1024, height: 768 } });
  await signIn(page, own.url, 'client@roadkeeper.test');
  const [trip] = (await own.sql('select start_at as "from", end_at as "to" from trip where id = $1', [
    tracked.trips[0] ?? '',
  ])) as { from: string; to: string }[];
  for (const path of [
    `/live-map?vehicle=${tracked.vehicleId}`,
    `/vehicle-trips/${tracked.trips[0]}`,
    `/replay?vehicleId=${tracked.vehicleId}&from=${trip?.from}&to=${trip?.to}`,
    '/geofence/new',
  ]) {
    await page.goto(own.url + path);
    await page.getByRole('application').first().waitFor();
    await page.waitForLoadState('networkidle');
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect([path, beyond, await axe(page)]).toEqual([path, 0, []]);
  }
  expect(problems).toEqual([]);
  await context.close();
});
