import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inEveryDress, type Opens, shown, wear } from '../support/dress.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { newVisitor, signIn, type Visitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const minute = 60_000;
const banner = (page: Page) => page.getByRole('region', { name: 'Signed in as another user' });
const back = (page: Page) => page.getByRole('button', { name: 'Return to my account' });

beforeAll(async () => {
  await own.sql(`insert into account (id, org_id, kind, name, email, password_hash, role_id)
       select gen_random_uuid(), c.org_id, 'client', 'Kavita Pawar', 'kavita@sahyadri.test', password_hash_of(c.id, '${own.product.db.seal('password_hash')}'), r.id
       from account c, role r where c.email = 'client@roadkeeper.test' and r.name = 'Client viewer'`);
});

/** The server’s clock goes with the browsers’, unless it is ahead of them. */
beforeEach(() => own.clock.move(Math.max(0, Date.now() - own.clock.now().getTime())));

/** From the list of app users, by the row's menu. */
async function actAs(page: Page, name: string, { provesAgain = false } = {}): Promise<void> {
  await page.goto(`${own.url}/app-user?q=${name.split(' ')[0]}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: `Sign in as ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Sign in as ${name}` });
  await dialog.getByLabel('Reason').fill('A challan does not show');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  if (provesAgain) {
    // The last proof of who sits there is too old for this.
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Your password', { exact: true }).fill('Demo-Roadkeeper-2026');
    await proof.getByRole('button', { name: 'Continue' }).click();
  }
  await page.waitForURL(/\/dashboard$/);
  await banner(page).waitFor();
}

test('staff act as a client with a reason, change what the client may, return, and the history names both', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  await page.goto(`${own.url}/rto?q=pune`);
  await page.getByRole('link', { name: /MH12/ }).first().click();
  await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
  await page.goto(`${own.url}/app-user?q=Meera`);
  await page.getByRole('link', { name: /Meera Joshi/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Meera Joshi' }).waitFor();
  await page.getByRole('button', { name: 'Sign in as Meera Joshi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in as Meera Joshi' });
  await dialog.getByLabel('Reason').fill('too short');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByText('Enter a reason of at least 10 characters').waitFor();
  await dialog.getByLabel('Reason').fill('A challan does not show');
  await dialog.getByLabel('Ticket').fill('HD-1042');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/dashboard$/);
  await expect
    .poll(() => banner(page).textContent())
    .toMatch(/You are signed in as Meera Joshi \(Sahyadri Logistics\)\. (30:00|29:\d\d) left\./);
  await expect.poll(() => banner(page).getByRole('status').textContent()).toMatch(/signed in as Meera Joshi/);
  await page
    .getByRole('button', { name: /^Account of Meera Joshi|Meera Joshi/ })
    .first()
    .waitFor();
  const first = await banner(page).getByRole('timer').textContent();
  await expect.poll(() => banner(page).getByRole('timer').textContent()).not.toBe(first);

  // The client's menu and rows, without what nobody does for somebody else.
  expect(await page.getByRole('navigation', { name: 'Main menu' }).first().textContent()).not.toMatch(/Roles|Modules/);
  await page.goto(`${own.url}/app-user`);
  await page.getByText(/^1 to 5 of 5/).waitFor();
  expect(await page.getByText('Rohan Kulkarni').count(), 'of another organisation').toBe(0);
  for (const missing of ['Export', 'Import'])
    expect([missing, await page.getByRole('main').getByText(missing, { exact: true }).count()]).toEqual([missing, 0]);
  await page.getByRole('link', { name: /Kavita Pawar/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Kavita Pawar' }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel(/^City/).fill('Satara');
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'App user updated successfully.' }).first().waitFor();
  await page.goto(`${own.url}/app-user`);
  await page.getByText(/^1 to 5 of 5/).waitFor();

  // A refusal because of acting as somebody else is told where one is, and no right is lost over it.
  await page.getByRole('link', { name: /Kavita Pawar/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Kavita Pawar' }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel(/^Email/).fill('elsewhere@example.in');
  await page.keyboard.press('Control+s');
  await page.getByText('This cannot be done as another user').first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/edit$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('button', { name: 'Leave' })
    .click()
    .catch(() => undefined);

  // A reload in the middle keeps it.
  await page.goto(`${own.url}/dashboard`);
  await banner(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /^Kavita Pawar/ }).waitFor();
  expect(await page.getByRole('option', { name: /^MH12/ }).count(), 'what one looked at oneself').toBe(0);
  await page.keyboard.press('Escape');
  await back(page).click();
  await page.getByRole('heading', { level: 1, name: 'Meera Joshi' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'You are back in your own account.' }).first().waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(new URL(page.url()).pathname, 'where one came from').toMatch(/^\/app-user\//);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /^MH12 Pune/ }).waitFor();
  expect(await page.getByRole('option', { name: /^Kavita Pawar/ }).count(), 'what the other looked at').toBe(0);
  await page.keyboard.press('Escape');

  await page.goto(`${own.url}/history?module=app-user`);
  await page.getByText('by Asha Menon on behalf of Meera Joshi').first().waitFor();
  await page.getByRole('link', { name: 'Signed in as others' }).click();
  const line = page.locator('.impersonation__acts-as li').first();
  await expect.poll(() => line.textContent()).toMatch(/Asha Menon as Meera Joshi \(Sahyadri Logistics\)/);
  expect(await line.textContent()).toMatch(/A challan does not showTicket HD-1042\d records? changedReturned1 min/);
  await page.getByLabel('Person, reason or ticket').fill('nobody like this');
  await page
    .getByText('No results')
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('by itself it returns at the end of the countdown, and tells two minutes before', async () => {
  const { page, context } = await newVisitor(browser);
  await page.clock.install();
  await signIn(page, own.url);
  await actAs(page, 'Meera Joshi');
  const renewals: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/session/refresh') && renewals.push(request.url())));
  await page.clock.fastForward(28 * minute + 5_000);
  await expect.poll(() => banner(page).getByRole('status').textContent()).toMatch(/Less than two minutes left/);
  expect(renewals, 'it is not prolonged').toEqual([]);
  await page.clock.fastForward(2 * minute);
  await page.waitForURL(/\/app-user\?q=Meera/);
  expect(await banner(page).count()).toBe(0);
  expect(renewals, 'one’s own is, on the way back').toHaveLength(1);
  await context.close();
});

test('another tab follows to and fro, and where one’s own session has ended too one signs in again', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  const other = await context.newPage();
  await other.goto(`${own.url}/rto`);
  await other.getByText(/^1 to 25 of/).waitFor();
  await actAs(page, 'Meera Joshi');
  await banner(other).waitFor();
  await other.waitForURL(/\/dashboard$/);
  await other.getByRole('navigation', { name: 'Main menu' }).first().getByText('My company').waitFor();
  await back(other).click();
  await other.waitForURL(/\/app-user\?q=Meera/);
  await page.waitForURL(/\/dashboard$/);
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main menu' }).first().getByText('Users').waitFor();

  await actAs(page, 'Meera Joshi');
  await own.sql(
    `update session set revoked_at = now(), revoked_why = 'revoked' where revoked_at is null and actor_id is null`,
  );
  own.clock.move(1_001);
  await page.waitForURL(/\/login\?/);
  await page.getByText('Your session ended').waitFor();
  await other.waitForURL(/\/login/);
  expect(problems).toEqual([]);
  await context.close();
});

test('signing out while acting as somebody else ends both', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  await actAs(page, 'Meera Joshi');
  await page
    .getByRole('button', { name: /Meera Joshi/ })
    .first()
    .click();
  await page.getByText('Sign out').click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect((await context.request.post(`${own.url}/api/v1/session/refresh`)).status()).toBe(401);
  const alive = await own.sql(
    `select 1 from session where revoked_at is null and actor_id is not null and expires_at > now()`,
  );
  expect(alive).toEqual([]);
  await page.goto(`${own.url}/dashboard`);
  await page.waitForURL(/\/login/);
  expect(problems).toEqual([]);
  await context.close();
});

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    await enter(visitor.page, own.url);
  });
  afterAll(() => visitor?.context.close());

  test('the dialog that asks for a reason', async () => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/app-user?q=Meera`);
      await page.getByRole('button', { name: 'Actions for Meera Joshi' }).click();
      await page.getByRole('menuitem', { name: 'Sign in as Meera Joshi' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
      return shown(page.getByText('Enter a reason of at least 10 characters'));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test('the banner over a list; it stays in sight, and the bar lies below it', async () => {
    const { page } = visitor;
    // By keyboard alone, from the reason on.
    await page.goto(`${own.url}/app-user?q=Meera`);
    await page.getByRole('button', { name: 'Actions for Meera Joshi' }).click();
    await page.getByRole('menuitem', { name: 'Sign in as Meera Joshi' }).click();
    await page.getByLabel('Reason').fill('A challan does not show');
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await banner(page).waitFor();
    const lies = async () => {
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      const [at, bar] = [await banner(page).boundingBox(), await page.locator('header.bar').boundingBox()];
      await page.evaluate('window.scrollTo(0, 0)');
      return { at: at?.y, below: (bar?.y ?? 0) >= (at?.height ?? Number.POSITIVE_INFINITY) };
    };
    const open: Opens = async (page) => {
      await go(page, `${own.url}/vehicle-model`);
      await page.getByText(/^1 to 25 of/).waitFor();
      expect(await lies()).toEqual({ at: 0, below: true });
      return banner(page);
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
    expect(await lies(), '390 px').toEqual({ at: 0, below: true });
    for (const direction of ['rtl', 'ltr'] as const) {
      await wear(page, { skin: 'light', direction });
      expect(await lies(), direction).toEqual({ at: 0, below: true });
    }
    await back(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app-user\?q=Meera/);
  });

  test('the list of who acted as whom', async () => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/impersonation`);
      return shown(page.locator('.impersonation__acts-as li'));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});

test('clients see when somebody acted as them or their people', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/impersonation`);
  await page.getByRole('heading', { level: 1, name: 'Signed in as others' }).waitFor();
  await expect
    .poll(() => page.locator('.impersonation__acts-as li').last().textContent())
    .toMatch(/Roadkeeper staff as Meera Joshi/);
  expect(await page.getByText('Asha Menon').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
  // Whoever may not look into the history of the organisation sees their own.
  const viewer = await newVisitor(browser);
  await enter(viewer.page, own.url, 'kavita@sahyadri.test');
  await viewer.page.goto(`${own.url}/impersonation`);
  await viewer.page.getByRole('heading', { level: 1, name: 'Signed in as me' }).waitFor();
  await viewer.page.getByText('No one has signed in as you').waitFor();
  await viewer.context.close();
});

// Last: from here on the server's clock is far ahead of the browsers'.
test('when the time has run out, the next call brings one back to one’s own account', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  await actAs(page, 'Meera Joshi');
  own.clock.move(31 * minute);
  await page.getByRole('link', { name: 'My company' }).first().click();
  await page.getByRole('status').filter({ hasText: 'Your session as another user has ended' }).first().waitFor();
  await page.waitForURL(/\/app-user\?q=Meera/);
  expect(await banner(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Asha Menon' }).or(page.getByText('Asha Menon')).first().waitFor();
  // At the start of a page too.
  await actAs(page, 'Meera Joshi', { provesAgain: true });
  own.clock.move(31 * minute);
  await page.reload();
  await page.waitForURL(/\/app-user\?q=Meera/);
  await page.getByText('Rohan').or(page.getByText('Meera Joshi')).first().waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
