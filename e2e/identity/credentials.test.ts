import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn, type Visitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const demoPassword = 'Demo-Roadkeeper-2026';
const newPassword = 'three blue tractors at noon';
const { product: own, browser } = await journeys(startOwnProduct);

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: own.clock.now().getTime() });
const nextStep = () => own.clock.move(30_000);
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const openAccountMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
async function shownCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return list.locator('li').allInnerTexts();
}
/** Switches the code at sign-in on beside the screens. */
async function switchOn(email: string): Promise<{ secret: string; codes: string[] }> {
  const post = async <Data>(path: string, payload: object, token = ''): Promise<Data> =>
    (
      await own.product.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
    ).json().data;
  const { accessToken } = await post<{ accessToken: string }>('/login', { email, password: demoPassword });
  const path = '/session/two-step';
  const { secret } = await post<{ secret: string }>(`${path}/start`, { password: demoPassword }, accessToken);
  const done = await post<{ codes: string[] }>(`${path}/confirm`, { code: codeOf(secret) }, accessToken);
  return { secret, codes: done.codes };
}
async function tryToSignIn(page: Page, email: string, password: string) {
  await page.goto(`${own.url}/login`);
  await fill(page, 'Work email or mobile', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign in');
}
const signOut = async (page: Page) => {
  await openAccountMenu(page, 'Sign out');
  await page.getByLabel('Password', { exact: true }).waitFor();
};

test('a code is switched on, asked for at the next sign-in, and a recovery code stands in for a lost phone', async () => {
  const email = 'tara@roadkeeper.test';
  await own.addStaff(email, 'Tara Iyer', 'Operations');
  const { page, context, problems } = await newVisitor(browser, { acceptDownloads: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: own.url });
  await signIn(page, own.url, email);
  await openAccountMenu(page, 'Profile and security');
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await press(page, 'Turn on');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This is not your password').waitFor();
  await dialog.getByLabel('Current password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: /^QR code for your authenticator app/ }).waitFor();
  expect(await axe(page), 'picture').toEqual([]);
  const secret = (await dialog.locator('.profile__secret-letters').innerText()).replace(/\s/g, '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Wrong code, or it was already used').waitFor();
  await dialog.getByLabel('Code from the app').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = await shownCodes(page);
  expect(codes).toHaveLength(10);
  expect(await axe(page), 'recovery codes').toEqual([]);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(codes.join('\n'));
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(codes.every((code) => file.includes(code))).toBe(true);
  expect(file).toContain(email);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#root').isVisible()).toBe(false);
  expect(await dialog.getByText(codes[9] as string).isVisible()).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  // Escape does not throw away what is shown only once.
  await page.keyboard.press('Escape');
  await press(page, 'I have saved them');
  await page.getByText('10 recovery codes left').waitFor();

  await signOut(page);
  nextStep();
  await tryToSignIn(page, email, demoPassword);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  expect(await axe(page), 'code').toEqual([]);
  // Nothing is wrong yet; what was told on the page before goes by itself.
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.keyboard.type('000000');
  await press(page, 'Continue');
  await page.getByText('Wrong code, or it was already used').waitFor();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);

  await signOut(page);
  await tryToSignIn(page, email, demoPassword);
  await page.getByLabel('Code', { exact: true }).fill((codes[3] as string).toLowerCase());
  await press(page, 'Continue');
  await page.waitForURL(/\/dashboard/);
  // The tab is remembered without its address.
  await page.goto(`${own.url}/profile`);
  await page.getByText('9 recovery codes left').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('new recovery codes ask who is there, by password or by code, and the code is switched off again', async () => {
  const email = 'usha@roadkeeper.test';
  await own.addStaff(email, 'Usha Das', 'Operations');
  const { secret, codes } = await switchOn(email);
  nextStep();
  const { page, context, problems } = await newVisitor(browser);
  await tryToSignIn(page, email, demoPassword);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await press(page, 'Continue');
  await page.waitForURL(/\/dashboard/);
  await go(page, `${own.url}/profile?tab=2`);
  await page.getByText('10 recovery codes left').waitFor();
  // New codes ask who is there, once the sign-in is not fresh any more.
  own.clock.move(11 * 60_000);
  await press(page, 'New recovery codes');
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByLabel('Your password', { exact: true }).waitFor();
  expect(await axe(page), 'question').toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/profile');
  await press(page, 'New recovery codes');
  await question.getByLabel('Your password', { exact: true }).fill('not this one');
  await question.getByRole('button', { name: 'Continue' }).click();
  await question.getByText('This is not your password').waitFor();
  await question.getByRole('button', { name: 'Use a code instead' }).click();
  await question.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await question.getByRole('button', { name: 'Continue' }).click();
  const fresh = await shownCodes(page);
  expect(fresh).toHaveLength(10);
  expect(fresh).not.toEqual(codes);
  await press(page, 'I have saved them');

  await press(page, 'Turn off');
  nextStep();
  const off = page.getByRole('dialog', { name: 'Turn off' });
  await off.getByLabel('Current password', { exact: true }).fill(demoPassword);
  await off.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await off.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Not set up').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a forgotten password comes back by mail, by keyboard alone', async () => {
  const email = 'nila@roadkeeper.test';
  await own.addStaff(email, 'Nila Bose', 'Support');
  const { page, context, problems } = await newVisitor(browser);
  await page.goto(`${own.url}/login`);
  await page.getByRole('link', { name: 'Forgot password?' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Enter your email or mobile number').waitFor();
  await page.keyboard.type(email);
  expect(await axe(page), 'forgot').toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('If the account exists, a link has been sent').waitFor();
  await own.product.jobs.runDue();
  const mail = own.mails.findLast((one) => one.template === 'password-reset');
  const link = mail?.secretLink as string;
  expect(link.startsWith(`${own.url}/reset#rkp_`)).toBe(true);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(link);
  await page.getByText(email).first().waitFor();
  // The token stays in the browser: it travels in bodies only.
  expect(asked.filter((url) => url.includes('rkp_'))).toEqual([]);
  const field = page.getByLabel('New password', { exact: true });
  await field.focus();
  await page.keyboard.type('nila.bose-2026!');
  await page.getByText('Names, addresses and the product name').waitFor();
  await field.fill(newPassword);
  await page.getByText('Very good', { exact: true }).first().waitFor();
  expect(await axe(page), 'reset').toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/login$/);
  await page.getByText('Password set. Sign in with it.').waitFor();
  await signIn(page, own.url, email, newPassword);
  await page.goto(link);
  await page.getByText('This link is no longer valid').waitFor();
  expect(await axe(page), 'used link').toEqual([]);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.waitForURL(/\/forgot$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('whoever was given a password chooses another before anything else', async () => {
  const email = 'omar@roadkeeper.test';
  const id = await own.addStaff(email, 'Omar Shaikh', 'Support');
  await own.sql(
    `insert into module (id, key, name, icon, sort_order, actions) values ('01a1fc17-27e9-7627-921e-d6ed735c0001', 'user', 'Users', 'users', 900, '{view,edit}')
     on conflict (key) do nothing`,
  );
  const admin = await newVisitor(browser);
  await signIn(admin.page, own.url);
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, email);
  // What the users' screen does; the session of the person ends with it.
  const call = (password: string) =>
    admin.page.evaluate<number>(`(async () => {
      const login = await (await fetch('/api/v1/session/refresh', { method: 'POST' })).json();
      const answer = await fetch('/api/v1/admin/user-reset-password/${id}', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: 'Bearer ' + login.accessToken },
        body: JSON.stringify({ data: { password: '${password}' } }),
      });
      return answer.status;
    })()`);
  expect(await call('Tall-Oaks-7')).toBe(200);
  await page.goto(`${own.url}/rto`);
  await page.waitForURL(/\/login/);
  await fill(page, 'Work email or mobile', email);
  await fill(page, 'Password', 'Tall-Oaks-7');
  await press(page, 'Sign in');
  await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
  expect(await axe(page), 'must change').toEqual([]);
  // No address leads past it.
  await page.goto(`${own.url}/rto?q=mh`);
  await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  await fill(page, 'Temporary password', 'Tall-Oaks-7');
  await fill(page, 'New password', newPassword);
  await press(page, 'Change password');
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  // Once it is changed, the page that was asked for is there.
  await page.getByText(/^1 to 25 of/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/rto');
  expect([problems, admin.problems]).toEqual([[], []]);
  await context.close();
  await admin.context.close();
});

test('sessions are seen and ended, and the browser that was ended goes to sign-in by itself', async () => {
  const email = 'devi@roadkeeper.test';
  await own.addStaff(email, 'Devi Nair', 'Operations');
  const here = await newVisitor(browser);
  await signIn(here.page, own.url, email);
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0';
  const there = await newVisitor(browser, { userAgent: firefox });
  await signIn(there.page, own.url, email);
  await go(here.page, `${own.url}/profile?tab=3`);
  const rows = here.page.locator('.sessions__session-lines li');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.filter({ hasText: 'This device' }).innerText()).toContain('Chrome on Linux');
  expect(await axe(here.page), 'sessions').toEqual([]);
  await here.page.getByRole('button', { name: 'End Firefox on Windows' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  // It is told through its socket, and needs no click.
  await there.page.waitForURL(/\/login\?redirect=/);
  await there.page.getByText('Your session ended').waitFor();
  await signIn(there.page, own.url, email);
  await here.page.reload();
  await expect.poll(() => rows.count()).toBe(2);
  await here.page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect.poll(() => rows.count()).toBe(1);

  // Own particulars, and a new password from the screens.
  await here.page.getByRole('link', { name: 'Profile', exact: true }).click();
  await fill(here.page, 'Name', 'Devi K. Nair');
  await here.page.getByLabel(/^Mobile number/).fill('+91 98200 11223');
  await press(here.page, 'Save');
  await here.page.getByRole('button', { name: 'Account of Devi K. Nair' }).waitFor();
  await here.page.getByRole('link', { name: 'Security', exact: true }).click();
  await fill(here.page, 'Current password', demoPassword);
  await fill(here.page, 'New password', newPassword);
  await press(here.page, 'Change password');
  await here.page.getByText('Password changed. You are signed out everywhere else.').waitFor();
  await signOut(here.page);
  await signIn(here.page, own.url, '98200 11223', newPassword);
  expect([here.problems, there.problems]).toEqual([[], []]);
  await here.context.close();
  await there.context.close();
});

test('after five wrong tries the button counts down, and then lets the right password in', async () => {
  const email = 'ravi@roadkeeper.test';
  await own.addStaff(email, 'Ravi Pillai', 'Support');
  const { page, context } = await newVisitor(browser);
  await page.goto(`${own.url}/login`);
  await fill(page, 'Work email or mobile', email);
  for (let guess = 0; guess < 5; guess += 1) {
    await fill(page, 'Password', `guess ${guess}`);
    await press(page, 'Sign in');
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  }
  await page.getByText('Wait 2 seconds before you try again.').waitFor();
  expect(await page.getByRole('button', { name: /^Try again in \d seconds?$/ }).isDisabled()).toBe(true);
  own.clock.move(2_000);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await fill(page, 'Password', demoPassword);
  await press(page, 'Sign in');
  await page.waitForURL(/\/dashboard/);
  await context.close();
});

const tab =
  (number: number, text: string): Opens =>
  async (page) => {
    await go(page, `${own.url}/profile?tab=${number}`);
    return shown(page.getByText(text));
  };
const outside: readonly (readonly [name: string, open: Opens])[] = [
  [
    'a forgotten password',
    async (page) => {
      await page.goto(`${own.url}/forgot`);
      return shown(page.getByRole('heading', { level: 1 }));
    },
  ],
  [
    'a link that is used up',
    async (page) => {
      await page.goto(`${own.url}/reset#rkp_nothing`);
      return shown(page.getByText('This link is no longer valid'));
    },
  ],
];
const inside: typeof outside = [
  ['own particulars', tab(1, 'Last sign-in')],
  ['security', tab(2, 'Not set up')],
  ['own sessions', tab(3, 'This device')],
  [
    'the picture with the key',
    async (page) => {
      await tab(2, 'Not set up')(page);
      await press(page, 'Turn on');
      await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(demoPassword);
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      return shown(page.getByRole('img', { name: /^QR code for your authenticator app/ }));
    },
  ],
];

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
  });
  afterAll(() => visitor?.context.close());

  test.each(outside)('%s', async (_, open) => {
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test.each(inside)('%s', async (_, open) => {
    if (!new URL(visitor.page.url()).pathname.startsWith('/profile'))
      await enter(visitor.page, own.url, 'clerk@roadkeeper.test');
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});
