import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { leaveBrowser, openBrowser } from './product.ts';

/** A product and a browser for the journeys of one file: they are there when the file begins, and end with it. */
export async function journeys<Product extends { stop(): Promise<void> }>(
  start: () => Promise<Product>,
): Promise<{ product: Product; browser: Browser }> {
  const product = await start();
  afterAll(() => product.stop());
  const browser = await openBrowser();
  afterAll(() => leaveBrowser(browser));
  return { product, browser };
}
