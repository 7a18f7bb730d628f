import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { newVisitor, type Visitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const password = 'Demo-Roadkeeper-2026';
const mobile = '9876511111';
const { product: own, browser } = await journeys(startOwnProduct);
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  const buffer = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#a87' } })
    .png()
    .toBuffer();
  photo = { name: 'photo.png', mimeType: 'image/png', buffer };
});

interface Row {
  id: string;
  version: number;
  [name: string]: unknown;
}
/** A call beside the screens, as somebody who signs in for it: the clock is moved here by days. */
async function call(email: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const inject = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token = '') =>
    (
      await own.product.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      })
    ).json();
  const { accessToken } = await inject('POST', '/login', { email, password });
  const answer = (await inject(method, path, payload, accessToken)) as { data: Row | Row[]; count: number };
  const { data, count } = answer;
  return Array.isArray(data) ? { rows: data, row: data[0] as Row, count } : { rows: [], row: data, count };
}
const admin = 'admin@roadkeeper.test';
const client = 'client@roadkeeper.test';

/** The code that went to the driver, as staff may be shown who did not invite them. */
async function latestCode(page: Page): Promise<string> {
  // It is asked for where it was sent.
  await page.getByLabel('Code', { exact: true }).waitFor();
  const { row } = await call(admin, 'GET', '/mail?template=driver-code&take=1');
  return (await call(admin, 'POST', `/mail/reveal/${row.id}`)).row['link'] as string;
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
async function invite(page: Page, given: { mobile: string; name: string; email: string; vehicle?: string }) {
  await press(page, 'Invite driver');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mobile number').fill(given.mobile);
  await dialog.getByLabel('Name', { exact: true }).fill(given.name);
  await dialog.getByLabel(/^Email/).fill(given.email);
  if (given.vehicle) {
    await dialog.getByLabel(/^Vehicle/).fill(given.vehicle);
    await page.getByRole('option', { name: new RegExp(given.vehicle) }).click();
  }
  await press(page, 'Send invitation');
}
async function askForCode(page: Page, number: string) {
  await page.getByLabel('Your mobile number').fill(number);
  await press(page, 'Send code');
}
async function give(page: Page, code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await press(page, 'Accept');
}

/** A vehicle for hire whose papers are all there, and what a licence needs for it. */
async function hiredVehicle(): Promise<{ id: string; no: string; classes: string[] }> {
  const { rows: categories } = await call(admin, 'GET', '/vehicle-category?take=100');
  const category = categories.find(
    (one) =>
      one['isTransport'] &&
      (one['licenceClasses'] as string[]).length > 0 &&
      !(one['licenceClasses'] as string[]).includes('LMV'),
  ) as Row;
  const { rows: models } = await call(admin, 'GET', '/vehicle-model?take=1');
  const made = await call(client, 'POST', '/vehicle', {
    registrationNo: 'MH12QX7001',
    modelId: models[0]?.id,
    categoryId: category.id,
    chassisNo: 'MA3EWDE1S00345678',
    engineNo: 'K10BN3456789',
  });
  await verifyVehicle(made.row.id);
  return { id: made.row.id, no: 'MH12QX7001', classes: category['licenceClasses'] as string[] };
}
async function verifyVehicle(id: string): Promise<void> {
  const kinds = await own.sql(
    `select id from kyc_doc where applies_to = 'VEHICLE' and status = 1 and deleted_at is null`,
  );
  for (const kind of kinds)
    await own.sql(
      `insert into vehicle_kyc_doc (id, type_id, org_id, vehicle_id, valid_from, valid_upto, review_state)
       select $1, $2, org_id, id, '2025-01-01', '2040-01-01', 'VERIFIED' from vehicle where id = $3`,
      [uuidv7(), String(kind['id']), id],
    );
}

test('a driver is looked up, invited with a vehicle, accepts with a code, does the five steps, and drives', async () => {
  const vehicle = await hiredVehicle();
  const office = await newVisitor(browser);
  const { page } = office;
  await enter(page, own.url, client);
  await page.goto(`${own.url}/vehicle-invitation`);
  await press(page, 'Invite driver');
  await page.getByLabel('Mobile number').fill('98765 11111');
  await press(page, 'Look up');
  await page.getByText('No driver is registered with this number.').waitFor();
  await press(page, 'Cancel');
  await invite(page, { mobile, name: 'Ravi Kumar', email: 'ravi@driver.test', vehicle: vehicle.no });
  await page.getByText('Driver created successfully.').waitFor();
  const link = await page.getByLabel('Invitation link').inputValue();
  // No mail server is set up here: whoever invites learns it at once, and in the list.
  const shown = page.getByRole('region', { name: 'Invitation for Ravi Kumar' });
  await shown.getByText('Not sent: email is not set up').waitFor();
  await shown.getByText('Share this link yourself', { exact: false }).waitFor();
  await shown.getByRole('button', { name: 'Copy' }).waitFor();
  // What the list says is what GET counts.
  const { count } = await call(client, 'GET', '/client/vehicle-invitation?type=2&status=0');
  await page.getByText(`${count} invitation`).first().waitFor();
  expect(await page.locator('.people__driver-lines li').count()).toBe(count);
  expect(await axe(page)).toEqual([]);
  await page.reload();
  await page.getByText('Ravi Kumar').first().waitFor();
  expect(await page.getByLabel('Invitation link').count()).toBe(0);
  const line = page.locator('.people__driver-lines li', { hasText: 'Ravi Kumar' });
  expect(await line.innerText()).toContain('Not sent: email is not set up');
  expect(await line.innerText()).toContain('Resend it for a link that you can share yourself.');

  const phone = await newVisitor(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await phone.page.goto(link);
  await phone.page.getByRole('heading', { name: 'Sahyadri Logistics invites you to drive' }).waitFor();
  expect(await axe(phone.page)).toEqual([]);
  await askForCode(phone.page, '9822012345');
  await phone.page.getByText('This invitation is not for this number. The invited number ends with 11').waitFor();
  await askForCode(phone.page, mobile);
  const first = await latestCode(phone.page);
  await give(phone.page, first === '123456' ? '654321' : '123456');
  await phone.page.getByText('This code is wrong').waitFor();
  own.clock.move(11 * 60_000);
  await give(phone.page, first);
  await phone.page.getByText('This code has expired. Request a new one').waitFor();
  await press(phone.page, 'Send another code');
  await askForCode(phone.page, mobile);
  const code = await latestCode(phone.page);
  await give(phone.page, code);
  await phone.page.getByRole('heading', { name: 'Welcome to Sahyadri Logistics' }).waitFor();
  const second = await newVisitor(browser);
  await second.page.goto(link);
  await askForCode(second.page, mobile);
  await second.page.getByLabel('Code', { exact: true }).waitFor();
  await give(second.page, code);
  await second.page.getByText('This code is wrong').waitFor();
  await second.context.close();

  await steps(phone);
  const { rows: drivers } = await call(client, 'GET', '/drivers?q=Ravi');
  const driver = drivers[0] as Row;
  expect(driver['state']).toBe('PENDING_VERIFICATION');

  await review(driver.id);
  expect((await call(client, 'GET', `/drivers/${driver.id}`)).row['state']).toBe('AVAILABLE');
  // The hours on the phone have ended the session at the office.
  await enter(page, own.url, client);
  await assign(page, vehicle, driver.id);
  expect([office.problems, phone.problems, second.problems]).toEqual([[], [], []]);
  await Promise.all([office.context.close(), phone.context.close()]);
});

/** What the page asks for, by the labels of its fields. */
const asked = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main .fld > label')].filter((one) => one.offsetParent).map((one) => one.textContent.replace(/ Optional$/i, '').trim())`,
  );
/** The pass is over, or the page was loaded anew: a code leads back. */
async function comeBack(page: Page) {
  await askForCode(page, mobile);
  await give(page, await latestCode(page));
  await page.getByRole('heading', { name: 'Welcome to Sahyadri Logistics' }).waitFor();
}

/** The five steps on a phone, left in the middle and gone on with. */
async function steps({ page }: Visitor) {
  const labels: string[] = [];
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ravi Kumar');
  labels.push(...(await asked(page)));
  await page.getByLabel(/^Date of birth/).fill('1991-02-03');
  await page.getByLabel('Photo').setInputFiles(photo);
  // After two hours a code is asked for; what was typed and chosen is still there.
  own.clock.move(2 * 3_600_000 + 60_000);
  await press(page, 'Save and continue');
  await page
    .getByRole('alert')
    .getByText(/^For your security this page was locked/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await comeBack(page);
  expect(await page.getByLabel(/^Date of birth/).inputValue()).toBe('03/02/1991');
  await press(page, 'Save and continue');
  await page.getByLabel(/^Licence number/).fill('MH14 20150012399');
  labels.push(...(await asked(page)));
  // A phone that loads the page anew keeps what was typed.
  await page.reload();
  own.clock.move(3_600_000);
  await comeBack(page);
  expect(await page.getByLabel(/^Licence number/).inputValue()).toBe('MH14 20150012399');
  await press(page, 'Save and continue');
  await page.getByText('Licence classes is required').waitFor();
  await page.getByLabel('Light motor vehicle', { exact: true }).check();
  await page.getByLabel('Licence issued on').fill('2015-06-01');
  await page.getByLabel(/^Valid until \(private\)/).fill('2035-05-31');
  expect(await axe(page)).toEqual([]);
  await press(page, 'Save and continue');
  await press(page, 'All documents are uploaded');
  await page.getByText(/^Still to be uploaded: /).waitFor();
  await press(page, /^Add Driving licence/);
  // Nothing of what was typed in the steps before is asked again: only the pages are.
  labels.push(...(await asked(page)));
  expect(labels.filter((one, at) => labels.indexOf(one) !== at)).toEqual([]);
  expect((await asked(page)).toSorted()).toEqual(['First page', 'Second page']);
  await page.getByText('The photo from the step Identity is used').waitFor();
  // Looking at another document loses nothing of this one.
  await page.getByLabel('First page').setInputFiles(photo);
  await press(page, /^Use another Photo of the driver/);
  await press(page, /^Add Driving licence/);
  await press(page, 'Upload');
  await page.getByText('Awaiting review').waitFor();
  await press(page, 'All documents are uploaded');
  await press(page, 'Confirm');
  await press(page, 'Finish');
  await page.getByText('Your consent is needed to continue').waitFor();
  await page.getByLabel('I have read this and agree.').check();
  expect(await axe(page)).toEqual([]);
  await press(page, 'Finish');
  await page.getByRole('heading', { name: 'Onboarding is complete' }).waitFor();
}

/** A reviewer verifies what waits. Gives how many papers that was. */
async function verifyDocuments(driverId: string): Promise<number> {
  const reviewer = 'kyc@roadkeeper.test';
  const { rows: papers } = await call(reviewer, 'GET', `/vehicle-kyc-doc?driverId=${driverId}&reviewState=PENDING`);
  for (const { id, version, front } of papers) {
    const { row } = await call(reviewer, 'POST', `/vehicle-kyc-doc/take/${id}`, { version });
    await call(reviewer, 'POST', `/vehicle-kyc-doc/viewed/${id}`, { file: (front as { id: string }).id });
    await call(reviewer, 'POST', `/vehicle-kyc-doc/decide/${id}`, { version: row.version, decision: 'VERIFY' });
  }
  return papers.length;
}

/** What was sent is verified, and so is the certificate that came by post. */
async function review(driverId: string) {
  expect(await verifyDocuments(driverId)).toBe(2);
  const doctor = uuidv7();
  await own.sql(
    `insert into doctor (id, name, reg_no, council, state, district) values ($1, 'Dr Test', '12345', 'Maharashtra', 'MH', 'Pune')`,
    [doctor],
  );
  await own.sql(
    `insert into medical_report (id, driver_id, org_id, doctor_id, examined_on, outcome, valid_upto, review_state)
     select $1, id, org_id, $3, current_date - 30, 'FIT', current_date + 700, 'SEEN' from driver where id = $2`,
    [uuidv7(), driverId, doctor],
  );
}

/** The licence covers too little; with the class that is needed the vehicle is theirs. */
async function assign(page: Page, vehicle: { id: string; classes: string[] }, driverId: string) {
  const offer = async () => {
    await page.goto(`${own.url}/vehicle/${vehicle.id}?tab=drivers`);
    await page.getByRole('button', { name: 'Assign driver' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Driver', { exact: true }).fill('Ravi');
    await page.getByRole('option', { name: /Ravi Kumar/ }).click();
    await dialog.getByRole('button', { name: 'Assign driver' }).click();
    return dialog;
  };
  const refused = await offer();
  await refused
    .getByText(/Licence covers LMV;/)
    .first()
    .waitFor();
  const { row } = await call(client, 'GET', `/drivers/${driverId}`);
  const changed = { licenceClasses: ['LMV', ...vehicle.classes], dlValidTr: '2030-05-31' };
  const names = ['name', 'mobile', 'email', 'dob', 'dlNo', 'dlIssuedOn', 'dlValidNt', 'joinedOn'];
  const body = { ...Object.fromEntries(names.map((name) => [name, row[name]])), ...changed };
  await call(client, 'PUT', `/drivers/${driverId}`, body);
  // What a reviewer compared is another now, so it is looked at again.
  await verifyDocuments(driverId);
  await offer();
  await page.getByText('Driver assigned.').waitFor();
  await page.goto(`${own.url}/drivers/${driverId}?tab=vehicles`);
  await page.getByText('Current', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
}

test('an invitation is withdrawn, an expired one is sent again, and who drives elsewhere is asked to change over', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, client);
  await page.goto(`${own.url}/vehicle-invitation`);
  await invite(page, { mobile: '9876522222', name: 'Manoj Patil', email: 'manoj@driver.test' });
  await page.getByText('Invitation for Manoj Patil').waitFor();
  await press(page, 'Withdraw Manoj Patil');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByText('Invitation withdrawn.').waitFor();
  // The list begins with those who have not answered; whoever wants all gets all, after a reload as well.
  await page.getByLabel('Status').selectOption({ label: 'Any' });
  const withdrawn = page.locator('.people__driver-lines').getByText('Withdrawn');
  await withdrawn.waitFor();
  await page.reload();
  await withdrawn.waitFor();
  await invite(page, { mobile: '9876533333', name: 'Suresh Naik', email: 'suresh@driver.test' });
  await page.getByText('Invitation for Suresh Naik').waitFor();
  const old = await page.getByLabel('Invitation link').inputValue();
  own.clock.move(73 * 3_600_000);
  await enter(page, own.url, client);
  await page.goto(`${own.url}/vehicle-invitation?status=3`);
  await page.locator('.people__driver-lines').getByText('Expired').waitFor();
  await press(page, 'Resend Suresh Naik');
  await page.getByText('Invitation resent.').waitFor();
  const linkShown = () => page.getByLabel('Invitation link').inputValue();
  await expect.poll(linkShown).not.toBe(old);
  const link = await linkShown();
  const phone = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await phone.page.goto(old);
  await phone.page.getByText(/^This link is not valid/).waitFor();
  await phone.page.goto(link);
  await phone.page.reload();
  await phone.page.getByLabel('Your mobile number').waitFor();
  // Right to left, and declined by keyboard.
  await press(phone.page, 'Change text direction');
  expect(await axe(phone.page)).toEqual([]);
  await phone.page.getByRole('button', { name: 'Decline', exact: true }).press('Enter');
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).press('Enter');
  await phone.page.getByText('The invitation is declined.').waitFor();

  const elsewhere = await call('kulkarni@roadkeeper.test', 'POST', '/drivers', {
    name: 'Salma Khatun',
    mobile: '9876544444',
  });
  expect(elsewhere.row.id).toBeTruthy();
  await page.goto(`${own.url}/vehicle-invitation`);
  await invite(page, { mobile: '9876544444', name: 'Salma K', email: 'salma@driver.test' });
  await press(page, 'Request transfer');
  await page.getByText('Changes employer').waitFor();
  expect((await page.locator('main').innerText()).includes('Kulkarni')).toBe(false);
  expect([problems, phone.problems]).toEqual([[], []]);
  await Promise.all([context.close(), phone.context.close()]);
});
