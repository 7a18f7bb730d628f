import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { as } from '../support/as.ts';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { type OwnProduct, startOwnProduct } from '../support/own-product.ts';
import { faxedPdf } from '../support/pdf.ts';
import { leaveBrowser, newVisitor, openBrowser } from '../support/product.ts';

let own: OwnProduct;
let browser: Browser;
let today: string;
const ids: Record<'vehicle' | 'late' | 'old' | 'gone' | 'offer', string> = {
  vehicle: '',
  late: '',
  old: '',
  gone: '',
  offer: '',
};
const inIndia = (day: string) => day.split('-').toReversed().join('/');

const idOf = async (text: string) => String((await own.sql(text))[0]?.['id']);
let desk: Awaited<ReturnType<typeof as>>['ask'];

beforeAll(async () => {
  own = await startOwnProduct();
  browser = await openBrowser();
  today = indiaDay(own.clock.now());
  const { ask: client } = await as(own.url, 'client@roadkeeper.test');
  desk = (await as(own.url, 'operations@roadkeeper.test')).ask;
  const modelId = await idOf('select id from vehicle_model order by name, id limit 1');
  const categoryId = await idOf('select id from vehicle_category where not is_transport order by name limit 1');
  const insurerId = await idOf('select id from insurer order by name limit 1');
  const vehicle = async (registrationNo: string, at: number) =>
    (
      await client('POST', '/vehicle', {
        registrationNo,
        modelId,
        categoryId,
        chassisNo: `MA3FJEB1S0000810${at}`,
        engineNo: `K12MN810${at}`,
        registeredOn: addDays(today, -900),
      })
    ).json.data.id;
  const policy = async (policyNo: string, vehicleId: string, to: string) => {
    const from = addDays(to, -364);
    const made = await desk('POST', '/app-user-policy', {
      policyNo,
      insurerId,
      vehicleId,
      coverType: 'PACKAGE',
      issued: true,
      odFrom: from,
      odTo: to,
      tpFrom: from,
      tpTo: to,
      listedPricePaise: 100_000_000,
      idvPaise: 80_000_000,
      ncbPercent: 25,
      odPremiumPaise: 1_000_000,
      tpPremiumPaise: 341_600,
    });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    return made.json.data.id;
  };
  ids.vehicle = await vehicle('MH12QZ8101', 1);
  ids.late = await vehicle('MH12QZ8102', 2);
  ids.old = await policy('POL/OLD/0001', ids.vehicle, today);
  ids.gone = await policy('POL/OLD/0002', ids.late, addDays(today, -100));
  const { ask: admin } = await as(own.url, 'admin@roadkeeper.test');
  const offer = await admin('POST', '/insurance-offer', {
    title: 'Renew early',
    code: 'RENEW10',
    discountPercent: 10,
    validFrom: today,
    validTo: addDays(today, 30),
    maxUses: 1,
  });
  ids.offer = offer.json.data.id;
}, 180_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await own?.stop();
});

const stateOf = async (id: string) =>
  String((await own.sql('select state from app_user_policy where id = $1', [id]))[0]?.['state']);
const fill = (page: Page, label: string, value: string) =>
  page
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .first()
    .fill(value);

const onCanvas = (what: string) => `(() => { const c = document.querySelector('canvas'); return ${what}; })()`;
/** The picture in the middle of the page comes after the line above it. */
const isDrawn = onCanvas(
  `c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data.join() === '0,0,0,255'`,
);
const lineOf = onCanvas(
  `[...c.getContext('2d').getImageData(0, 0, c.width, c.height / 5).data].reduce((sum, one, at) => (sum * 31 + one) % 1000000007, 7)`,
);

test('a policy that ends today is renewed: old beside new, the bonus and the value with their reasons, an offer, the PDF', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'operations@roadkeeper.test');
  // Ends today: due, and covered until midnight.
  await page.goto(`${own.url}/app-user-policy?state=DUE&status=1`);
  await page.getByRole('link', { name: 'POL/OLD/0001' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'POL/OLD/0002' }).count()).toBe(0);
  await page.goto(`${own.url}/vehicle/${ids.vehicle}?tab=insurance`);
  await page.getByRole('region', { name: 'Insurance history' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page
    .getByRole('region', { name: 'Insurance history' })
    .getByRole('link', { name: 'Renew', exact: true })
    .click();
  const renewal = page.getByRole('region', { name: 'Renewal of POL/OLD/0001, MH12QZ8101' });
  await renewal.waitFor();
  await renewal.getByText('No claims: next step of the ladder').waitFor();
  expect(await renewal.getByRole('row', { name: /No-claim bonus/ }).innerText()).toMatch(/25 %[\s\S]*35 %/);
  expect(await renewal.getByRole('row', { name: /IDV/ }).innerText()).toMatch(/₹8,00,000[\s\S]*₹7,00,000/);
  expect(await page.getByLabel(/^Own damage from/).inputValue()).toBe(inIndia(addDays(today, 1)));
  await renewal.getByRole('button', { name: 'Apply RENEW10' }).click();
  await fill(page, 'Policy number', 'POL/NEW/0001');
  await fill(page, 'Own-damage premium', '9000');
  await fill(page, 'Third-party premium', '3416');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'policy.pdf', mimeType: 'application/pdf', buffer: faxedPdf(2) });
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByRole('heading', { name: 'POL/NEW/0001' }).waitFor();
  expect([await stateOf(ids.old)]).toEqual(['RENEWED']);
  const made = (await own.sql(
    `select id, state, discount_paise as discount, offer_text as offer from app_user_policy where policy_no = $1`,
    ['POL/NEW/0001'],
  )) as { id: string; state: string; discount: number; offer: string }[];
  expect(made).toMatchObject([{ state: 'SCHEDULED', discount: 90_000, offer: 'RENEW10: Renew early' }]);
  // What is no picture is not drawn as one.
  expect(await page.locator('.record-head .mark').textContent()).toBe('PDF');
  expect(await page.locator('.record-head img').count()).toBe(0);
  // Its PDF is read in the page.
  await page
    .getByRole('link', { name: 'PDF' })
    .or(page.getByRole('tab', { name: 'PDF' }))
    .first()
    .click();
  await page.getByText('Page 1 of 2').first().waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Page 2 of 2').first().waitFor();
  expect(await axe(page)).toEqual([]);
  // Its letters stand where they stand, whatever the direction of the page.
  await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
  const leftToRight = await page.evaluate(lineOf);
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText('Page 1 of 2').first().waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Page 2 of 2').first().waitFor();
  await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
  expect(await page.evaluate(lineOf)).toBe(leftToRight);
  await page.evaluate(`document.documentElement.dir = 'ltr'`);
  // It is the insurance document of the vehicle as well.
  const papers = await own.sql(`select d.review_state as state from vehicle_kyc_doc d where d.policy_id = $1`, [
    made[0]?.id ?? '',
  ]);
  expect(papers).toEqual([{ state: 'UPCOMING' }]);
  // Nothing is reminded of any more, however often the night runs.
  for (let night = 0; night < 2; night += 1) {
    await own.product.planJobs();
    await own.product.jobs.runDue();
  }
  const mails = await own.sql(`select 1 from mail where record_id = $1 and template = 'policy-ends'`, [ids.old]);
  expect(mails).toEqual([]);
  await page.context().close();
});

test('a hundred days late the bonus is lost, an overlap is refused at the day, and the offer is used up', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'operations@roadkeeper.test');
  await page.goto(`${own.url}/app-user-policy/${ids.gone}`);
  await page.getByText('No cover today').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Renew', exact: true }).click();
  const renewal = page.getByRole('region', { name: 'Renewal of POL/OLD/0002, MH12QZ8102' });
  await renewal.getByText('Lost: starts more than 90 days after the previous own-damage cover expired').waitFor();
  await renewal.getByText('99 days without cover before the new policy starts.').waitFor();
  expect(await renewal.getByRole('button', { name: 'Apply RENEW10' }).count()).toBe(0);
  // Days of the other policy of the vehicle: refused where they were typed.
  await fill(page, 'Policy number', 'POL/NEW/0002');
  for (const name of ['Own damage from', 'Third party from']) await fill(page, name, inIndia(addDays(today, -120)));
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page
    .getByText(/Own damage is covered from .* by policy POL\/OLD\/0002/)
    .first()
    .waitFor();
  await page.context().close();
});
