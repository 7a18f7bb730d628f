import { addDays, indiaDay } from '#kit/contract/days.ts';
import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);
const owner = 'client@roadkeeper.test';

test('an owner walks through the month by keyboard, reads what a day has, and what is overdue', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, owner);
  await page.goto(`${own.url}/obligations`);
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).first().click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const today = indiaDay(own.clock.now());
  const day = (at: string) => page.locator(`[data-day="${at}"]`);
  // One stop of the Tab key; arrows go by days and weeks, Page Down by months.
  await day(today).focus();
  expect(await day(today).getAttribute('aria-current')).toBe('date');
  for (const [key, days] of [
    ['ArrowRight', 1],
    ['ArrowDown', 8],
    ['ArrowLeft', 7],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await page.locator(`[data-day="${addDays(today, days)}"]:focus`).waitFor();
  }
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('PageDown');
  const next = addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7);
  await page.locator(`[data-day^="${next}"]:focus`).waitFor();
  await page.getByRole('button', { name: 'Today' }).click();
  await day(today).waitFor();

  // A day with deadlines: the list beside it has as many as the day says.
  const some = grid.getByRole('button', { name: /, [1-9]\d* deadlines?/ }).first();
  const count = Number(/, (\d+) deadline/.exec((await some.textContent()) ?? '')?.[1]);
  await some.click();
  const lines = page.locator('li[data-key]');
  await lines.nth(Math.min(50, count) - 1).waitFor();
  expect(await lines.count()).toBe(Math.min(50, count));
  expect(await inEveryDress(visitor, () => shown(page.locator('li[data-key], [role="grid"]')))).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByText(/^Overdue \d+$/).click();
  await page.getByRole('heading', { name: 'Overdue in the last 90 days' }).waitFor();
  await page
    .getByText(/days? overdue$/)
    .first()
    .waitFor();
  expect(await inEveryDress(visitor, () => shown(page.getByText(/days? overdue$/)))).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The next step leads to the record.
  await page.locator('li[data-key] a').first().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/calendar'));
  await page.goBack();
  await page.getByRole('heading', { name: 'Overdue in the last 90 days' }).waitFor();

  // What is chosen stands in the address.
  await page.getByText('List', { exact: true }).click();
  await page.getByLabel('Type').selectOption({ label: 'Policies' });
  await page.waitForURL(/kind=POLICY/);
  await page.locator('li[data-key^="policy:"]').first().waitFor();
  await page.reload();
  await page.locator('li[data-key^="policy:"]').first().waitFor();
  expect(await page.locator('li[data-key]:not([data-key^="policy:"])').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

test('of an address, what is no type and no vehicle is left out', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, owner);
  for (const asked of [
    'kind=NOPE',
    'vehicleId=x',
    'kind=NOPE&vehicleId=x&view=list',
    'kind=POLICY,NOPE&view=overdue',
  ]) {
    await page.goto(`${own.url}/calendar?${asked}`);
    await page.locator('li[data-key]').first().waitFor();
    expect(page.url(), asked).not.toContain('NOPE');
    expect(await page.getByRole('alert').count(), asked).toBe(0);
  }
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

test('in the month every number is seen whole; a name that has no room ends in dots and is told under the pointer', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.setViewportSize({ width: 1366, height: 768 });
  await enter(page, own.url, owner);
  await page.goto(`${own.url}/calendar`);
  const kinds = page.getByRole('grid').locator('[data-kind]');
  await kinds.first().waitFor();
  const inKinds = <Value>(ending: string) =>
    page.evaluate<Value>(`[...document.querySelectorAll('[role=grid] [data-kind]')].${ending}`);
  const cut = await inKinds<number>(`filter((one) => {
    const [within, at] = [one.getBoundingClientRect(), one.lastElementChild.getBoundingClientRect()];
    return !/\\d/.test(one.lastElementChild.innerText) || at.left < within.left || at.right > within.right || at.width === 0;
  }).length`);
  expect(cut).toBe(0);
  const long = await inKinds<number>(
    'findIndex(({ firstElementChild: name }) => name.scrollWidth > name.clientWidth + 1)',
  );
  expect(long).toBeGreaterThanOrEqual(0);
  const name = kinds.nth(long).locator(':scope > :first-child');
  await name.hover();
  expect(await name.getAttribute('title')).toBe(await name.textContent());
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/month-1366.png` });
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

test('an owner makes a calendar link, a program fetches it, and finds nothing once it is withdrawn', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, owner);
  await page.goto(`${own.url}/calendar`);
  await page.getByRole('button', { name: 'Calendar links' }).click();
  await page.getByText('No calendar links yet.').waitFor();
  await page.getByRole('button', { name: 'Create calendar link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create calendar link' });
  await dialog.getByRole('button', { name: 'Create calendar link' }).click();
  await dialog.getByText('At least 2 characters').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Phone');
  await dialog.getByRole('checkbox', { name: 'Challans' }).uncheck();
  expect(await inEveryDress(visitor, () => shown(dialog))).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Create calendar link' }).click();
  const field = page.getByRole('textbox', { name: 'Calendar link', exact: true });
  await field.waitFor();
  const link = await field.inputValue();
  expect(link).toMatch(/\/api\/v1\/calendar\/feed\/rkc_[\w-]{43}\.ics$/);
  const fetched = () => fetch(`${own.url}${new URL(link).pathname}`);
  const file = await fetched();
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const text = await file.text();
  expect(text).toContain('UID:policy:');
  expect(text).not.toContain('UID:challan:');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Calendar links' }).click();
  const line = page.locator('[data-feed]');
  await line.getByText('Last used').waitFor();
  expect(await inEveryDress(visitor, () => shown(line))).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await line.getByRole('button', { name: 'Withdraw' }).click();
  await page
    .getByRole('dialog', { name: /Withdraw/ })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await page.getByText('No calendar links yet.').waitFor();
  expect((await fetched()).status).toBe(404);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

test('a reader of Hindi has months and deadlines in Hindi, and staff read whose each is', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await own.sql(`update account set language = 'hi' where email = $1`, [owner]);
  await enter(page, own.url, owner);
  await page.goto(`${own.url}/calendar`);
  await page.getByRole('heading', { level: 1, name: 'कैलेंडर' }).waitFor();
  const month = new Intl.DateTimeFormat('hi-IN-u-nu-latn', { month: 'long', timeZone: 'Asia/Kolkata' });
  await page.getByRole('heading', { level: 2, name: month.format(own.clock.now()) }).waitFor();
  expect(await inEveryDress(visitor, () => shown(page.locator('li[data-key], [role="grid"]')))).toEqual([]);
  await page.goto(`${own.url}/calendar?view=overdue`);
  await page
    .getByText(/दिन की देर$/)
    .first()
    .waitFor();
  await own.sql(`update account set language = null where email = $1`, [owner]);
  expect(problems).toEqual([]);
  await context.close();

  const staff = await newVisitor(browser);
  await enter(staff.page, own.url, 'operations@roadkeeper.test');
  await staff.page.goto(`${own.url}/calendar?view=list`);
  await staff.page.locator('li[data-key]').getByText('Sahyadri Logistics').first().waitFor();
  expect(await inEveryDress(staff, () => shown(staff.page.locator('li[data-key]')))).toEqual([]);
  expect(staff.problems).toEqual([]);
  await staff.context.close();
}, 120_000);
