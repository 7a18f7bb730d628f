import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { dataOf, rowsOf } from '../support/rows.ts';
import { shifts } from '../support/shifts.ts';

const { product: own, browser } = await journeys(startDemo);

interface Vehicle {
  id: string;
  verdictLine: string | null;
  driverId: string | null;
  fastagId: string | null;
  state: string;
}
/** A vehicle of the demo client, the first that fits. */
async function vehicleWhere(verdict: 'RED' | 'GREEN', fits: (vehicle: Vehicle) => boolean): Promise<string> {
  const list = `/vehicle?verdict=${verdict}&status=1&sort=registrationNo&take=100`;
  return (await rowsOf<Vehicle>(own.url, 'client@roadkeeper.test', list)).find(fits)?.id as string;
}
const lacksDocument = ({ verdictLine }: Vehicle) => verdictLine?.endsWith('is missing') === true;
const isDriven = ({ driverId }: Vehicle) => driverId !== null;
const banner = (page: Page) => page.getByRole('region', { name: 'Compliance status' });
const visitor = await newVisitor(browser);
await enter(visitor.page, own.url, 'client@roadkeeper.test');

test('a blocked vehicle says why above every tab, and its primary action is the next step', async () => {
  const { page } = visitor;
  const blocked = await vehicleWhere('RED', lacksDocument);
  await go(page, `${own.url}/vehicle/${blocked}`);
  await banner(page)
    .getByText(/^Blocked/)
    .waitFor();
  const upload = page.locator('main .btn.p');
  await upload.first().waitFor();
  expect(await upload.allTextContents()).toEqual(['Upload document']);
  // The worst is the answer. What the button does is not said once more beside it.
  expect(await banner(page).getByRole('status').innerText()).toMatch(/^Blocked\. .* is missing$/);
  const [reasons, links] = [
    banner(page).locator('.reason-lines').getByRole('listitem'),
    banner(page).getByRole('link', { name: 'Upload document' }),
  ];
  expect(await links.count()).toBe(1 + (await reasons.getByRole('link', { name: 'Upload document' }).count()));
  // It is deactivated in its menu, not by a slip of the hand.
  expect(await page.locator('main').getByRole('switch').count()).toBe(0);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  const deactivate = page.getByRole('menuitem', { name: 'Deactivate' });
  await deactivate.press('Escape');
  await deactivate.waitFor({ state: 'detached' });
  await upload.click();
  await page.getByRole('dialog', { name: /^Add documents/ }).waitFor();
  await page.keyboard.press('Escape');
  // On a tab with an action of its own the banner stays, and steps back.
  await banner(page)
    .getByText(/^Blocked/)
    .waitFor();
  expect(await page.locator('main .btn.p').allTextContents()).toEqual(['Add documents']);
});

test('the worst reason is the answer; of many others the first three are shown, and a button shows the rest', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.route('**/api/v1/vehicle/*/verdict', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { lines: object[] } };
    body.data.lines = Array.from({ length: 7 }, (_, at) => ({ ...body.data.lines[0], text: `Reason ${at + 1}` }));
    await route.fulfill({ response: answer, json: body });
  });
  await go(page, `${own.url}/vehicle/${await vehicleWhere('RED', lacksDocument)}`);
  const reasons = banner(page).locator('.reason-lines').getByRole('listitem');
  await banner(page).getByText('Reason 4').waitFor();
  expect(await banner(page).getByRole('status').innerText()).toBe('Blocked. Reason 1');
  expect(await reasons.count()).toBe(3);
  await banner(page).getByRole('button', { name: '3 more reasons' }).click();
  expect(await reasons.count()).toBe(6);
  await banner(page).getByRole('button', { name: 'Show fewer', expanded: true }).press('Enter');
  expect(await reasons.count()).toBe(3);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('a cleared vehicle says until when, and what ends it', async () => {
  const { page } = visitor;
  const id = await vehicleWhere('GREEN', isDriven);
  interface Compliance {
    cleared: { until: string; by: { text: string } };
  }
  const { cleared } = await dataOf<Compliance>(own.url, 'client@roadkeeper.test', `/vehicle/${id}/verdict`);
  await go(page, `${own.url}/vehicle/${id}`);
  const day = new Date(cleared.until).toLocaleDateString('en-IN', { day: 'numeric', month: 'short', year: 'numeric' });
  await expect.poll(() => banner(page).getByRole('status').innerText()).toBe(`Cleared to run until ${day}`);
  await banner(page)
    .getByText(/^After that: /)
    .waitFor();
  await banner(page)
    .getByText(/^Cleared/)
    .waitFor();
});

test('what only warns stands in the answer, and the banner says in short how the vehicle is', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  const id = await vehicleWhere('GREEN', isDriven);
  await page.route('**/api/v1/vehicle/*/verdict', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { colour: string; lines: object[] } };
    const line = { colour: 'AMBER', about: 'TAX', of: 'vehicle', warns: true };
    body.data.colour = 'AMBER';
    body.data.lines = [1, 2].map((at) => ({ ...line, text: `Warning ${at}` }));
    await route.fulfill({ response: answer, json: body });
  });
  await go(page, `${own.url}/vehicle/${id}`);
  await expect
    .poll(() => banner(page).getByRole('status').innerText())
    .toMatch(/^Cleared to run until .*, with 2 warnings$/);
  const facts = banner(page).getByRole('list', { name: 'In short' }).getByRole('listitem');
  await expect
    .poll(async () => (await facts.allInnerTexts()).map((text) => text.replaceAll(/\d+/g, '0')))
    .toEqual([
      '0 of 0 documents valid',
      expect.stringMatching(/^Driver’s licence valid until /),
      expect.stringMatching(/^(Device last seen .*|Never connected|No device installed)$/),
    ]);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('on a phone the answer comes before what can be done, which is all in the menu', async () => {
  const { page, context } = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, own.url, 'client@roadkeeper.test');
  await go(page, `${own.url}/vehicle/${await vehicleWhere('GREEN', isDriven)}`);
  await banner(page)
    .getByText(/^Cleared/)
    .waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Change operational status' }).waitFor();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await page.waitForURL(/\/edit$/);
  await context.close();
});

test('facts are in named groups, and what is missing is one action that leads to the first of it', async () => {
  const { page } = visitor;
  await go(page, `${own.url}/vehicle/${await vehicleWhere('GREEN', ({ fastagId }) => fastagId === null)}`);
  const facts = page.getByRole('region', { name: 'Details' });
  await facts.getByRole('group', { name: 'Ownership and use' }).waitFor();
  expect(await facts.getByRole('group').evaluateAll('(all) => all.length')).not.toBe(0);
  await facts.getByText(/details? missing: /).waitFor();
  await facts.getByRole('link', { name: 'Add details' }).click();
  await page.waitForURL(/edit\?focus=/);
  const field = new URL(page.url()).searchParams.get('focus');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toMatch(new RegExp(`-${field}$`));
});

test('the next deadlines of a vehicle stand on its page, and lead to the list of all that it has', async () => {
  const { page } = visitor;
  await go(page, `${own.url}/vehicle/${await vehicleWhere('GREEN', isDriven)}`);
  const panel = page.getByRole('region', { name: 'Next deadlines' });
  await panel.getByRole('listitem').first().waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(3);
  await panel
    .getByText(/^(expire[sd] |in )/)
    .first()
    .waitFor();
  const all = panel.getByRole('link', { name: /^All \d+ deadlines$/ });
  const count = Number((await all.innerText()).replace(/\D/g, ''));
  await all.click();
  await page.getByText(`${count} deadlines.`, { exact: true }).first().waitFor();
  const lines = page.locator('main section li');
  await expect.poll(() => lines.count()).toBe(count);
  await page.getByRole('radio', { name: 'All deadlines' }).waitFor();
  await page.getByRole('button', { name: 'All records' }).click();
  await expect.poll(() => lines.count()).toBeGreaterThan(count);
  await page.getByRole('radio', { name: 'Overdue and next 90 days' }).waitFor();
});

test.each([
  [
    'the page of a vehicle',
    async (): Promise<string> => `/vehicle/${await vehicleWhere('GREEN', isDriven)}`,
    'Details',
  ],
  ['the first page', async (): Promise<string> => '/dashboard', 'Latest activity'],
  ['a list of a hundred', async (): Promise<string> => '/vehicle?size=100', undefined],
] as const)('nothing on %s moves once it is drawn', async (_, addressOf, region) => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${own.url}${await addressOf()}`);
  await (region ? page.getByRole('region', { name: region }) : page.getByRole('row').nth(20)).waitFor();
  await page.waitForLoadState('networkidle');
  const moved = await shifts(page);
  expect(moved.sum, JSON.stringify(moved.by)).toBeLessThanOrEqual(0.01);
});

test.each([
  ['blocked', 'RED', lacksDocument],
  ['cleared', 'GREEN', isDriven],
] as const)('the page of a %s vehicle in every dress', async (_, verdict, fits) => {
  const id = await vehicleWhere(verdict, fits);
  const open: Opens = async (page) => {
    await go(page, `${own.url}/vehicle/${id}`);
    await page.getByRole('region', { name: 'Details' }).waitFor();
    return shown(banner(page));
  };
  expect(await inEveryDress(visitor, open)).toEqual([]);
});
