import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as } from '../support/as.ts';
import { axe } from '../support/axe.ts';
import { faxedPdf } from '../support/pdf.ts';
import { type OwnProduct, startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { leaveBrowser, newVisitor, openBrowser } from '../support/product.ts';

let own: OwnProduct;
let browser: Browser;
const pictures = process.env['SHOTS'];
const shot = async (page: Page, name: string) => {
  if (!pictures) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const plate = 'MH12QZ7001';
const twin = 'MH12QZ7002';

const idOf = async (text: string, params: string[] = []) => String((await own.sql(text, params))[0]?.['id']);
const page = await sharp({
  create: { width: 900, height: 560, channels: 3, background: '#e8eef0' },
})
  .composite([
    {
      input: Buffer.from(
        '<svg width="900" height="560"><text x="60" y="120" font-size="44" font-family="sans-serif">INSURANCE POLICY</text><text x="60" y="200" font-size="34" font-family="sans-serif">No. POL/2026/88</text></svg>',
      ),
    },
  ])
  .png()
  .toBuffer();
const lasts = (days: number) => new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

async function paper(client: Awaited<ReturnType<typeof as>>['must'], vehicleId: string, code: string, number?: string) {
  const form = new FormData();
  form.append('typeId', await idOf('select id from kyc_doc where code = $1', [code]));
  form.append('vehicleId', vehicleId);
  form.append('validUpto', lasts(300));
  if (number) form.append('number', number);
  form.append('front', new File([page as never], 'page.png', { type: 'image/png' }));
  return client('POST', '/vehicle-kyc-doc', form);
}

let vehicleId: string;
let policyId: string;
beforeAll(async () => {
  own = await startOwnProduct();
  browser = await openBrowser();
  const { must: client } = await as(own.url, 'client@roadkeeper.test');
  const { must: staff } = await as(own.url, 'operations@roadkeeper.test');
  const modelId = await idOf('select id from vehicle_model order by name, id limit 1');
  const categoryId = await idOf('select id from vehicle_category where not is_transport order by name limit 1');
  const vehicle = (registrationNo: string, at: number) =>
    client('POST', '/vehicle', {
      registrationNo,
      modelId,
      categoryId,
      chassisNo: `MA3FJEB1S0000700${at}`,
      engineNo: `K12MN700${at}`,
    });
  vehicleId = (await vehicle(plate, 1)).id;
  const other = await vehicle(twin, 2);
  for (const code of ['RC', 'PUC', 'TAX', 'PHOTO_FRONT', 'INSURANCE']) {
    const { id, version, front } = await paper(client, vehicleId, code);
    await staff('POST', `/vehicle-kyc-doc/viewed/${id}`, { file: (front as { id: string }).id });
    await staff('POST', `/vehicle-kyc-doc/decide/${id}`, { version, decision: 'VERIFY' });
    if (code !== 'INSURANCE') continue;
    // The cover was taken back: the vehicle, active until now, is held.
    await staff('PUT', `/vehicle-kyc-doc/status/${id}`);
  }
  policyId = (await paper(client, vehicleId, 'INSURANCE', 'POL/2026/88')).id;
  await paper(client, other.id, 'INSURANCE', 'POL/2026/88');
}, 180_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await own?.stop();
});

const mailsTo = (address: string) =>
  own.sql(
    `select subject from mail where to_address = $1 and template = 'paper-turned-down' and state <> 'cancelled' order by created_at`,
    [address],
  );
const stateOf = async (id: string) =>
  String((await own.sql('select review_state as state from vehicle_kyc_doc where id = $1', [id]))[0]?.['state']);

const panelOf = (page: Page) => page.getByRole('region', { name: `Insurance policy of ${plate}` });

/** What a filter leaves out is closed with it: no key decides it. */
async function filterAway(page: Page): Promise<void> {
  const panel = panelOf(page);
  const search = page.getByRole('searchbox');
  await search.fill('ZZ99ZZ9999');
  await page.getByText('No document awaiting review matches these filters.').waitFor();
  expect(await panel.count()).toBe(0);
  await search.blur();
  await page.keyboard.press('v');
  await search.fill(twin);
  await page.getByRole('region', { name: `Insurance policy of ${twin}` }).waitFor();
  expect(await panel.count()).toBe(0);
  await search.fill('');
  await search.blur();
  await page
    .getByRole('region', { name: 'Documents awaiting review' })
    .getByRole('link', { name: new RegExp(plate) })
    .click();
  await panel.waitFor();
  expect(await stateOf(policyId)).toBe('PENDING');
}

/** Pages and facts stay side by side on a small laptop. */
async function sideBySide(page: Page): Promise<void> {
  const panel = panelOf(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  const picture = await panel.getByRole('group', { name: 'First page' }).boundingBox();
  const facts = await panel.getByLabel('Valid until').boundingBox();
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(facts?.x ?? 0);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await shot(page, 'review-1024');
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A PDF is shown in the page, and is not verified before each of its pages was. */
async function seeEveryPage(page: Page): Promise<void> {
  const panel = panelOf(page);
  await page.getByRole('img', { name: 'First page of the document, PDF page 1 of 2' }).waitFor();
  await panel.getByText('View every page before you verify: 1 of 2 viewed.').waitFor();
  expect(await panel.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true);
  await page.keyboard.press('v');
  await page.getByRole('status').filter({ hasText: 'View every page before you verify' }).waitFor();
  // The scan in it was decoded: its middle is black.
  const drawn = await page.evaluate(
    `(() => { const c = document.querySelector('canvas'); return [...c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data]; })()`,
  );
  expect(drawn).toEqual([0, 0, 0, 255]);
  await shot(page, 'review-pdf');
  expect(await axe(page)).toEqual([]);
  // Days are those of India, whatever the browser's language; the calendar goes by keys.
  const shown = (day: string) => day.split('-').toReversed().join('/');
  const until = panel.getByLabel('Valid until');
  expect(await until.inputValue()).toBe(shown(lasts(200)));
  await panel.getByRole('button', { name: 'Choose a date' }).last().click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  await calendar.locator('[aria-pressed=true]:focus').waitFor();
  await shot(page, 'calendar');
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  expect(await until.inputValue()).toBe(shown(lasts(201)));
  await until.fill('31/02/2027');
  await until.fill(shown(lasts(200)));
  await until.blur();
  await page.keyboard.press('p');
  await page.getByRole('img', { name: 'First page of the document, PDF page 2 of 2' }).waitFor();
  await expect.poll(() => panel.getByRole('button', { name: 'Verify' }).isEnabled()).toBe(true);
  // What is no day is said as it is typed here, and decides nothing.
  await until.fill('31/02/2027');
  await until.blur();
  await page.keyboard.press('v');
  await panel.getByText('Must be a date, like 21/11/2026').waitFor();
  expect(await until.getAttribute('aria-invalid')).toBe('true');
  await until.fill(shown(lasts(200)));
  await until.blur();
}

test('the oldest paper is compared, turned down by keys, mailed, sent again and verified, and the vehicle leaves its hold by itself', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'kyc@roadkeeper.test');
  await page.goto(`${own.url}/document-review`);
  const panel = panelOf(page);
  await panel.waitFor();
  await panel.getByText('Another record has the same number').waitFor();
  expect(await panel.getByRole('link', { name: twin }).count()).toBe(1);
  expect(await panel.getByText(plate, { exact: true }).count()).toBeGreaterThan(0);
  await page.getByRole('img', { name: 'First page of the document' }).waitFor();
  for (const number of ['MA3FJEB1S00007001', 'K12MN7001', 'POL/2026/88'])
    await panel.getByText(number, { exact: true }).first().waitFor();
  await shot(page, 'review');
  expect(await axe(page)).toEqual([]);

  await filterAway(page);
  await sideBySide(page);

  // Another reviewer finds it taken, and cannot decide it.
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Unassign' }).waitFor();
  const second = await newVisitor(browser);
  await enter(second.page, own.url, 'operations@roadkeeper.test');
  await second.page.goto(`${own.url}/document-review`);
  const theirs = second.page.getByRole('region', { name: `Insurance policy of ${plate}` });
  await theirs.getByText('Arjun Nair is reviewing this document.').waitFor();
  expect(await theirs.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true);
  await second.page.keyboard.press('j');
  await second.page.getByRole('region', { name: `Insurance policy of ${twin}` }).waitFor();
  await second.page.keyboard.press('k');
  await theirs.waitFor();

  const dialog = page.getByRole('dialog', { name: 'Reject this document' });
  const reject = async () => {
    await page.keyboard.press('r');
    await dialog.getByLabel('Reason').selectOption('NUMBER_MISMATCH');
    await dialog.getByLabel('Details').fill('The policy is that of another vehicle');
    await shot(page, 'review-reject');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('region', { name: `Insurance policy of ${twin}` }).waitFor();
  };
  await reject();
  const rejected = page.getByRole('status').filter({ hasText: 'Insurance policy: rejected.' });
  await shot(page, 'review-undo');
  await rejected.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: 'Insurance policy: decision undone.' }).waitFor();
  await panel.waitFor();
  expect([await stateOf(policyId), await mailsTo('client@roadkeeper.test')]).toEqual(['UNDER_REVIEW', []]);
  await reject();
  await rejected.waitFor();
  expect(await mailsTo('client@roadkeeper.test')).toEqual([{ subject: `Insurance policy of ${plate} was rejected` }]);
  await second.context.close();

  // Its owner reads why and sends it again.
  const owner = await newVisitor(browser);
  await enter(owner.page, own.url, 'client@roadkeeper.test');
  await owner.page.goto(`${own.url}/vehicle/${vehicleId}?tab=papers`);
  const papers = owner.page.getByRole('region', { name: 'Documents' });
  await papers.getByText('Number does not match: The policy is that of another vehicle').waitFor();
  await shot(owner.page, 'papers');
  expect(await axe(owner.page)).toEqual([]);
  await papers.getByRole('link', { name: /Insurance policy$/ }).click();
  const drawer = owner.page.getByRole('dialog', { name: /^Add documents/ });
  await drawer
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'policy.pdf', mimeType: 'application/pdf', buffer: faxedPdf(2) });
  await drawer.getByLabel('Valid until').fill(lasts(200));
  await shot(owner.page, 'upload');
  await owner.page.keyboard.press('Enter');
  await owner.page.getByRole('status').filter({ hasText: 'created successfully' }).waitFor();
  expect(problems).toEqual([]);

  await page.goto(`${own.url}/document-review?q=${plate}`);
  await seeEveryPage(page);
  await page.keyboard.press('v');
  await page.getByRole('status').filter({ hasText: 'Insurance policy: verified.' }).waitFor();
  await page.getByText('No document awaiting review matches these filters.').waitFor();
  await owner.page.goto(`${own.url}/vehicle/${vehicleId}`);
  await owner.page.getByText('Active', { exact: true }).first().waitFor();
  const states = await own.sql(
    `select after ->> 'state' as state from history where record_id = $1 and after ? 'state' order by at, id`,
    [vehicleId],
  );
  expect(states.map(({ state }) => state)).toEqual(['ACTIVE', 'COMPLIANCE_HOLD', 'ACTIVE']);
  // What was rejected stays, with its page and the reason.
  await owner.page.goto(`${own.url}/vehicle/${vehicleId}?tab=papers`);
  await papers.getByText('Previous documents').first().click();
  await papers.getByText('Rejected').first().waitFor();
  await owner.context.close();
  await context.close();
});

test('on a telephone the queue and one paper take turns', async () => {
  const { page, context } = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, own.url, 'kyc@roadkeeper.test');
  await page.goto(`${own.url}/document-review`);
  await page.getByRole('link', { name: new RegExp(twin) }).click();
  await page.getByRole('region', { name: `Insurance policy of ${twin}` }).waitFor();
  await shot(page, 'review-390');
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('link', { name: new RegExp(twin) }).waitFor();
  await context.close();
});

test('a link opens a document that the list does not show, and a decision can be undone for eight seconds', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.clock.install();
  await enter(page, own.url, 'kyc@roadkeeper.test');
  const id = await idOf(
    `select d.id from vehicle_kyc_doc d join vehicle v on v.id = d.vehicle_id
     where v.registration_no = $1 and d.review_state in ('PENDING', 'UNDER_REVIEW')`,
    [twin],
  );
  const panel = page.getByRole('region', { name: `Insurance policy of ${twin}` });
  // On another page of the list than the one that is shown.
  await page.goto(`${own.url}/document-review?page=2&id=${id}`);
  await panel.waitFor();
  await page.goto(`${own.url}/document-review?id=${id}`);
  await panel.waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject this document' });
  await dialog.getByLabel('Reason').selectOption('NUMBER_MISMATCH');
  await dialog.getByLabel('Details').fill('Another policy');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  const undo = page.getByRole('status').filter({ hasText: 'Insurance policy: rejected.' }).getByRole('button');
  await undo.first().waitFor();
  await page.clock.runFor(6_500);
  expect(await undo.first().isVisible()).toBe(true);
  await page.clock.runFor(2_500);
  await undo.first().waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await context.close();
});

test('duties stand by their month, the next days are a filter in the address, and a reload keeps it', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/obligations`);
  await page.getByRole('radio', { name: 'Next 365 days' }).press('Space');
  await page.getByRole('link', { name: 'Insurance policy' }).first().waitFor();
  await shot(page, 'obligations');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Next 7 days' }).press('Space');
  await page.getByText('No deadlines').waitFor();
  await page.reload();
  await page.getByText('No deadlines').waitFor();
  expect(await page.getByRole('radio', { name: 'Next 7 days' }).isChecked()).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});
