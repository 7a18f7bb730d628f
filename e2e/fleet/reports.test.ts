import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { indiaDay } from '#kit/contract/days.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
/** The day of the trips: they may have begun before midnight. */
let days: string[];

beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
  const rows = (await own.sql('select start_at as at from trip order by start_at')) as { at: string }[];
  days = [...new Set(rows.map(({ at }) => indiaDay(new Date(at))))];
});

/** Rows with their figures: those on their way have none. The table of the chart, which is there when there are several days, is another. */
const rows = (page: Page) => page.locator('table:not(:has(caption)) tbody tr').filter({ hasText: / km\b/ });
const footer = (page: Page) => page.locator('tfoot tr');
const address = (report: string) => `${own.url}/reports?report=${report}&from=${days[0]}&to=${days.at(-1)}`;

test('a client reads yesterday, chooses another period, and finds the numbers of the list of trips', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  // The days of the trips, by the two fields.
  await page.getByLabel('Period').selectOption({ label: 'Today' });
  await page.waitForURL(/period=today/);
  await page.getByLabel('Period').selectOption({ label: 'Selected days' });
  await page.waitForURL(/from=.*to=/);
  await go(page, address('daily-summary'));
  await expect.poll(() => rows(page).count()).toBe(days.length);
  expect(await axe(page)).toEqual([]);

  const trips = (await own.sql('select count(*)::int as count, sum(distance_m) / 1000 as km from trip')) as {
    count: number;
    km: number;
  }[];
  const [{ count, km } = { count: 0, km: 0 }] = trips;
  const total = await footer(page).innerText();
  expect(total).toContain(`${km.toFixed(1)} km`);
  // As the list of trips has them.
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('button', { name: 'Trips' }).click();
  await page.waitForURL(/report=trips/);
  await expect.poll(() => rows(page).count()).toBe(count);
  expect(await footer(page).innerText()).toContain(`${km.toFixed(1)} km`);
  const listed = await rows(page).allInnerTexts();
  await go(page, `${own.url}/vehicle-trips?from=${days[0]}&to=${days.at(-1)}`);
  await expect.poll(() => rows(page).count()).toBe(count);
  const kms = (texts: readonly string[]) => texts.map((text) => /[\d.]+ km\b(?!\/)/.exec(text)?.[0]).toSorted();
  expect(kms(await rows(page).allInnerTexts())).toEqual(kms(listed));

  await page.goBack();
  await rows(page).first().getByRole('link').first().click();
  await page.waitForURL(/\/vehicle-trips\//);
  expect(problems).toEqual([]);
  await context.close();
});

test('each report leaves as a file with the rows that are shown', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(address('trips'));
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^trips-.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(tracked.trips.length + 1);
  expect(lines[1]).toContain(tracked.plate);
  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as XLSX' }).click();
  expect((await workbook).suggestedFilename()).toMatch(/^trips-.*\.xlsx$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('the distance of each day is a chart, with a table that says the same', async () => {
  const [earlier] = (await own.sql(
    `insert into trip select (jsonb_populate_record(null::trip, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(),
       'start_at', t.start_at - interval '2 days', 'end_at', t.end_at - interval '2 days'))).*
     from trip t where t.id = $1 returning start_at as at, distance_m / 1000 as km`,
    [tracked.trips[0] ?? ''],
  )) as { at: string; km: number }[];
  const first = indiaDay(new Date(earlier?.at ?? 0));
  const [last] = (await own.sql(`select start_at as at, distance_m / 1000 as km from trip where id = $1`, [
    tracked.trips[0] ?? '',
  ])) as { at: string; km: number }[];
  const to = indiaDay(new Date(last?.at ?? 0));
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/reports?report=daily-summary&from=${first}&to=${to}`);
  const chart = page.getByRole('region', { name: 'Distance per day' });
  await expect.poll(() => chart.locator('a[title]').count()).toBe(3);
  await chart.getByText('View chart as table').click();
  const lines = await chart.getByRole('row').allInnerTexts();
  const total = (await own.sql(
    `select sum(distance_m) / 1000 as km from trip where (start_at at time zone 'Asia/Kolkata')::date = $1::date`,
    [to],
  )) as { km: number }[];
  expect(lines.slice(1).map((line) => /[\d.,]+ k?m\b/.exec(line)?.[0])).toEqual([
    `${earlier?.km.toFixed(1)} km`,
    expect.stringMatching(/^0(\.0)? k?m$/),
    `${total[0]?.km.toFixed(1)} km`,
  ]);
  // The columns stand as high as their figures.
  const heights = await chart
    .locator('a[title] > span')
    .evaluateAll((all) => all.map((one) => Number(/block-size: ([\d.]+)%/.exec(one.getAttribute('style') ?? '')?.[1])));
  expect(Math.max(...heights)).toBe(100);
  expect(heights[1]).toBe(0);
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
  await own.sql("delete from trip where start_at < $1::timestamptz - interval '1 day'", [last?.at ?? '']);
  await context.close();
});

test('rows are sorted by the keyboard, and days that cannot be are said', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/reports?report=trips&period=last7`);
  await page.goto(address('trips'));
  await page.getByRole('button', { name: 'Distance', exact: true }).press('Enter');
  await page.waitForURL(/sort=-distanceM/);
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Distance' }).getAttribute('aria-sort'))
    .toBe('descending');
  await go(page, `${own.url}/reports?from=2020-01-01&to=2020-01-31`);
  await page.getByText('No trips in this period').waitFor();
  await page.getByRole('button', { name: 'Show last 30 days' }).click();
  await page.waitForURL(/period=last30/);
  await go(page, `${own.url}/reports?from=2020-01-01&to=2020-12-31`);
  await page.getByRole('alert').getByText('at most 92 days').waitFor();
  await go(page, `${own.url}/reports?from=${days.at(-1)}&to=2020-12-31`);
  await page.getByRole('alert').getByText('must not be before the first').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('every report fits every dress', { timeout: 240_000 }, async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'admin@roadkeeper.test');
  for (const report of ['daily-summary', 'trips', 'vehicle-distance', 'geofence-visits']) {
    const faults = await inEveryDress(visitor, async (page) => {
      await page.goto(address(report));
      return shown(page.getByText(/belongs to the day on which/));
    });
    expect([report, faults]).toEqual([report, []]);
  }
  await context.close();
});
