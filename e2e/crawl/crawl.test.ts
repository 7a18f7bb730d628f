import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startDemo } from '../support/own-product.ts';
import { journeys } from '../support/journeys.ts';
import { newVisitor } from '../support/product.ts';
import { crawlAs } from './crawl-as.ts';
import { englishTexts } from './english.ts';
import { textFaults } from './looks.ts';

const { product, browser } = await journeys(startDemo);
const { page, context } = await newVisitor(browser);
afterAll(() => context.close());

test('keys and cut texts are found where they are planted, and nowhere else', async () => {
  const box = (style: string, words: string, more = '') =>
    `<p ${more} style="width:60px;white-space:nowrap;${style}">${words}</p>`;
  await page.setContent(
    [
      box('', 'Longer than its box, and shown'),
      box('overflow:auto', 'Longer than its box, and scrolled to'),
      box('overflow:hidden', 'Told by a title', 'title="Told by a title"'),
      box('overflow:hidden', 'Fits'),
      box('overflow:hidden', 'Lost behind the edge'),
      `<p style="height:20px;width:60px;overflow:hidden">Lost below the edge</p>`,
      `<p style="width:1px;height:1px;overflow:hidden">For screen readers alone</p>`,
      box('', 'alarms.work.title'),
      box('', 'www.example.in'),
      '<input placeholder="list.search">',
    ].join(''),
  );
  expect(await textFaults(page)).toEqual({
    rawKeys: ['alarms.work.title', 'list.search'],
    cut: ['P: Lost behind the edge', 'P: Lost below the edge'],
    english: [],
  });
});

test('English on a page in Hindi is found in texts, labels, placeholders and titles, and what is no text of the product is not', async () => {
  const english = englishTexts(join(import.meta.dirname, '../..'), 'hi');
  await page.setContent(
    `<html lang="hi"><body>
      <h1>Vehicles</h1><p>वाहन</p><p>Sahyadri Logistics</p><p>PDF</p><p>Vehicles of my own</p>
      <button aria-label="Sign in">साइन इन करें</button><input placeholder="Search"><span title="Chassis number">1</span>
      <p>Vehicle
        not found</p><p>Drivers must be 18 or older</p><p>Drivers must be on time</p>
      <p lang="en">Registered on</p><code>Registered on</code>
    </body></html>`,
  );
  expect((await textFaults(page, english)).english).toEqual([
    'Vehicles',
    'Vehicle not found',
    'Drivers must be 18 or older',
    'Sign in',
    'Search',
    'Chassis number',
  ]);
  expect((await textFaults(page)).english).toEqual([]);
});

test('a role is led past its own pages, in its language, and each is sound', async () => {
  const { pages, faults } = await crawlAs(browser, product.url, { role: 'clerk', language: 'hi', only: 'insurer' });
  expect([pages, faults]).toEqual([3, []]);
});
