import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wear } from './support/dress.ts';
import { enter } from './support/enter.ts';
import { go } from './support/go.ts';
import { journeys } from './support/journeys.ts';
import { startDemo } from './support/own-product.ts';
import { newVisitor } from './support/product.ts';

const { product, browser } = await journeys(startDemo);

/** How a field is drawn. */
const drawn = (page: Page, selector: string) =>
  page.evaluate<Record<string, string>>(
    `(({ appearance, backgroundImage, backgroundPositionX, backgroundColor, outlineStyle }) =>
      ({ appearance, image: backgroundImage.slice(0, 9), at: backgroundPositionX, colour: backgroundColor, outline: outlineStyle })
    )(getComputedStyle(document.querySelector(${JSON.stringify(selector)})))`,
  );

test('selects, checkboxes and radio buttons are the browser’s own in the look of the product, and the system’s where it chooses the colours', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await go(page, `${product.url}/history`);
  await page.getByLabel('Action').waitFor();
  const select = '.record-filters select';
  expect(await drawn(page, select)).toMatchObject({ appearance: 'none', image: 'url("data', at: 'calc(100% - 11px)' });
  await wear(page, { skin: 'dark', direction: 'rtl' });
  // The chevron stands at the end in both directions.
  expect(await drawn(page, select)).toMatchObject({ at: '11px' });
  await wear(page, { skin: 'light', direction: 'ltr' });

  await go(page, `${product.url}/rto`);
  const box = 'tbody input.cbx';
  await page.locator(box).first().waitFor();
  const before = await drawn(page, box);
  expect(before).toMatchObject({ appearance: 'none', outline: 'none' });
  await page.locator(box).first().focus();
  await page.keyboard.press('Space');
  const after = await drawn(page, box);
  expect([after['outline'], after['colour'] === before['colour']]).toEqual(['solid', false]);

  await page.emulateMedia({ forcedColors: 'active' });
  expect(await drawn(page, box)).toMatchObject({ appearance: 'auto' });
  expect(await drawn(page, 'select')).toMatchObject({ appearance: 'auto', image: 'none' });
  expect(problems).toEqual([]);
  await context.close();
});

/** Lists that are drawn by hand, with a filter that is set. */
const lists = [
  '/vehicle-trips?state=CLOSED',
  '/history?action=update',
  '/mail?template=test',
  '/obligations?kind=PAPER',
  '/calendar?kind=PAPER',
  '/vehicle-invitation?status=1',
  '/ownership-transfer?state=APPROVED',
  '/model-request?state=OPEN',
  '/trash?module=rto',
  '/document-review?sort=soonest&typeId=none',
  // After the queue, which opens its first document by itself: it must not do so on the page that follows.
  '/device-health?problem=NEVER_HEARD',
  '/doctor-report?from=2026-01-01',
];

test('filters of every list begin with the words, are chips of one height, and go with one button', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  for (const path of lists) {
    await go(page, product.url + path);
    const bar = page.locator('.record-filters');
    const clear = bar.getByRole('button', { name: 'Clear filters' });
    // What some filters offer is asked for first.
    await bar.locator('.labelled.set').waitFor();
    await clear.waitFor();
    expect([path, await clear.count()]).toEqual([path, 1]);
    const [first, ...others] = await page.evaluate<[string, number][]>(
      `[...document.querySelectorAll('.record-filters :is(.search, .labelled)')].map((one) => [one.className, one.getBoundingClientRect().height])`,
    );
    const hasSearch = (await bar.locator('.search').count()) > 0;
    expect([path, first?.[0].split(' ')[0]]).toEqual([path, hasSearch ? 'search' : 'labelled']);
    expect([path, new Set([first, ...others].map((one) => one?.[1]))]).toEqual([path, new Set([36])]);
    expect([path, await bar.locator('.labelled.set').count()]).toEqual([path, 1]);
    await clear.click();
    await clear.waitFor({ state: 'detached' });
    expect([path, new URL(page.url()).search.replace(/[?&](sort=soonest|id=[^&]*)/g, '')]).toEqual([path, '']);
  }
  await context.close();
});
