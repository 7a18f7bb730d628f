import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { startDemo } from '../support/own-product.ts';
import { journeys } from '../support/journeys.ts';
import { newVisitor } from '../support/product.ts';
import { crawlAs } from './crawl-as.ts';
import { englishTexts } from './english.ts';
import { kindOf, otherTabs, rowLinks } from './links.ts';
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

test('tabs of a page and where its rows lead are found, whatever they are made of', async () => {
  const id = '01a1fc17-27e9-7627-921e-d6ed73000001';
  const html = `<nav><a href="/elsewhere?tab=menu">Menu</a></nav>
    <main>
      <nav class="tabs"><a href="/login" aria-current="page">All</a><a href="/login?status=1">Active</a><a href="/other">Other</a></nav>
      <a href="/login?tab=kept">A tab beside</a><a href="/driver/${id}?tab=trips">A tab of another page</a>
      <div role="tablist"><button role="tab" aria-selected="true">One</button><button role="tab"> Two </button></div>
      <table><tr><td><a href="/vehicle-trips/${id}?from=list">Trip</a><a href="/login?orgId=1">Filter</a></td></tr></table>
      <ul><li><a href="/device/7">Device</a><a href="https://example.in/a/b">Away</a><a href="tel:112">Call</a></li></ul>
      <p><a href="/vehicle/${id}">No row</a></p>
    </main>`;
  await page.route('http://pages.example/**', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('http://pages.example/login');
  expect(await otherTabs(page)).toEqual([
    { path: '/login?status=1' },
    { path: '/other' },
    { path: '/login?tab=kept' },
    { button: 'Two' },
  ]);
  expect(await rowLinks(page)).toEqual([`/vehicle-trips/${id}`, '/device/7']);
  expect([`/vehicle-trips/${id}`, '/device/7/edit', '/login'].map(kindOf)).toEqual([
    '/vehicle-trips/:id',
    '/device/:id/edit',
    '/login',
  ]);
});

test('all tabs of a list are visited, those that are buttons too, and the record behind a list that no call lists', async () => {
  const crawl = async (role: string, only: string) => {
    const { pages, faults } = await crawlAs(browser, product.url, { role, language: 'en', only });
    expect(faults).toEqual([]);
    return [...new Set(pages.map(kindOf))];
  };
  const [binding] = await product.sql(
    `select b.id from device_binding b join vehicle v on v.id = b.vehicle_id join account a on a.org_id = v.org_id
     where a.email = 'client@roadkeeper.test' limit 1`,
  );
  const startAt = new Date(product.clock.now().getTime() - 7_200_000).toISOString();
  await addTrip(product, { bindingId: String(binding?.['id']), startAt, state: 'LIVE' });
  expect(await crawl('client', '/notifications')).toEqual(['/notifications', '/notifications?tab=2']);
  expect(await crawl('finance', '/wallet')).toEqual(expect.arrayContaining(['/wallet', '/wallet [Wallets]']));
  expect(await crawl('client', '/vehicle-trips')).toEqual(
    expect.arrayContaining(['/vehicle-trips', '/vehicle-trips/:id']),
  );
}, 240_000);

test('a role is led past its own pages, in its language, and each is sound', async () => {
  const { pages, faults } = await crawlAs(browser, product.url, { role: 'clerk', language: 'hi', only: 'insurer' });
  expect([pages.map(kindOf), faults]).toEqual([['/insurer', '/insurer/:id', '/insurer/:id?tab=history'], []]);
});
