import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { rowsOf } from '../support/rows.ts';
import { shifts } from '../support/shifts.ts';

const { product: own, browser } = await journeys(startDemo);

interface Driver {
  id: string;
  name: string;
  state: string;
  verdict: string;
  vehicleId: string | null;
}
const client = 'client@roadkeeper.test';
const drivers = await rowsOf<Driver>(own.url, client, '/drivers?status=1&sort=name&take=100');
/** The first driver of the demo client that fits. */
const driverWhere = (fits: (driver: Driver) => boolean): string => drivers.find(fits)?.id as string;
const organisation = async (fits: (one: { kind: string; kycStatus: string }) => boolean): Promise<string> => {
  const all = await rowsOf<{ id: string; kind: string; kycStatus: string }>(
    own.url,
    'admin@roadkeeper.test',
    '/organisation?sort=name&take=100',
  );
  return all.find(fits)?.id as string;
};

const banner = (page: Page, name = 'Compliance status') => page.getByRole('region', { name });
const primary = (page: Page) => page.locator('main .btn.p');
/** What the main buttons say, once there is one: it comes with the reasons. */
const primaries = async (page: Page) => {
  await primary(page).first().waitFor();
  return primary(page).allTextContents();
};
const visitor = await newVisitor(browser);
await enter(visitor.page, own.url, client);

test('a driver who is blocked says why above every tab, and the primary action is the next step', async () => {
  const { page } = visitor;
  const onboarding = driverWhere(({ state }) => state === 'ONBOARDING');
  await go(page, `${own.url}/drivers/${onboarding}`);
  await banner(page)
    .getByText(/^Blocked/)
    .waitFor();
  await banner(page).getByText('The driver has not finished onboarding').waitFor();
  expect(await primaries(page)).toEqual(['Continue onboarding']);
  await primary(page).click();
  await page.waitForURL(/tab=onboarding/);
  await banner(page).getByText('The driver has not finished onboarding').waitFor();
  expect(await banner(page).locator('.btn.p').count()).toBe(0);
});

test('a driver without a vehicle is offered one on the driver’s page, which shows beforehand whether that may be', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, client);
  const driver = driverWhere(
    ({ state, verdict, vehicleId }) => state === 'AVAILABLE' && verdict === 'GREEN' && vehicleId === null,
  );
  const vehicles = await rowsOf<{ registrationNo: string; driverId: string | null }>(
    own.url,
    client,
    '/vehicle?verdict=GREEN&status=1&sort=registrationNo&take=100',
  );
  const taken = vehicles.find(({ driverId }) => driverId !== null)?.registrationNo ?? '';
  await go(page, `${own.url}/drivers/${driver}`);
  const card = page.getByRole('region', { name: 'Vehicle', exact: true });
  await card.getByText('No vehicle assigned').waitFor();
  expect(await primaries(page)).toEqual(['Assign vehicle']);
  await primary(page).click();
  const dialog = page.getByRole('dialog', { name: /^Assign a vehicle to / });
  const assign = dialog.getByRole('button', { name: 'Assign vehicle' });
  await dialog.getByRole('combobox', { name: 'Vehicle' }).fill(taken);
  await page.locator('[role=option]:visible').filter({ hasText: taken }).first().click();
  await dialog.getByRole('status').locator('.st').first().waitFor();
  // Two drivers of one vehicle are refused by the server: it is said before.
  await dialog.getByText(/^This vehicle is assigned to /).waitFor();
  expect(await assign.isDisabled()).toBe(true);
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('an organisation says what its KYC lacks, and each of its numbers opens the list that it counts', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  const id = await organisation(({ kycStatus }) => kycStatus === 'NOT_SUBMITTED');
  await go(page, `${own.url}/organisation/${id}`);
  const status = banner(page, 'KYC status');
  await status.getByText('Documents missing').waitFor();
  await status
    .getByText(/ is missing$/)
    .first()
    .waitFor();
  const counts = page.getByRole('region', { name: 'Fleet and users' });
  await expect.poll(() => counts.getByRole('link', { name: /\d$/ }).count()).toBe(5);
  const blocked = counts.getByRole('link', { name: /^Blocked vehicles/ });
  const count = Number((await blocked.innerText()).replace(/\D/g, ''));
  await blocked.click();
  await page.waitForURL(/\/vehicle\?/);
  await page.getByText(count === 0 ? 'No match' : new RegExp(`^1 to \\d+ of ${count}$`)).waitFor();
  await page.goBack();
  expect(await primaries(page)).toEqual(['Upload document']);
  await primary(page).click();
  await page.getByRole('dialog', { name: /^Add documents/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('clients see the same of their own company, with lists of their own', async () => {
  const { page } = visitor;
  await go(page, `${own.url}/organisation`);
  await banner(page, 'KYC status').waitFor();
  const vehicles = page
    .getByRole('region', { name: 'Fleet and users' })
    .getByRole('link', { name: /^Active vehicles/ });
  await vehicles.getByText(/\d/).waitFor();
  const count = Number((await vehicles.innerText()).replace(/\D/g, ''));
  await vehicles.click();
  await page.getByText(new RegExp(`^1 to \\d+ of ${count}$`)).waitFor();
  // Whose they are goes without saying.
  expect(new URL(page.url()).search).toBe('?status=1');
});

test('nothing on the pages of drivers, devices and organisations moves once it is drawn', async () => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  const [device] = await rowsOf<{ id: string }>(own.url, client, '/device?status=1&take=1');
  const driver = driverWhere(({ vehicleId }) => vehicleId !== null);
  const [company] = await rowsOf<{ id: string }>(own.url, client, '/organisation?take=1');
  for (const path of [`/drivers/${driver}`, `/device/${device?.id}`, `/organisation/${company?.id}`]) {
    await page.goto(`${own.url}${path}`);
    await page.getByRole('region', { name: 'Details' }).waitFor();
    await page.waitForLoadState('networkidle');
    const moved = await shifts(page);
    expect(moved.sum, `${path} ${JSON.stringify(moved.by)}`).toBeLessThanOrEqual(0.01);
  }
});

test.each([
  ['blocked', ({ verdict }: Driver) => verdict === 'RED'],
  ['cleared', ({ verdict, vehicleId }: Driver) => verdict === 'GREEN' && vehicleId !== null],
] as const)('the page of a %s driver in every dress', async (_, fits) => {
  const open: Opens = async (page) => {
    await go(page, `${own.url}/drivers/${driverWhere(fits)}`);
    await page.getByRole('region', { name: 'Details' }).waitFor();
    return shown(banner(page));
  };
  expect(await inEveryDress(visitor, open)).toEqual([]);
});

test('the page of an organisation in every dress', async () => {
  const open: Opens = async (page) => {
    await go(page, `${own.url}/organisation`);
    await page.getByRole('region', { name: 'Details' }).waitFor();
    return shown(banner(page, 'KYC status'));
  };
  expect(await inEveryDress(visitor, open)).toEqual([]);
});
