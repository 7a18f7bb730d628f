import '#tools/node-version.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { buildWeb } from '#tools/build-web.ts';
import { newVisitor, openBrowser, signIn, startProduct } from './support/product.ts';

/**
 * Takes the README's pictures, of a demo of its own or of the one that runs at the address given:
 * npm run screenshots [-- http://localhost:3000]
 */

/** One picture of the README: what somebody of the demo sees. */
interface Shot {
  file: string;
  /** The part of the demo account's address before the @. */
  account: string;
  /** Address of the page within the product. */
  path: string;
  skin?: 'dark';
  /** What a person does there before it is worth a picture. */
  act?: (page: Page) => Promise<void>;
}

const openFirst = async (page: Page) => {
  await page.locator('tbody tr a').first().click();
  await page.waitForLoadState('networkidle');
};

/** The insurance of the vehicle of the first policy, over the years. */
const openHistory = async (page: Page) => {
  await openFirst(page);
  await page.goto(`${page.url().split('?')[0]}?tab=history-of-vehicle`);
  await page.waitForLoadState('networkidle');
};

const shots: readonly Shot[] = [
  { file: 'dashboard', account: 'client', path: '/dashboard' },
  { file: 'vehicles', account: 'admin', path: '/vehicle' },
  { file: 'vehicle', account: 'client', path: '/vehicle', act: openFirst },
  { file: 'document-review', account: 'kyc', path: '/document-review' },
  { file: 'trip', account: 'client', path: '/vehicle-trips?sort=-distanceM', act: openFirst },
  { file: 'insurance', account: 'client', path: '/app-user-policy?state=DUE&sort=nextEnd', act: openHistory },
  { file: 'wallet', account: 'client', path: '/wallet' },
  { file: 'device-health-dark', account: 'operations', path: '/device-health', skin: 'dark' },
];

/** Most bytes of a picture: a page with all of them still loads at once. */
const mostBytes = 200_000;
const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/images');

/** A demo of our own, with its vehicles driving, that goes when the pictures are taken. */
async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  await buildWeb(root, console.log);
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-screenshots-'));
  const product = await startProduct(dataDir, { DEMO_TRAFFIC: '1' });
  console.log('waiting for the trips of yesterday, which are there after a minute');
  await new Promise((resolve) => setTimeout(resolve, 90_000));
  return {
    url: product.url,
    async stop() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function take(browser: Browser, url: string, { file, account, path, skin, act }: Shot): Promise<void> {
  const { page, context } = await newVisitor(browser, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await signIn(page, url, `${account}@roadkeeper.test`);
  if (skin) await page.locator('button:has(.tabler-icon-moon)').click();
  await page.goto(`${url}${path}`);
  await page.waitForLoadState('networkidle');
  await act?.(page);
  // Fonts and the map come after the data.
  await page.waitForTimeout(1_500);
  const picture = sharp(await page.screenshot()).webp({ quality: 85 });
  await context.close();
  const bytes = await picture.toBuffer();
  if (bytes.length > mostBytes) throw new Error(`${file} has ${bytes.length} bytes, ${mostBytes} is the most`);
  await writeFile(join(folder, `${file}.webp`), bytes);
  console.log(`${file}.webp ${Math.round(bytes.length / 1_000)} KB`);
}

const running = process.argv[2];
await mkdir(folder, { recursive: true });
const demo = running ? { url: running, stop: async () => undefined } : await startDemo();
const browser = await openBrowser();
try {
  for (const shot of shots) await take(browser, demo.url, shot);
} finally {
  await browser.close();
  await demo.stop();
}
