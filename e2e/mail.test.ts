import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '#areas/mail/testing/smtp.ts';
import { axe } from './support/axe.ts';
import { enter } from './support/enter.ts';
import { leaveBrowser, newVisitor, openBrowser, type RunningProduct, signIn, startProduct } from './support/product.ts';

let smtp: TestSmtp;
let product: RunningProduct;
let browser: Browser;
let dataDir: string;
const start = (withServer: boolean) =>
  startProduct(
    dataDir,
    withServer
      ? {
          SMTP_URL: `smtp://127.0.0.1:${smtp.settings.port}`,
          MAIL_FROM: 'Roadkeeper <no-reply@fleet.test>',
        }
      : {},
  );

/** What came for the administrator: owners in the demo are reminded of papers meanwhile. */
const forAdmin = ({ to }: { to: readonly string[] }) => to.includes('admin@roadkeeper.test');
const arrived = () => smtp.arrived.filter(forAdmin);
const hanging = () => smtp.hanging.filter(forAdmin);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rk-e2e-'));
  smtp = await startSmtp();
  product = await start(true);
  browser = await openBrowser();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product?.stop();
  await smtp?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** What stands in the frame that shows a mail; nothing runs in it, so it is asked from outside. */
const shownIn = (page: Page) =>
  page.evaluate<string>('document.querySelector("iframe")?.contentDocument?.body?.innerText ?? ""');
/** The frame takes no scripts, so axe cannot look into it; around it, it can. */
async function axeAround(page: Page): Promise<string[]> {
  await page.evaluate('document.querySelector("iframe")?.remove()');
  return axe(page);
}

test('a template is written with a look at the mail, tried, and arrives as it was shown', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  await page.getByRole('link', { name: 'Email templates', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Email templates' }).waitFor();
  expect(await page.locator('.menu [aria-current=page]').allInnerTexts()).toEqual(['Email']);
  await page.getByRole('link', { name: 'Test', exact: true }).click();
  const body = page.getByLabel('Text', { exact: true });
  await body.fill('नमस्ते {{nmae}}');
  await page.getByText('There is no {{nmae}} here.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: false }).click();
  expect(await body.evaluate('document.activeElement.id')).toBe('template-body');
  await body.fill('नमस्ते ');
  await page.getByRole('button', { name: 'Insert {{name}}: Name of the recipient' }).click();
  expect(await body.inputValue()).toBe('नमस्ते {{name}}');
  await expect.poll(() => shownIn(page)).toContain('नमस्ते Asha Menon');
  // Leaving asks first.
  await page.getByRole('link', { name: 'Templates', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await body.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'Template saved.' }).waitFor();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await page.getByRole('status').filter({ hasText: 'Test email sent to admin@roadkeeper.test.' }).waitFor();
  await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(1);
  expect(arrived()[0]).toMatchObject({ from: 'no-reply@fleet.test', to: ['admin@roadkeeper.test'] });
  expect(arrived()[0]?.text).toBe(
    `नमस्ते Asha Menon\n\n-- \nRoadkeeper\n${product.url.replace('127.0.0.1', 'localhost')}\n`,
  );
  await page.getByRole('region', { name: 'History' }).getByText('Asha Menon').waitFor();

  await page.goto(`${product.url}/mail?state=sent&q=nothing`);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => page.getByRole('searchbox', { name: 'Address, name or subject' }).inputValue()).toBe('');
  await page.getByRole('link', { name: /Roadkeeper can send email/ }).click();
  await page.getByText('Accepted by the mail server').waitFor();
  await expect.poll(() => shownIn(page)).toContain('नमस्ते Asha Menon');
  expect(
    await page.evaluate(
      'getComputedStyle(document.querySelector("iframe").contentDocument.querySelector(".rk-sheet")).borderRadius',
    ),
    'the styles of the mail are there, though the page allows none in markup',
  ).toBe('12px');
  await page.getByRole('radio', { name: 'Plain text' }).check();
  expect(await page.locator('.mail__mail-text').innerText()).toContain('नमस्ते Asha Menon');
  expect(problems).toEqual([]);
  await context.close();
});

test('a process that is killed after the mail was handed over and before that is written down sends the same mail once more', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/mail`);
  smtp.answer = (_, stage) => (stage === 'data' ? 'hang' : undefined);
  smtp.arrived.length = 0;
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect.poll(() => hanging().length, { timeout: 20_000 }).toBe(1);
  await product.kill();
  smtp.answer = () => undefined;
  product = await start(true);
  await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(1);
  expect(arrived()[0]?.headers['message-id']).toBe(hanging()[0]?.headers['message-id']);
  await page.goto(`${product.url}/login`);
  await enter(page, product.url);
  await page.goto(`${product.url}/mail`);
  await page
    .getByRole('link', { name: /Roadkeeper can send email/ })
    .first()
    .click();
  await page.getByText('Interrupted').waitFor();
  await page.getByText('Accepted by the mail server').waitFor();
  await context.close();
});

test('without a mail server mails are kept and say so; with one again, each is sent by hand', async () => {
  await product.stop();
  product = await start(false);
  smtp.arrived.length = 0;
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/mail`);
  await page.getByText('No mail server is set up. Emails are not sent.').waitFor();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await page.getByRole('status').filter({ hasText: 'The test email is stored in the outbox.' }).waitFor();
  await page.getByRole('radio', { name: 'Not sent 1' }).check();
  await page.waitForURL(/state=kept/);
  expect(await axe(page), 'outbox').toEqual([]);
  await page.getByRole('link', { name: /Roadkeeper can send email/ }).click();
  await page.getByText('Not sent: no mail server').waitFor();
  const address = new URL(page.url()).pathname;
  expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
  expect(await axeAround(page), 'a mail').toEqual([]);
  expect(problems).toEqual([]);
  await product.stop();
  product = await start(true);
  await enter(page, product.url);
  await page.goto(product.url + address);
  await page.getByText('Not sent: no mail server').waitFor();
  expect(arrived()).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^Sent \d/).waitFor();
  expect(arrived()).toHaveLength(1);
  await context.close();
});

test('a secret link is shown after a question, and forgotten when it is closed', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, product.url);
  await page.goto(`${product.url}/mail`);
  // A mail with a link, as the outbox answers one; what the calls do with it is tested at their door.
  await page.route('**/api/v1/mail/*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    Object.assign(body.data, {
      state: 'kept',
      secret: true,
      sealed: true,
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    });
    Object.assign(body.data, { may: { resend: false, reveal: true } });
    await route.fulfill({ response: answer, json: body });
  });
  const link = 'http://localhost:3000/reset-password#only-for-one';
  let asked = 0;
  await page.route('**/api/v1/mail/reveal/*', async (route) => {
    asked += 1;
    await route.fulfill({ json: { message: 'OK', data: { link } } });
  });
  await page
    .getByRole('link', { name: /Roadkeeper can send email/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Show secret link' }).click();
  const question = page.getByRole('dialog', { name: 'Show the secret link?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(asked).toBe(0);
  await page.getByRole('button', { name: 'Show secret link' }).click();
  await question.getByRole('button', { name: 'Show link' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret link for Asha Menon' });
  expect(await shown.getByLabel('Secret link').inputValue()).toBe(link);
  expect(await axeAround(page), 'the dialog').toEqual([]);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain('only-for-one');
  expect([asked, problems]).toEqual([1, []]);
  await context.close();
});
