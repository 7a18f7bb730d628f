import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { as } from '../support/as.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { type SpeedingVehicle, speedingFleet } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const [safety, client, finance] = ['safety@roadkeeper.test', 'client@roadkeeper.test', 'finance@roadkeeper.test'];
const dayText = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  );

let vehicles: SpeedingVehicle[];
let violations: string[];
let wallet: string;
let today: string;
beforeAll(async () => {
  vehicles = await speedingFleet(own, [
    { kmh: 110, northM: 0 },
    { kmh: 100, northM: 0 },
    { kmh: 120, northM: 0 },
  ]);
  today = indiaDay(own.clock.now());
  violations = await Promise.all(
    vehicles.map(async ({ vehicleId }) =>
      String((await own.sql('select id from violation where vehicle_id = $1', [vehicleId]))[0]?.['id']),
    ),
  );
  const { must: owner } = await as(own.url, client);
  const wallets = (await owner('GET', '/wallet?take=100')) as unknown as { id: string; appUserId: string | null }[];
  wallet = wallets.find(({ appUserId }) => appUserId === null)?.id ?? (await owner('POST', '/wallet', {})).id;
  const { must: desk } = await as(own.url, finance);
  for (let at = 0; at < 2; at += 1)
    await desk('POST', '/wallet/adjustment', {
      walletId: wallet,
      transactionType: 1,
      amountPaise: 500_000,
      note: 'Money to pay with',
    });
}, 120_000);

const balance = async () =>
  Number((await own.sql('select balance_paise as n from ledger_account where id = $1', [wallet]))[0]?.['n']);
const mailsOf = async (id: string, template: string) =>
  (await own.sql('select to_address from mail where record_id = $1 and template = $2', [id, template])).length;
const rowOf = async (id: string) => (await own.sql('select * from challan where id = $1', [id]))[0] ?? {};
const banner = (page: Page) => page.locator('.record-banner');
const dialog = (page: Page) => page.getByRole('dialog');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (page: Page, name: string) => banner(page).getByRole('button', { name, exact: true }).click();
const says = (page: Page, words: string) => banner(page).getByText(words).first().waitFor();
const told = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const open = async (page: Page, id: string, tab?: string) => {
  await page.goto(`${own.url}/challan/${id}${tab ? `?tab=${tab}` : ''}`);
  await banner(page).getByRole('heading', { name: 'Next step' }).waitFor();
};

let first: string;

test('a confirmed violation becomes a notice: drafted, asked about, answered on a phone, issued and delivered', async () => {
  const [violationId] = violations as [string];
  const staff = await newVisitor(browser);
  await enter(staff.page, own.url, safety);
  const { page } = staff;
  await page.goto(`${own.url}/violation/${violationId}`);
  await page.getByRole('button', { name: 'Confirm violation' }).click();
  await told(page, 'Violation confirmed.');
  await page.goto(`${own.url}/violation/${violationId}`);
  await region(page, 'Company notice').getByRole('button', { name: 'Draft a company notice' }).click();
  await page.waitForURL(/\/challan\/[0-9a-f-]{36}$/);
  first = page.url().split('/').pop() ?? '';
  await page.getByRole('heading', { level: 1, name: /^CN-\d{4}-\d{5}$/ }).waitFor();
  await page.getByText('It is not an e-challan and comes from no authority.').waitFor();
  await says(page, 'Ask the driver, or issue');
  await page.getByRole('figure', { name: 'Recorded speed' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByText('1 detail missing: units.').waitFor();
  // What the rules ask for is what their tester answers.
  const drafted = await rowOf(first);
  const { must: ask } = await as(own.url, safety);
  const asked = { speedKmh: 'speed_kmh', limitKmh: 'limit_kmh', seconds: 'seconds', state: 'state' };
  const facts = Object.entries(asked).map(([name, column]): [string, string] => [name, String(drafted[column])]);
  const query = new URLSearchParams([...facts, ['vehicleSize', 'LIGHT'], ['class', 'M1']]).toString();
  const { rule } = await ask('GET', `/challan-rule/test?${query}`);
  expect(rule).toMatchObject({ id: drafted['rule_id'], amountPaise: Number(drafted['amount_paise']) });
  // The violation has the way to it, and no second one can be drafted.
  await page.getByRole('link', { name: 'Open the violation' }).click();
  await region(page, 'Company notice').getByRole('link', { name: /^CN-/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Draft a company notice' }).count()).toBe(0);
  await region(page, 'Company notice').getByRole('link', { name: /^CN-/ }).click();

  await press(page, 'Ask the driver');
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Ask the driver' }).click();
  await says(page, 'Wait for the driver');
  const answerBy = dayText(addDays(today, 3));
  await says(page, `The driver can answer until ${answerBy}.`);
  await region(page, 'Deadlines').getByText(answerBy).waitFor();
  expect(await mailsOf(first, 'challan-asked')).toBeGreaterThan(0);

  // On a phone the client looks at the violation, and answers.
  const phone = await newVisitor(browser);
  await phone.page.setViewportSize({ width: 390, height: 844 });
  await enter(phone.page, own.url, client);
  await open(phone.page, first);
  await says(phone.page, `Answer by ${answerBy}, before a notice is issued.`);
  expect(await phone.page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  expect(await axe(phone.page)).toEqual([]);
  await phone.page.getByRole('link', { name: 'Open the violation' }).click();
  await phone.page.getByRole('heading', { level: 1, name: '110 in an 80' }).waitFor();
  await phone.page.goBack();
  await press(phone.page, 'Answer');
  await dialog(phone.page).getByRole('button', { name: 'Send answer' }).click();
  await dialog(phone.page).locator('.errm', { hasText: 'Describe what happened' }).waitFor();
  await dialog(phone.page).getByRole('textbox', { name: 'What happened' }).fill('I was overtaking a lorry.');
  expect(await axe(phone.page)).toEqual([]);
  await dialog(phone.page).getByRole('button', { name: 'Send answer' }).click();
  await says(phone.page, 'Wait for the company');
  expect(phone.problems).toEqual([]);
  await phone.context.close();

  await page.reload();
  await says(page, 'I was overtaking a lorry.');
  await press(page, 'Issue the notice');
  const amount = dialog(page).getByLabel('Amount (₹)');
  await amount.fill('1');
  await dialog(page).getByRole('button', { name: 'Issue notice' }).click();
  await dialog(page).locator('.errm', { hasText: 'From ₹1,000 to ₹2,000' }).waitFor();
  await amount.fill('1,500');
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Issue notice' }).click();
  await says(page, 'Send the notice');
  await press(page, 'Send the notice');
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Send notice' }).click();
  await says(page, 'Wait for the client');
  await region(page, 'Deadlines')
    .getByText(dayText(addDays(today, 45)))
    .waitFor();
  expect(await mailsOf(first, 'challan-notice')).toBeGreaterThan(0);
  expect(await rowOf(first)).toMatchObject({ challan_status: 'NOTIFIED', amount_paise: 150_000 });
  const letter = page.waitForEvent('download');
  await region(page, 'Letters').getByRole('button', { name: 'Company notice (PDF)' }).click();
  expect((await letter).suggestedFilename()).toMatch(/^notice-CN-.*\.pdf$/);
  await page.getByRole('link', { name: 'Timeline' }).click();
  for (const words of ['Drafted', 'Driver asked', 'Driver answered', 'Issued', 'Notice delivered'])
    await region(page, 'What happened').getByText(words, { exact: true }).waitFor();
  expect(staff.problems).toEqual([]);
  await staff.context.close();
});

test('a client contests with a document; staff look side by side and cancel; what was held comes back once', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, client);
  const before = await balance();
  await open(page, first);
  await says(page, `Pay it from your wallet or contest it by ${dayText(addDays(today, 45))}.`);
  await press(page, 'Contest');
  await dialog(page).getByRole('button', { name: 'Contest', exact: true }).click();
  await dialog(page).locator('.errm', { hasText: 'Choose a ground' }).waitFor();
  await dialog(page).getByLabel('Ground').selectOption('NOT_THERE');
  await dialog(page).getByLabel('What happened').fill('The vehicle was at the depot. The toll slip shows it.');
  const slip = await sharp({ create: { width: 300, height: 220, channels: 3, background: '#d8c9a0' } })
    .png()
    .toBuffer();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'toll-slip.png', mimeType: 'image/png', buffer: slip },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    ]);
  await dialog(page).getByText('toll-slip.png').waitFor();
  await dialog(page).getByText('notes.txt: only JPG, PNG, WebP and PDF are accepted').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Contest', exact: true }).click();
  const decideBy = dayText(addDays(today, 30));
  await says(page, `The company decides by ${decideBy}.`);
  await press(page, 'Pay from the wallet');
  await dialog(page)
    .getByText(/^₹.* available after the payment$/)
    .waitFor();
  await dialog(page)
    .getByText(/^The money is held/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Pay ₹1,500' }).click();
  await says(page, '₹1,500 is paid and held until the decision.');
  await region(page, 'Money').getByText('Held until the decision').waitFor();
  expect(await balance()).toBe(before - 150_000);

  const staff = await newVisitor(browser);
  await enter(staff.page, own.url, safety);
  await open(staff.page, first, 'contest');
  const said = region(staff.page, 'From the client');
  await said.getByText('The vehicle was elsewhere').waitFor();
  await said.getByText('I was overtaking a lorry.').waitFor();
  await said.getByRole('button', { name: /^Show toll-slip/ }).click();
  await dialog(staff.page).getByRole('img').first().waitFor();
  await staff.page.keyboard.press('Escape');
  await dialog(staff.page).waitFor({ state: 'detached' });
  await region(staff.page, 'What the data shows').getByRole('figure', { name: 'Recorded speed' }).waitFor();
  // Where it was stands beside it, as the alibi finder answers.
  await region(staff.page, 'Where the vehicle was')
    .getByText(/from the place/)
    .first()
    .waitFor();
  const notes = region(staff.page, 'Staff notes');
  await notes.getByLabel('New note').fill('The slip is of another day.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  // What is sent leaves the field, which has the same words until then.
  await expect.poll(() => notes.getByLabel('New note').inputValue()).toBe('');
  await notes.getByText('The slip is of another day.', { exact: true }).waitFor();
  expect(await axe(staff.page)).toEqual([]);
  // The alibi finder opens with what the challan has.
  await staff.page.getByRole('link', { name: 'Check where the vehicle was' }).click();
  await staff.page.waitForURL(/\/alibi\?/);
  const finder = (name: string) => staff.page.getByLabel(name, { exact: true });
  expect(await finder('Registration number').inputValue()).toBe(vehicles[0]?.plate);
  expect(await finder('Place').inputValue()).toMatch(/^16\.\d+, 75\.\d+$/);
  expect(await finder('Day').inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await open(staff.page, first, 'contest');

  await press(staff.page, 'Decide');
  await dialog(staff.page).getByRole('button', { name: 'Save decision' }).click();
  await dialog(staff.page).getByText('Choose a decision').waitFor();
  await dialog(staff.page).getByLabel('Cancel the challan').check();
  await dialog(staff.page)
    .getByText(/₹1,500 goes back/)
    .waitFor();
  await dialog(staff.page).getByRole('textbox', { name: 'Reason' }).fill('The vehicle was elsewhere');
  await dialog(staff.page).getByLabel('Order').fill('Slip and trace were looked at together. It is cancelled.');
  expect(await axe(staff.page)).toEqual([]);
  await dialog(staff.page).getByRole('button', { name: 'Save decision' }).dblclick();
  await says(staff.page, 'Cancelled');
  expect(await balance()).toBe(before);
  const refunds = await own.sql(`select 1 from challan_turn where challan_id = $1 and what = 'REFUNDED'`, [first]);
  expect(refunds.length).toBe(1);
  expect(staff.problems).toEqual([]);
  await staff.context.close();

  await page.reload();
  await says(page, 'Nothing is to be paid. Reason: The vehicle was elsewhere');
  await region(page, 'Letters').getByRole('button', { name: 'Decision (PDF)' }).waitFor();
  await page.getByRole('link', { name: 'Contest', exact: true }).click();
  await region(page, 'Decision').getByText('Slip and trace were looked at together.').waitFor();
  expect(await page.getByText('The slip is of another day.').count()).toBe(0);
  expect(await page.getByText('Staff notes').count()).toBe(0);
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

/** A notice that was delivered and contested, by calls alone. */
async function contestedOf(violationId: string): Promise<{ id: string; amountPaise: number }> {
  const { must: byStaff } = await as(own.url, safety);
  const { must: byClient } = await as(own.url, client);
  const { version } = await byStaff('GET', `/violation/${violationId}`);
  await byStaff('POST', `/violation/${violationId}/verdict`, { verdict: 'CONFIRM', version });
  const { id, amountPaise } = await byStaff('POST', `/challan/from-violation/${violationId}`);
  await byStaff('POST', `/challan/issue/${id}`, { amountPaise });
  await byStaff('POST', `/challan/notify/${id}`, { by: 'EMAIL' });
  await byClient('POST', '/challan-contest', {
    challanId: id,
    grounds: 'WRONG_FACTS',
    text: 'The limit there is 100, as the sign shows.',
  });
  return { id, amountPaise: Number(amountPaise) };
}

test('a contest is turned away, and the client goes to court with half of it as deposit', async () => {
  const { id, amountPaise } = await contestedOf(violations[1] ?? '');
  const staff = await newVisitor(browser);
  await enter(staff.page, own.url, safety);
  await open(staff.page, id);
  await press(staff.page, 'Decide');
  await dialog(staff.page).getByLabel('Uphold: the challan remains').check();
  await dialog(staff.page).getByRole('textbox', { name: 'Reason' }).fill('The rule of the road is 80');
  await dialog(staff.page).getByLabel('Order').fill('The rule of the road is 80 km/h. The challan remains.');
  await dialog(staff.page).getByRole('button', { name: 'Save decision' }).click();
  await says(staff.page, 'Wait for the payment');
  await staff.context.close();

  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, client);
  const before = await balance();
  await open(page, id);
  await says(page, `is to be paid by ${dayText(addDays(today, 30))}.`);
  await press(page, 'Take to court');
  await dialog(page)
    .getByRole('button', { name: /^Pay ₹\d+ and take to court$/ })
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await says(page, 'In court');
  expect(await balance()).toBe(before - amountPaise / 2);
  expect(await rowOf(id)).toMatchObject({ challan_status: 'COURT', deposit_paise: amountPaise / 2 });
  await region(page, 'Money').getByText('Deposit for the court').waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();

  // The deposit comes back where the court decides for the client.
  const desk = await newVisitor(browser);
  await enter(desk.page, own.url, safety);
  await open(desk.page, id);
  await press(desk.page, 'Note the court’s decision');
  await dialog(desk.page).getByRole('button', { name: 'Save decision' }).click();
  await dialog(desk.page).getByText('Choose a decision').waitFor();
  await dialog(desk.page).getByLabel('Cancelled').check();
  await dialog(desk.page).getByLabel('What the court decided').fill('Court of Mudhol, 12/2026: cancelled');
  expect(await axe(desk.page)).toEqual([]);
  await dialog(desk.page).getByRole('button', { name: 'Save decision' }).dblclick();
  await says(desk.page, 'The court cancelled it. Nothing is to be paid.');
  expect(await balance()).toBe(before);
  await desk.context.close();
});

let last: string;

test('pages, list and dialogs of challans look right in every dress, for staff and for clients', async () => {
  const { id } = await contestedOf(violations[2] ?? '');
  last = id;
  const faults: string[] = [];
  for (const email of [client, safety]) {
    const visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, email);
    const look = async (name: string, sign: (page: Page) => Promise<void>) =>
      faults.push(
        ...(
          await inEveryDress(visitor, async (page) => {
            await sign(page);
            return shown(page.locator('h1'));
          })
        ).map((fault) => `${email} ${name}: ${fault}`),
      );
    await look('overview', (page) => open(page, id));
    await look('timeline', async (page) => {
      await open(page, id, 'timeline');
      await region(page, 'What happened').getByText('Contested', { exact: true }).waitFor();
    });
    await look('contest', async (page) => {
      await open(page, id, 'contest');
      await page.getByText('The limit there is 100, as the sign shows.').waitFor();
      await page.getByRole('figure', { name: 'Recorded speed' }).waitFor();
    });
    await look('list', async (page) => {
      await page.goto(`${own.url}/challan`);
      await page.locator('tbody tr').first().waitFor();
    });
    await look('dialog', async (page) => {
      await open(page, id);
      await press(page, email === client ? 'Add to the contest' : 'Decide');
      await dialog(page).getByRole('textbox').first().waitFor();
    });
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
    await visitor.page.goto(`${own.url}/vehicle/${vehicles[2]?.vehicleId}`);
    await visitor.page
      .getByRole('navigation', { name: 'Record', exact: true })
      .getByRole('link', { name: /^Challans/ })
      .click();
    await visitor.page.getByRole('region', { name: 'Challans' }).getByRole('link', { name: /^CN-/ }).waitFor();
    await visitor.context.close();
  }
  expect(faults).toEqual([]);
});

test('a contest that nobody decides lapses, and what was paid meanwhile comes back', async () => {
  const { must: byClient } = await as(own.url, client);
  const before = await balance();
  const { amountPaise } = await byClient('GET', `/challan/${last}`);
  await byClient('POST', `/challan/pay/${last}`, { walletId: wallet, amountPaise });
  expect(await balance()).toBe(before - Number(amountPaise));
  // The look-out comes every minute.
  await own.product.planJobs();
  own.clock.move(31 * 86_400_000);
  await own.product.jobs.runDue();
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, client);
  await open(visitor.page, last);
  await says(visitor.page, 'Lapsed');
  await says(visitor.page, 'Nothing is to be paid.');
  // Once, and others of the demo lapse in the same minute.
  expect(await rowOf(last)).toMatchObject({ challan_status: 'LAPSED', paid_paise: 0, refunded_paise: amountPaise });
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});
