import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

test('at most twenty toasts stand at a time, each for two seconds and no wider than 350 px', async () => {
  const { page, context } = await newVisitor(browser);
  await page.clock.install();
  await enter(page, product.url);
  await page.goto(`${product.url}/rto?sort=code`);
  const switches = page.locator('tbody tr').getByRole('switch');
  await switches.nth(24).waitFor();
  let refused = 0;
  await page.route('**/api/v1/rto/status/*', (route) => {
    refused += 1;
    const message = `Refusal ${refused}: ${'the office is in use '.repeat(8)}`;
    return route.fulfill({ status: 409, json: { message, code: 'conflict', requestId: 'x' } });
  });
  // From here on the time goes by as it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  const toasts = page.locator('.toast.error');
  await switches.evaluateAll((all) => {
    for (const one of all as unknown as { click(): void }[]) one.click();
  });
  await expect.poll(() => refused).toBe(25);
  await expect.poll(() => toasts.count()).toBe(20);
  const width = (await toasts.first().boundingBox())?.width ?? 0;
  expect([width > 300, width <= 350], `${width} px`).toEqual([true, true]);
  await page.clock.runFor(1_900);
  expect(await toasts.count(), 'before two seconds').toBe(20);
  // Those that waited for room come in their place, and go in their turn.
  await page.clock.runFor(800);
  await expect.poll(() => toasts.count()).toBe(5);
  await page.clock.runFor(2_800);
  await expect.poll(() => toasts.count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('the bar floats and is white until somebody chooses otherwise', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto`);
  const bar = page.getByRole('banner');
  await bar.waitFor();
  const look = await bar.evaluate((one) => {
    const browser = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> };
    const { backgroundColor, position, borderRadius } = browser.getComputedStyle(one);
    return { backgroundColor, position, isRounded: borderRadius !== '0px' };
  });
  expect(look).toEqual({ backgroundColor: 'rgb(255, 255, 255)', position: 'sticky', isRounded: true });
  expect(problems).toEqual([]);
  await context.close();
});
