import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
});

const bar = (page: Page) => page.getByRole('slider', { name: 'Time of the replay' });
const seconds = async (page: Page) => Number(await bar(page).inputValue());
const signs = (page: Page) => page.locator('.replay__sign');

test('a trip is replayed from its page: it plays, pauses, goes to the next event by key and button, and its track is a file', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await page.getByRole('button', { name: 'Export track' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'GPX' }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${tracked.plate}-\\d{8}T\\d{4}\\.gpx$`));
  await page.getByRole('link', { name: 'Replay', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Replay' }).waitFor();
  await expect.poll(() => signs(page).count()).toBe(1);
  expect(await seconds(page)).toBe(0);
  await page.getByLabel('Speed').selectOption({ label: '×120' });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(60);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  // What stands still stays.
  const stood = await seconds(page);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await seconds(page)).toBe(stood);
  // The silence of sixteen minutes is an event, and the vehicle says so there.
  await page
    .getByRole('button', { name: /^No signal/ })
    .first()
    .click();
  const silent = await seconds(page);
  await bar(page).focus();
  await page.keyboard.press('ArrowRight');
  expect(await seconds(page)).toBe(silent + 1);
  await page.getByRole('region', { name: 'Replay' }).getByRole('button', { name: 'Next event' }).click();
  expect(await seconds(page)).toBeGreaterThan(silent);
  await page.locator('h1').click();
  await page.keyboard.press('j');
  expect(await seconds(page)).toBeLessThanOrEqual(silent + 1);

  const address = page.url();
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(address);
      return shown(signs(page));
    }),
  ).toEqual([]);
  await context.close();
});

test('an address that names no vehicle or no period says what is missing, and one without a trip that there is none', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  const wrong = page.getByText(/Open a replay from a trip or a vehicle/);
  for (const query of ['', `vehicleId=${tracked.vehicleId}`, 'vehicleId=x&from=2026-01-01&to=2026-01-02']) {
    await page.goto(`${own.url}/replay?${query}`);
    await wrong.waitFor();
  }
  await page.goto(`${own.url}/replay?vehicleId=${tracked.vehicleId}&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`);
  await page.getByText('No trips in this period.').waitFor();
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}`);
  await page.getByRole('link', { name: 'Replay today' }).click();
  await page.getByRole('heading', { level: 1, name: 'Replay' }).waitFor();
  expect(new URL(page.url()).searchParams.get('vehicleId')).toBe(tracked.vehicleId);
  await context.close();
});
