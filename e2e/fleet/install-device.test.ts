import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { driving, spare, type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;

beforeAll(async () => {
  tracked = await trackedVehicle(own, 1);
});

test('a device is installed from the page of its vehicle, which says how it is', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}`);
  const card = page.getByRole('region', { name: 'Device', exact: true });
  const dialog = page.getByRole('dialog', { name: /^Install a device in / });
  const choose = async (device: string) => {
    await card.getByRole('button', { name: 'Replace' }).click();
    await dialog.getByRole('combobox', { name: 'Device' }).fill(device);
    await page.locator('[role=option]:visible').filter({ hasText: device }).first().click();
  };
  const replaceBy = async (device: string) => {
    await dialog.getByRole('checkbox', { name: 'Replace the current installation' }).check();
    await dialog.getByRole('button', { name: 'Install device' }).click();
    await card.getByRole('link', { name: device }).waitFor();
  };
  await card.getByText(/Last seen/).waitFor();
  await choose(spare);
  expect(await axe(page)).toEqual([]);
  // Another takes its place only when that is wished.
  await dialog.getByRole('button', { name: 'Install device' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await replaceBy(spare);
  await choose(driving);
  await replaceBy(driving);
  expect(problems.filter((line) => !line.includes('409'))).toEqual([]);
  await context.close();
});
