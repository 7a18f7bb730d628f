import { afterAll, expect, test } from 'vitest';
import { startDemo } from '../support/own-product.ts';
import { journeys } from '../support/journeys.ts';
import { newVisitor } from '../support/product.ts';
import { crawlAs } from './crawl-as.ts';
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
  });
});

test('a role is led past its own pages, in its language, and each is sound', async () => {
  const { pages, faults } = await crawlAs(browser, product.url, { role: 'clerk', language: 'hi', only: 'insurer' });
  expect([pages, faults]).toEqual([3, []]);
});
