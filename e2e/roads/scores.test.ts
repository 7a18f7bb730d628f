import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { type SpeedingVehicle, speedingFleet } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const [safety, client] = ['safety@roadkeeper.test', 'client@roadkeeper.test'];
let quick: SpeedingVehicle;
let calm: SpeedingVehicle;
beforeAll(async () => {
  [quick, calm] = (await speedingFleet(own, [
    { kmh: 110, northM: 0, moreMinutes: 70 },
    { kmh: 60, northM: 1_000, moreMinutes: 70 },
  ])) as [SpeedingVehicle, SpeedingVehicle];
  await own.product.jobs.runDue();
}, 120_000);

const rowOf = (page: Page, { plate }: SpeedingVehicle) => page.locator('tbody tr').filter({ hasText: plate });
const find = async (page: Page, plate: string) => {
  await page.goto(`${own.url}/safety-score?q=${plate}`);
  await page.locator('tbody tr').filter({ hasText: plate }).waitFor();
};

test('a violation counts once it is confirmed, and the numbers behind a score are those of its page', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, safety);
  await find(page, quick.plate);
  await rowOf(page, quick).getByText('100.0', { exact: true }).waitFor();
  await rowOf(page, quick).getByRole('link').first().click();
  await page.getByText('1 violation is awaiting review and does not count yet.').waitFor();
  await page.getByText('100.0 of 100').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show awaiting review' }).click();
  await page.getByRole('link', { name: /110/ }).first().click();
  await page.getByRole('button', { name: 'Confirm violation' }).click();
  await page.getByRole('status').filter({ hasText: 'Violation confirmed.' }).first().waitFor();
  await own.product.jobs.runDue();

  // The formula of the page: points for each hundred kilometres, and what the rule gives each part.
  await page.goto(`${own.url}/vehicle/${quick.vehicleId}?tab=safety-score`);
  const large = page.getByText(/^[\d.]+ of 100$/);
  await large.waitFor();
  const said = (await large.textContent())?.split(' ')[0] ?? '';
  expect(Number(said)).toBeLessThan(100);
  const speeding = page.getByRole('region', { name: 'Safety score' }).getByRole('row', { name: /^Speeding/ });
  expect(await speeding.textContent()).toContain(said);
  await page.getByText('As a table').click();
  await page.getByRole('group').filter({ hasText: 'As a table' }).getByRole('cell', { name: said }).first().waitFor();
  // The lowest score comes first.
  await page.goto(`${own.url}/safety-score`);
  await rowOf(page, quick).waitFor();
  const first = await page.locator('tbody tr').first().textContent();
  expect(first).toContain(quick.plate);
  await find(page, calm.plate);
  await rowOf(page, calm).getByText('100.0', { exact: true }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

test('scores of vehicles and drivers look right in every dress, for staff and for clients', async () => {
  const faults: string[] = [];
  for (const email of [client, safety]) {
    const visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, email);
    for (const address of [
      '/safety-score',
      '/safety-score?subject=DRIVER',
      `/vehicle/${quick.vehicleId}?tab=safety-score`,
    ])
      faults.push(
        ...(
          await inEveryDress(visitor, async (page) => {
            await page.goto(own.url + address);
            return shown(page.locator('h1'));
          })
        ).map((fault) => `${email} ${address}: ${fault}`),
      );
    await visitor.context.close();
  }
  expect(faults).toEqual([]);
});
