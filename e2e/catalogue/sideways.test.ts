import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wear } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

const shadowOf = (page: Page, cell: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('.list-scroll tbody tr > ${cell}')).boxShadow`);

test('a number that scrolls under the column that stays is faded and never reads as a shorter one', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 900, height: 700 } });
  await enter(page, product.url);
  await page.goto(`${product.url}/road-type`);
  await page.locator('tbody .ttl').first().waitFor();
  const scroll = page.locator('.list-scroll');
  expect(await shadowOf(page, 'td:nth-child(2)')).toBe('none');
  /** How many pixels of the free columns lie under those that stay at the beginning. */
  const covered = () =>
    page.evaluate<number>(`(() => {
      const cells = [...document.querySelectorAll('.list-scroll tbody tr:first-child > td')];
      const stays = cells.slice(0, 2).map((one) => one.getBoundingClientRect().right);
      const free = cells.slice(2, -1).filter((one) => getComputedStyle(one).position !== 'sticky');
      return Math.round(Math.max(0, Math.max(...stays) - Math.min(...free.map((one) => one.getBoundingClientRect().left))));
    })()`);
  expect(await covered(), 'before anything is scrolled').toBe(0);
  await scroll.evaluate((element) => (element.scrollLeft = 30));
  await expect.poll(() => scroll.getAttribute('data-more')).toMatch(/start/);
  expect(await shadowOf(page, 'td:nth-child(2)')).not.toBe('none');
  expect(await covered(), 'what is covered is what the shadow says').toBe(30);
  const widths = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.list-scroll tbody td.num')].map((cell) => cell.getBoundingClientRect().width)`,
  );
  expect(widths.length).toBeGreaterThan(0);
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(64);
  // What stays in sight leaves room for the rest.
  const pinned = await page.evaluate<number>(
    `[...document.querySelectorAll('.list-scroll tbody tr:first-child > td')].filter((one) => getComputedStyle(one).position === 'sticky')
      .reduce((sum, one) => sum + one.getBoundingClientRect().width, 0) / document.querySelector('.list-scroll').clientWidth`,
  );
  expect(pinned).toBeLessThan(0.7);
  expect(problems).toEqual([]);
  await context.close();
});

test('a plain table fades out at both ends what it cuts, in either direction', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 390, height: 800 } });
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-brand?q=tata`);
  await page.getByRole('link', { name: 'Tata', exact: true }).first().click();
  await page
    .getByRole('navigation', { name: 'Record' })
    .getByRole('link', { name: /^Vehicle models/ })
    .click();
  await page.locator('.tbl.plain tbody a').first().waitFor();
  const scroll = page.locator('.list-scroll');
  for (const direction of ['ltr', 'rtl'] as const) {
    await wear(page, { skin: 'light', direction });
    await scroll.evaluate((element) => (element.scrollLeft = 0));
    await expect.poll(() => scroll.getAttribute('data-more')).toBe('end');
    const mask = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.list-scroll')).maskImage`);
    await expect.poll(mask).toMatch(direction === 'ltr' ? /\(90deg/ : /\(270deg/);
    expect(await shadowOf(page, 'td:first-child')).toBe('none');
    await scroll.evaluate((element, by) => (element.scrollLeft = by), direction === 'ltr' ? 5_000 : -5_000);
    await expect.poll(() => scroll.getAttribute('data-more')).toBe('start');
    expect(await mask()).toBe('none');
    expect(await shadowOf(page, 'td:first-child')).not.toBe('none');
  }
  expect(problems).toEqual([]);
  await context.close();
});

/** Texts with a digit whose characters do not stand one after the other from left to right. */
const disordered = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!/\\d/.test(node.data) || !element.checkVisibility() || element.closest('svg, .sr, textarea')) continue;
    const range = document.createRange();
    let last;
    for (let at = 0; at < node.data.length; at += 1) {
      if (/\\s/.test(node.data[at])) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      if (last && Math.abs(last.top - box.top) < 4 && box.left < last.left - 0.5) {
        found.push(node.data.trim());
        break;
      }
      last = box;
    }
  }
  return [...new Set(found)];
})()`;

test('a value too long for its column keeps its beginning in sight, in either direction', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto?state=MH`);
  await page.getByText('1 to 25 of 50').waitFor();
  /** Whether the first and the last character of a value with many words lie within their cell. */
  const inSight = (cell: string) =>
    page.evaluate<boolean[]>(`(() => {
      const cell = document.querySelector('.list-scroll tbody tr > ${cell}');
      const node = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      const was = node.data;
      node.data = 'Beginning ' + 'and more '.repeat(60) + 'end';
      const bounds = cell.getBoundingClientRect();
      const found = [0, node.data.length - 1].map((at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        return box.left >= bounds.left && box.right <= bounds.right;
      });
      node.data = was;
      return found;
    })()`);
  for (const direction of ['ltr', 'rtl'] as const) {
    await wear(page, { skin: 'light', direction });
    for (const cell of ['td:nth-child(2)', 'td:nth-child(3)'])
      expect(await inSight(cell), `${cell} ${direction}`).toEqual([true, false]);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('read from right to left, counts, pages, codes, numbers and dates keep their own order', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  // The check itself: without isolation a count stands behind its word, and a telephone number ends with its plus.
  await page.goto(`${product.url}/rto?state=MH`);
  await page.getByText('1 to 25 of 50').waitFor();
  await page.evaluate(`(() => {
    const [bare, own] = ['p', 'p'].map((name) => document.body.appendChild(document.createElement(name)));
    bare.dir = own.dir = 'rtl';
    bare.id = 'bare';
    bare.textContent = '7 of 9';
    own.appendChild(document.createElement('bdi')).textContent = '8 of 9';
  })()`);
  expect(await page.evaluate<string[]>(disordered)).toEqual(['7 of 9']);
  await page.evaluate(`document.querySelector('#bare').remove()`);
  const paths = [
    '/dashboard',
    '/rto?state=MH',
    '/vehicle',
    '/app-user',
    '/device',
    '/vehicle-trips',
    '/document-review',
    '/history',
    '/obligations',
    '/calendar',
    '/mail',
  ];
  await wear(page, { skin: 'light', direction: 'rtl' });
  for (const path of paths) {
    await go(page, product.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('.sk').first().waitFor({ state: 'detached' });
    expect(await page.evaluate<string[]>(disordered), path).toEqual([]);
  }
  expect(problems).toEqual([]);
  await context.close();
});
