import { expect, test } from 'vitest';
import { enter } from './support/enter.ts';
import { journeys } from './support/journeys.ts';
import { startDemo } from './support/own-product.ts';
import { newVisitor } from './support/product.ts';

const { product, browser } = await journeys(startDemo);

/** What a page finds of those who were there before. */
const found = `(async () => ({
  kept: Object.keys(localStorage).length + Object.keys(sessionStorage).length,
  databases: (await indexedDB.databases()).length,
  cookies: document.cookie,
  width: innerWidth,
}))()`;
const nothing = { kept: 0, databases: 0, cookies: '', width: 1440 };

test('a visitor who takes the place of another finds nothing of them, and hears nothing that is told to them', async () => {
  const first = await newVisitor(browser);
  await enter(first.page, product.url);
  await first.page.goto(`${product.url}/rto`);
  await first.page.getByText(/^1 to 25 of/).waitFor();
  await first.page.evaluate(`sessionStorage.setItem('a', 'b'); document.cookie = 'c=d'`);
  await first.page.setViewportSize({ width: 390, height: 900 });
  expect(await first.page.evaluate(found)).not.toEqual(nothing);
  await first.context.close();

  const second = await newVisitor(browser);
  expect(second.context).toBe(first.context);
  await second.page.goto(`${product.url}/livez`);
  expect(await second.page.evaluate(found)).toEqual(nothing);
  expect(await second.context.cookies()).toEqual([]);
  await second.page.goto(`${product.url}/rto`);
  await second.page.waitForURL(/\/login/);
  await second.page.evaluate('void setTimeout(() => { throw new Error("heard"); })');
  await expect.poll(() => second.problems).toEqual(['exception: heard']);
  expect(first.problems).toEqual([]);

  // What is put in the way of its calls would stay.
  await second.page.route('**/api/v1/rto', (route) => route.abort());
  await second.context.close();
  const third = await newVisitor(browser);
  expect(third.context).not.toBe(second.context);
  await third.context.close();
});
