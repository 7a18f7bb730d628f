import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const minuteMs = 60_000;

/**
 * Signs in, opens a list, and from then on notes what is asked, what is refused and where the page goes.
 * @param behind minutes that the laptop's clock is behind the server's.
 */
async function visitor(behind = 0) {
  const { page, context, problems } = await newVisitor(browser);
  await page.clock.install({ time: own.clock.now().getTime() - behind * minuteMs });
  await signIn(page, own.url);
  await page.goto(`${own.url}/rto?q=pune`);
  await page.getByRole('link', { name: /MH12/ }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  const refused: string[] = [];
  const places: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api/v1'.length));
  });
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  page.on('framenavigated', (frame) => places.push(new URL(frame.url()).pathname));
  return { page, context, problems, asked, refused, places };
}

/** Goes to a list by the menu. */
async function toVehicleTypes(page: Page) {
  await page.getByRole('link', { name: 'Reference data', exact: true }).first().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Vehicle types/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Vehicle types' }).waitFor();
  await page.getByText(/^1 to \d+ of/).waitFor();
}

/** The lid is closed for some time on both clocks, and opened again. */
async function sleep({ page, asked }: { page: Page; asked: string[] }, minutes: number) {
  // Whatever the page still had to load is not of the waking.
  await page.waitForTimeout(500);
  asked.length = 0;
  own.clock.move(minutes * minuteMs);
  await page.clock.fastForward(minutes * minuteMs);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

test('a laptop that slept past the end of its token wakes signed in: it renews before it asks anything else', async () => {
  const woken = await visitor();
  const { page, context, problems, asked, refused, places } = woken;
  await sleep(woken, 20);
  await toVehicleTypes(page);
  expect(asked[0]).toBe('/session/refresh');
  expect(asked.filter((path) => path === '/session/refresh')).toHaveLength(1);
  expect(asked).toContain('/vehicle-type');
  expect([refused, places.filter((path) => path === '/login')]).toEqual([[], []]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a tab that is opened again after the sleep renews first as well, and shows no sign-in in between', async () => {
  const { page, context, problems, asked, refused, places } = await visitor();
  await page.goto('about:blank');
  await sleep({ page, asked }, 25);
  await page.goto(`${own.url}/rto?q=pune`);
  await page.getByRole('link', { name: /MH12/ }).first().waitFor();
  expect(asked[0]).toBe('/session/refresh');
  expect([refused, places.filter((path) => path === '/login')]).toEqual([[], []]);
  expect(problems).toEqual([]);
  await context.close();
});

test('whoever slept longer than a session may idle signs in again, and is back where they were', async () => {
  const woken = await visitor();
  const { page, context, asked, refused } = woken;
  await sleep(woken, 31);
  await page.waitForURL(/\/login\?redirect=/);
  expect(asked[0]).toBe('/session/refresh');
  expect(refused[0]).toBe('/api/v1/session/refresh');
  await page.getByText('Your session ended').waitFor();
  expect(await page.getByRole('link', { name: /MH12/ }).count()).toBe(0);
  await page.getByLabel(/email/i).fill('admin@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/rto\?q=pune/);
  await page.getByRole('link', { name: /MH12/ }).first().waitFor();
  await context.close();
});

test('a laptop whose clock goes wrong is not signed out by it: what is refused is renewed and asked again', async () => {
  const { page, context, problems, asked, places } = await visitor(40);
  own.clock.move(16 * minuteMs);
  asked.length = 0;
  await toVehicleTypes(page);
  expect(asked.filter((path) => path === '/session/refresh')).toHaveLength(1);
  expect(places.filter((path) => path === '/login')).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
