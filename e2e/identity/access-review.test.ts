import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product: own, browser } = await journeys(startOwnProduct);

const menuOf = (page: Page, group: string) =>
  page.locator('nav.menu > div').filter({ has: page.getByRole('heading', { name: group, exact: true }) });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Drags by the middle of one thing to somewhere in another, in a few steps like a hand. */
async function drag(page: Page, from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>, part = 0.5) {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + 10, { steps: 3 });
  await page.mouse.move(x, end.y + end.height * part, { steps: 12 });
  await page.mouse.up();
}
const saved = (page: Page, words: string) => page.getByText(words).first().waitFor();

test('access is reviewed from a new role to a reset password, and each step shows where it should', async () => {
  const admin = await newVisitor(browser);
  const { page } = admin;
  let bearer = '';
  page.on('request', (request) => (bearer = request.headers()['authorization'] ?? bearer));
  await enter(page, own.url);

  // A role is made by copying, with its matrix, and bound to each person's own offices.
  await page.goto(`${own.url}/role`);
  await page.getByRole('link', { name: 'RTO clerk', exact: true }).click();
  await button(page, 'Actions for RTO clerk').click();
  await page.getByRole('menuitem', { name: 'Duplicate role' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copy of RTO clerk' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Pune clerk');
  await page.getByLabel('Data scope').selectOption({ label: 'Records of assigned offices (RTO)' });
  await page.getByRole('checkbox', { name: 'History: View', exact: true }).check();
  await page.keyboard.press('Control+s');
  // A copy grants what its model has: that is shown before it is saved.
  await page.getByRole('button', { name: /^Save \d+ changes$/ }).click();
  await saved(page, 'Role added successfully.');

  // Its level is dragged above that of Finance.
  await page.goto(`${own.url}/role`);
  await page.getByRole('link', { name: 'Pune clerk', exact: true }).waitFor();
  const order = () => page.locator('.modules__levels .modules__what a').allTextContents();
  const line = page.locator('.modules__levels > li').filter({ hasText: 'Support' });
  await drag(page, button(page, 'Move Pune clerk'), line);
  await button(page, 'Save order').click();
  await saved(page, 'Role Level updated successfully.');
  await page.reload();
  await page.getByRole('link', { name: 'Pune clerk', exact: true }).waitFor();
  expect((await order()).indexOf('Pune clerk')).toBeLessThan((await order()).indexOf('Finance'));

  // Vikram Rao is given the role and one office.
  await go(page, `${own.url}/user?q=vikram`);
  await page.getByRole('link', { name: 'Vikram Rao' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vikram Rao' }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('combobox', { name: /^Role/ }).fill('pune');
  await page.getByRole('option', { name: 'Pune clerk', exact: true }).click();
  await page.keyboard.press('Control+s');
  await saved(page, 'User updated successfully.');
  await go(page, `${own.url}/user/scope`);
  await button(page, 'Change Vikram Rao').click();
  const offices = dialog(page, 'Data scope of Vikram Rao');
  await offices.getByRole('combobox', { name: 'Add office' }).fill('MH12');
  await page.getByRole('option', { name: /MH12 Pune/ }).click();
  await offices.getByRole('button', { name: /^Save/ }).click();
  await offices.waitFor({ state: 'detached' });

  await page.goto(`${own.url}/module`);
  await button(page, 'Actions for RTO offices').click();
  await page.getByRole('menuitem', { name: 'Add to menu' }).click();
  await saved(page, 'Module updated successfully.');

  // He works with it: every office is seen, the given one alone is changed. His browser hears of nothing by itself.
  const clerk = await newVisitor(browser);
  await clerk.page.routeWebSocket(/./, (socket) => socket.close());
  await signIn(clerk.page, own.url, 'clerk@roadkeeper.test');
  await menuOf(clerk.page, 'Administration').getByRole('link', { name: 'RTO offices' }).click();
  await clerk.page.getByText(/^1 to 25 of 1,2/).waitFor();
  const editable = async (code: string) => {
    await go(clerk.page, `${own.url}/rto?q=${code}`);
    await clerk.page
      .getByRole('link', { name: new RegExp(code) })
      .first()
      .click();
    await clerk.page.getByRole('heading', { level: 1, name: new RegExp(`^${code}`) }).waitFor();
    return clerk.page.getByRole('link', { name: 'Edit', exact: true }).or(button(clerk.page, 'Edit')).count();
  };
  expect([await editable('MH12'), await editable('MH01')]).toEqual([1, 0]);

  // The module moves under another parent, and the role loses the history.
  await go(page, `${own.url}/module`);
  await button(page, 'Actions for RTO offices').click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const move = dialog(page, 'Move RTO offices');
  await move.getByLabel('Under').selectOption({ label: 'Help' });
  await move
    .getByText(/Pune clerk/)
    .first()
    .waitFor();
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await saved(page, 'Module Shifted successfully.');
  await page.goto(`${own.url}/role`);
  await page.getByRole('link', { name: 'Pune clerk', exact: true }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'History: View', exact: true }).uncheck();
  await page.keyboard.press('Control+s');
  await saved(page, 'Role updated successfully.');

  // What he sees is old until he asks for what is gone: told so, he gets the menu as it is now.
  await menuOf(clerk.page, 'Administration').getByRole('link', { name: 'RTO offices' }).waitFor();
  await clerk.page.keyboard.press('Control+k');
  await clerk.page.getByRole('combobox', { name: 'Search records and pages' }).fill('history');
  await clerk.page.getByRole('option', { name: /^History/ }).click();
  await clerk.page.getByText('You do not have permission to do this').first().waitFor();
  await menuOf(clerk.page, 'Help').getByRole('link', { name: 'RTO offices' }).waitFor();
  expect(await clerk.page.locator('nav.menu').getByRole('link', { name: 'History', exact: true }).count()).toBe(0);

  // The administrator acts as him, with a reason; what nobody does for somebody else is refused, and the banner says who it is.
  await go(page, `${own.url}/user?q=vikram`);
  await page.getByRole('link', { name: 'Vikram Rao' }).click();
  await button(page, 'Sign in as Vikram Rao').click();
  const reason = dialog(page, 'Sign in as Vikram Rao');
  await reason.getByRole('button', { name: 'Sign in', exact: true }).click();
  await reason.getByText('Enter a reason of at least 10 characters').waitFor();
  await reason.getByLabel('Reason').fill('Review of what the clerk sees');
  await reason.getByRole('button', { name: 'Sign in', exact: true }).click();
  const banner = page.getByRole('region', { name: 'Signed in as another user' });
  await expect.poll(() => banner.textContent()).toMatch(/You are signed in as Vikram Rao/);
  expect(await page.evaluate<boolean>(`localStorage.length > 0`)).toBe(true);
  await page.goto(`${own.url}/rto?q=MH12`);
  await page.getByRole('link', { name: /MH12/ }).first().click();
  await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel(/^District/).fill('Pune city');
  await page.keyboard.press('Control+s');
  await page
    .getByRole('status')
    .filter({ hasText: /updated success/ })
    .first()
    .waitFor();
  await go(page, `${own.url}/profile?tab=2`);
  await page.getByRole('heading', { name: 'Available only to Vikram Rao' }).waitFor();
  const passwords = { current: 'Demo-Roadkeeper-2026', password: 'Nine-Mango-Trees-9' };
  const refused = await page.request.post(`${own.url}/api/v1/session/password`, {
    headers: { authorization: bearer },
    data: passwords,
  });
  expect([refused.status(), await refused.text()]).toEqual([
    403,
    expect.stringContaining('cannot be done as another user'),
  ]);
  await button(page, 'Return to my account').click();
  await banner.waitFor({ state: 'detached' });
  await page.goto(`${own.url}/history?module=rto`);
  await page.getByText('by Asha Menon on behalf of Vikram Rao').first().waitFor();

  // What the page asks for by itself may tell it before anything is pressed: then there is nothing left to press.
  const noticesHeIsOut = async () => {
    const link = clerk.page.getByRole('link', { name: 'RTO offices' }).first();
    await link.click({ timeout: 5_000 }).catch(() => undefined);
    await clerk.page.waitForURL(/\/login\?/);
  };

  // Switched off while somebody has it, the role asks first; then he is out, and in again when it is back.
  await page.goto(`${own.url}/role`);
  await page.getByRole('link', { name: 'Pune clerk', exact: true }).click();
  const flip = page.getByRole('switch', { name: /Active|Inactive/ });
  await flip.click();
  const ask = dialog(page, 'Deactivate Pune clerk?');
  await ask.getByText('1 user has this role.').waitFor();
  await ask.getByRole('button', { name: 'Deactivate' }).click();
  await saved(page, 'Status updated successfully.');
  await noticesHeIsOut();
  await flip.click();
  await expect.poll(() => flip.getAttribute('aria-checked')).toBe('true');
  await signIn(clerk.page, own.url, 'clerk@roadkeeper.test');

  // His password is reset: the session that is left ends, the old password with it, and he chooses another.
  await go(page, `${own.url}/user?q=vikram`);
  await page.getByRole('link', { name: 'Vikram Rao' }).click();
  await button(page, 'Actions for Vikram Rao').click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  const reset = page.getByRole('dialog');
  await reset.getByRole('radio', { name: /One-time password/ }).check();
  const given = await reset.getByLabel('One-time password', { exact: true }).last().inputValue();
  await reset.getByRole('button', { name: 'Reset password' }).click();
  await reset.getByText('This is now the password of Vikram Rao.').waitFor();
  await noticesHeIsOut();
  await clerk.page.getByLabel(/email/i).fill('clerk@roadkeeper.test');
  await clerk.page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await button(clerk.page, 'Sign in').click();
  await clerk.page.getByText('Wrong email or password').waitFor();
  await clerk.page.getByLabel('Password', { exact: true }).fill(given);
  await button(clerk.page, 'Sign in').click();
  await clerk.page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  expect(admin.problems).toEqual([]);
  await Promise.all([admin.context.close(), clerk.context.close()]);
});
