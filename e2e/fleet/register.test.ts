import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { as } from '../support/as.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go, openTab } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

const field = (page: Page, label: string | RegExp) => page.getByRole('textbox', { name: label });
const picker = (page: Page, label: string | RegExp) => page.getByRole('combobox', { name: label });
async function pick(page: Page, label: string | RegExp, words: string, option: string | RegExp) {
  await picker(page, label).click();
  await picker(page, label).fill(words);
  await options(page).filter({ hasText: option }).first().click();
}
/** What an open picker offers; the choices of plain lists are options too. */
const options = (page: Page) => page.locator('[role=option]:visible');

/** One white point: the smallest picture there is to hand in. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

test('a vehicle is registered, gets its papers, and turns active by itself; its history tells each step', async () => {
  const { page, problems } = await newVisitor(browser);
  await enter(page, product.url, 'client@roadkeeper.test');
  await page.goto(`${product.url}/vehicle`);
  await page.getByRole('link', { name: 'New vehicle', exact: true }).first().click();
  const section = (name: string) =>
    page.locator('.form-section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });
  // A day until which the number is valid is asked for where numbers have one.
  await section('Number and owner')
    .getByLabel(/^Number type/)
    .selectOption('TEMPORARY');
  await section('Number and owner').getByLabel('Number valid until', { exact: true }).waitFor();
  await section('Number and owner')
    .getByLabel(/^Number type/)
    .selectOption('');
  expect(await page.getByLabel(/^Number valid until/).count()).toBe(0);
  expect(await section('Vehicle').getByLabel('Chassis number').count()).toBe(1);
  await field(page, 'Registration number').fill('mh 12 ab 1234');
  await page.getByText(/^Suggested by the registration number: MH12 /).waitFor();
  await expect.poll(() => picker(page, /^RTO/).inputValue()).toMatch(/^MH12/);
  // What the model says is folded away until it is asked for.
  expect(await picker(page, /^Category/).count()).toBe(0);
  await page.getByRole('button', { name: 'Enter them yourself' }).click();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toMatch(/-brandId$/);
  await pick(page, /^Brand/, 'Maruti', /^Maruti/);
  await picker(page, /^Model/).click();
  await options(page).first().waitFor();
  const offered = await options(page).allInnerTexts();
  expect(offered.filter((one) => !/^(Maruti|Show more|None|New)/.test(one))).toEqual([]);
  await pick(page, /^Model/, 'Swift', /^Maruti.* Swift$/);
  await expect.poll(() => picker(page, /^Category/).inputValue()).not.toBe('');
  await picker(page, /^Specification/).click();
  await options(page).first().waitFor();
  await options(page).filter({ hasText: 'Petrol' }).first().click();
  await expect.poll(() => page.getByLabel(/^Seats/).inputValue()).toBe('5');
  await field(page, 'Chassis number').fill('MA3EWDE1S00123456');
  await field(page, 'Engine number').fill('K12MN1234567');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByText('Vehicle created successfully.').waitFor();
  await page.getByRole('heading', { name: 'MH12AB1234' }).waitFor();
  const id = /vehicle\/([0-9a-f-]{36})/.exec(page.url())?.[1] as string;
  const verdict = page.getByRole('region', { name: 'Compliance status' });
  await verdict.getByText('Blocked').waitFor();
  await verdict.getByText(/Registration certificate.* is missing/).waitFor();
  expect(await axe(page)).toEqual([]);

  // A copy with another model has what that one fills in, though it is not in sight.
  await page.goto(`${product.url}/vehicle/new?copy=${id}`);
  await pick(page, /^Model/, 'Ace EV', /Ace EV$/);
  await page.getByRole('button', { name: 'Enter them yourself' }).click();
  await expect.poll(() => picker(page, /^Category/).inputValue()).toMatch(/^Goods carriage/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();

  await page.goto(`${product.url}/vehicle/new`);
  await field(page, 'Registration number').fill('MH12AB1299');
  // Whoever chose a wrong model chooses one of another brand, without a field that they do not see in the way.
  await pick(page, /^Model/, 'Ace EV', /Ace EV$/);
  await pick(page, /^Model/, 'Swift', /^Maruti.* Swift$/);
  await field(page, 'Chassis number').fill('ma3ewde1s0 0123456');
  await field(page, 'Engine number').fill('K12MN7654321');
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByText('Another vehicle has this chassis number').first().waitFor();
  await page.getByRole('link', { name: 'Open MH12AB1234' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { name: 'MH12AB1234' }).waitFor();

  const { ask: owner } = await as(product.url, 'client@roadkeeper.test');
  const { ask: reviewer } = await as(product.url, 'kyc@roadkeeper.test');
  const types = (await owner('GET', '/kyc-doc?appliesTo=VEHICLE&take=100')).json.data;
  const asked = (await owner('GET', `/vehicle/${id}/verdict`)).json.data.lines.map(
    (line: { about: string }) => line.about,
  );
  for (const code of asked) {
    const type = types.find((one: { code: string }) => one.code === code);
    const form = new FormData();
    form.set('typeId', type.id);
    form.set('vehicleId', id);
    if (type.hasExpiry) form.set('validUpto', '2035-03-31');
    if (code === 'RC') form.set('number', 'MH12AB1234');
    form.set('front', new Blob([picture]), 'page.png');
    const paper = await owner('POST', '/vehicle-kyc-doc', form);
    expect(paper.status, JSON.stringify(paper.json)).toBe(201);
    const { id: paperId, version, front } = paper.json.data;
    await reviewer('POST', `/vehicle-kyc-doc/viewed/${paperId}`, { file: front.id });
    const decided = await reviewer('POST', `/vehicle-kyc-doc/decide/${paperId}`, { version, decision: 'VERIFY' });
    expect(decided.status, JSON.stringify(decided.json)).toBe(200);
  }
  await verdict.getByText(/^Cleared/).waitFor();
  await page.getByText('Active', { exact: true }).first().waitFor();
  await openTab(page, 'History');
  await page.getByText(/Draft/).first().waitFor();
  expect(problems).toEqual([]);

  for (const spelling of ['mh12ab1234', 'MH 12 AB 1234', 'MH-12-AB-1234', 'Mh12 ab-1234']) {
    await go(page, `${product.url}/vehicle?q=${encodeURIComponent(spelling)}`);
    await page.locator('.list[aria-busy="false"]').waitFor();
    await page.getByRole('link', { name: 'MH12AB1234' }).first().waitFor();
    expect(await page.locator('tbody tr').count(), spelling).toBe(1);
  }
  await page.context().close();
});

test('two who save different fields: both changes are kept, and the second is told', async () => {
  const { ask: owner } = await as(product.url, 'client@roadkeeper.test');
  const found = (await owner('GET', '/vehicle?q=MH12AB1234')).json.data[0];
  const one = await newVisitor(browser);
  const two = await newVisitor(browser);
  for (const { page } of [one, two]) {
    await enter(page, product.url, 'client@roadkeeper.test');
    await page.goto(`${product.url}/vehicle/${found.id}/edit`);
    await field(page, 'Registration number').waitFor();
  }
  await field(one.page, /^Colour/).fill('White');
  await one.page.getByRole('button', { name: /^Save and close/ }).click();
  await one.page.getByText('Vehicle updated successfully.').waitFor();
  await field(two.page, /^Financier/).fill('Deccan Bank');
  await two.page.getByRole('button', { name: /^Save and close/ }).click();
  await two.page.getByText('Vehicle updated successfully.').waitFor();
  await two.page.getByText(/ changed Colour while you were editing\. Both changes are saved\./).waitFor();
  const { data } = (await owner('GET', `/vehicle/${found.id}`)).json;
  expect([data.colour, data.financier]).toEqual(['White', 'Deccan Bank']);
  expect([...one.problems, ...two.problems]).toEqual([]);
});

test('a vehicle is given to a driver, sent to the workshop, and offered to another owner', async () => {
  const { page, problems } = await newVisitor(browser);
  await signIn(page, product.url, 'client@roadkeeper.test');
  const { ask: owner } = await as(product.url, 'client@roadkeeper.test');
  const found = (await owner('GET', '/vehicle?q=MH12AB1234')).json.data[0];
  const driver = await owner('POST', '/drivers', {
    name: 'Zubin Test',
    mobile: '9820011223',
    dob: '1990-01-15',
    dlNo: 'MH1220110099887',
    licenceClasses: ['LMV'],
    dlIssuedOn: '2011-05-01',
    dlValidNt: '2031-05-01',
  });
  expect(driver.status, JSON.stringify(driver.json)).toBe(201);
  await go(page, `${product.url}/vehicle/${found.id}?tab=drivers`);
  await page.getByRole('button', { name: 'Assign driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign a driver to MH12AB1234' });
  await pick(page, 'Driver', 'Zubin', /Zubin Test/);
  await dialog.getByText('Blocked').waitFor();
  expect(await axe(page)).toEqual([]);
  // A date and a time of India, whatever the browser's language; what is none is said at the field.
  const [from, time] = [dialog.getByLabel(/^From( Optional)?$/i), dialog.getByLabel('From: time (IST)')];
  await from.fill('31/02/2026');
  await dialog.getByRole('button', { name: 'Assign driver' }).click();
  await dialog.getByText('Must be a date and a time, like 21/11/2026 14:30').waitFor();
  await from.fill('21/11/2026');
  expect(await time.inputValue()).toBe('00:00');
  await time.fill('9:05');
  await time.blur();
  expect(await time.inputValue()).toBe('09:05');
  expect(await axe(page)).toEqual([]);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/vehicle/driver/'),
  );
  await dialog.getByRole('button', { name: 'Assign driver' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ from: '2026-11-21T03:35:00.000Z' });
  await from.fill('');
  await dialog.getByRole('button', { name: 'Assign driver' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/cannot be assigned to Zubin Test: .*is missing/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Change operational status' }).click();
  const situation = page.getByRole('dialog', { name: 'Change status of MH12AB1234' });
  await situation.getByRole('radio', { name: 'Under maintenance' }).check();
  expect(await axe(page)).toEqual([]);
  await situation.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Vehicle updated successfully.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  // The answer above every tab says it, and the facts do not say it again.
  await page.getByRole('status').getByText('Blocked. The vehicle is under maintenance').waitFor();
  expect(
    await page.getByRole('region', { name: 'Details' }).getByText('The vehicle is under maintenance').count(),
  ).toBe(0);

  await page.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Transfer ownership' }).click();
  const offer = page.getByRole('dialog', { name: 'Transfer MH12AB1234 to another owner' });
  await field(page, 'Mobile number of the new owner').fill('70000 00031');
  await field(page, 'Reason').fill('Sold');
  await offer.getByRole('button', { name: 'Offer vehicle' }).click();
  await page.getByText('This vehicle has been offered to another owner.').waitFor();

  const other = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(other.page, product.url, 'deccan@roadkeeper.test');
  await other.page.goto(`${product.url}/ownership-transfer`);
  await other.page.getByText('Sahyadri Logistics offered it to Deccan Cold Chain').waitFor();
  expect(await axe(other.page)).toEqual([]);
  await other.page.getByRole('button', { name: 'Approve MH12AB1234' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await other.page.getByText('MH12AB1234 transferred to its new owner.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: /not there|not found/i }).waitFor();
  expect([...problems, ...other.problems]).toEqual([]);
});

test('a vehicle is registered without a model; staff add the model, and the vehicle has it', async () => {
  const { page, problems } = await newVisitor(browser);
  await enter(page, product.url, 'client@roadkeeper.test');
  await page.goto(`${product.url}/vehicle/new`);
  await field(page, 'Registration number').fill('MH12TX4321');
  await page.getByRole('button', { name: 'Enter them yourself' }).click();
  await field(page, /^Model not in the list/).fill('Kamaz 6520');
  await field(page, 'Chassis number').fill('MA3EWDE1S00654321');
  await field(page, 'Engine number').fill('K740TX4321');
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByText('Choose a category. Without a model').waitFor();
  await pick(page, /^Category/, 'Goods carriage, heavy', /heavy/);
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByText('Not in the catalogue yet. The model has been requested.').waitFor();
  const vehicle = page.url();
  // Another one is asked for by itself.
  await page.goto(`${product.url}/model-request`);
  await page.getByText('1 vehicle is registered without this model.').waitFor();
  await page.getByRole('button', { name: 'Request model' }).click();
  const asking = page.getByRole('dialog', { name: 'Request model' });
  await asking.getByRole('button', { name: 'Request model' }).click();
  await asking.getByText('Enter brand and model').first().waitFor();
  await asking.getByLabel('Brand and model').fill('Ural 4320');
  expect(await axe(page)).toEqual([]);
  await asking.getByRole('button', { name: 'Request model' }).click();
  await page.getByText('Ural 4320 requested.').waitFor();

  const staff = await newVisitor(browser);
  await enter(staff.page, product.url, 'operations@roadkeeper.test');
  const requests = async (page: Page) => {
    await page.goto(`${product.url}/model-request`);
    return shown(page.getByText('Kamaz 6520', { exact: true }));
  };
  expect(await inEveryDress(staff, requests)).toEqual([]);
  await staff.page.setViewportSize({ width: 1280, height: 900 });
  await staff.page.getByRole('button', { name: 'Answer Kamaz 6520' }).click();
  const dialog = staff.page.getByRole('dialog', { name: 'Answer the request for Kamaz 6520' });
  await dialog.getByRole('radio', { name: 'A new model' }).check();
  await pick(staff.page, 'Brand', 'Tata', /^Tata$/);
  await dialog.getByLabel('Model name').fill('6520');
  await pick(staff.page, 'Type', 'Tipper', /^Tipper$/);
  await pick(staff.page, 'Category', 'Goods carriage, heavy', /heavy/);
  expect(await axe(staff.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Answer request' }).click();
  await staff.page.getByText('Vehicles updated: 1.').waitFor();
  await staff.page.getByRole('button', { name: 'Decline Ural 4320' }).click();
  await staff.page.getByRole('textbox', { name: 'Reason' }).fill('Not sold in India');
  await staff.page.getByRole('button', { name: 'Decline request' }).click();
  await staff.page.getByText('Request for Ural 4320 declined.').waitFor();

  await page.goto(vehicle);
  await page.getByRole('link', { name: 'Tata 6520' }).first().waitFor();
  await page.goto(`${product.url}/model-request`);
  await page.getByText('Not sold in India').waitFor();
  expect([...problems, ...staff.problems]).toEqual([]);
  await page.context().close();
  await staff.context.close();
});
