import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { newVisitor, startProduct } from '../support/product.ts';

const { product, browser } = await journeys(startProduct);

const typed = (page: Page) => page.locator('textarea').first().inputValue();

/** Clicks at places of the map, in parts of its width and height. */
async function clickMap(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('There is no map');
  for (const [x, y] of places) {
    await page.mouse.move(box.x + box.width * x - 4, box.y + box.height * y - 4);
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
    await page.mouse.down();
    await page.mouse.up();
  }
}

test('a line that is being drawn is kept by Done, as by a click on its last point', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url, 'admin@roadkeeper.test');
  await page.goto(`${product.url}/road/new`);
  // A road is no longer than a few hundred kilometres.
  const scale = page.locator('.maplibregl-ctrl-scale');
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      return Number.parseInt(await scale.innerText(), 10);
    })
    .toBeLessThan(30);
  await page.getByRole('button', { name: 'Draw the line' }).click();
  // The drawing program is fetched with the first use: a click before it is there is of the map.
  await expect
    .poll(async () => {
      if (await page.getByRole('button', { name: 'Draw the line' }).isVisible())
        await page.getByRole('button', { name: 'Draw the line' }).click();
      await page.waitForTimeout(500);
      await clickMap(page, [
        [0.3, 0.3],
        [0.5, 0.4],
        [0.7, 0.6],
      ]);
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      return (await typed(page)).split('\n').filter(Boolean).length;
    })
    .toBe(3);
  await page.getByText(/^3 points/).waitFor();
  await page.getByRole('button', { name: 'Reverse' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
