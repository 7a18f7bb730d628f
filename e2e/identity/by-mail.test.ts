import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '#areas/mail/testing/smtp.ts';
import {
  leaveBrowser,
  newVisitor,
  openBrowser,
  type RunningProduct,
  signIn,
  startProduct,
} from '../support/product.ts';

let smtp: TestSmtp;
let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  smtp = await startSmtp();
  product = await startProduct(undefined, {
    SMTP_URL: `smtp://127.0.0.1:${smtp.settings.port}`,
    MAIL_FROM: 'Roadkeeper <no-reply@fleet.test>',
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product?.stop();
  await smtp?.close();
});

/** The next mail for somebody, and the link in it. */
async function mailTo(address: string): Promise<{ subject: string; link: string }> {
  const found = () => smtp.arrived.find(({ to }) => to.includes(address));
  await expect.poll(found, { timeout: 20_000 }).toBeTruthy();
  const mail = found();
  smtp.arrived.length = 0;
  const link = /https?:\/\/\S+\/reset#\S+/.exec(mail?.text ?? '')?.[0];
  if (!mail || !link) throw new Error(`No link in the mail to ${address}: ${mail?.text}`);
  return { subject: String(mail.headers['subject']), link };
}

test('who is invited chooses a password through the link of the mail, and gets in again the same way after forgetting it', async () => {
  const admin = await newVisitor(browser);
  await signIn(admin.page, product.url);
  await admin.page.goto(`${product.url}/user/new`);
  await admin.page.getByLabel(/^Name/).fill('Leela Dsouza');
  await admin.page.getByLabel(/^Email/).fill('leela@example.in');
  await admin.page.getByRole('combobox', { name: /^Role/ }).fill('support');
  await admin.page.getByRole('option', { name: 'Support', exact: true }).click();
  await admin.page.getByRole('button', { name: /^Save and close/ }).click();
  await admin.page.getByRole('heading', { level: 1, name: 'Leela Dsouza' }).waitFor();

  const invitation = await mailTo('leela@example.in');
  const { page, context, problems } = await newVisitor(browser);
  await page.goto(invitation.link);
  await page.getByText('leela@example.in').first().waitFor();
  await page.getByLabel('New password', { exact: true }).fill('Nine-Mango-Trees-9');
  await page.keyboard.press('Enter');
  await page.getByText('Password set. Sign in with it.').waitFor();
  await signIn(page, product.url, 'leela@example.in', 'Nine-Mango-Trees-9');
  // It works once.
  const late = await newVisitor(browser);
  await late.page.goto(invitation.link);
  await late.page.getByText('This link is no longer valid').first().waitFor();

  smtp.arrived.length = 0;
  await late.page.goto(`${product.url}/login`);
  await late.page.getByRole('link', { name: 'Forgot password?' }).click();
  // The sign-in page stays until the next one is fetched, and has a field of the same name.
  await late.page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  await late.page.getByLabel(/email/i).fill('leela@example.in');
  await late.page.keyboard.press('Enter');
  await late.page.getByText('If the account exists, a link has been sent').waitFor();
  const forgotten = await mailTo('leela@example.in');
  expect(forgotten.subject).not.toBe(invitation.subject);
  await late.page.goto(forgotten.link);
  await late.page.getByLabel('New password', { exact: true }).fill('Ten-Mango-Trees-10');
  await late.page.keyboard.press('Enter');
  await late.page.getByText('Password set. Sign in with it.').waitFor();
  await signIn(late.page, product.url, 'leela@example.in', 'Ten-Mango-Trees-10');
  // The session of the old password is over, and says so by itself.
  await page.waitForURL(/\/login\?redirect=/);
  expect([problems, late.problems, admin.problems]).toEqual([[], [], []]);
  await Promise.all([context.close(), late.context.close(), admin.context.close()]);
});
