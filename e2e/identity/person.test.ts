import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { newVisitor, signIn, type Visitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const demoPassword = 'Demo-Roadkeeper-2026';
const ownPassword = 'three blue tractors at noon';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0';
const { product: own, browser } = await journeys(startOwnProduct);
const ids: Record<string, string> = {};

beforeAll(async () => {
  ids['ravi'] = await own.addStaff('ravi@roadkeeper.test', 'Ravi Pillai', 'RTO clerk');
  ids['tara'] = await own.addStaff('tara@roadkeeper.test', 'Tara Iyer', 'Operations');
  ids['omar'] = await own.addStaff('omar@roadkeeper.test', 'Omar Shaikh', 'Operations');
  for (const { id, name } of await own.sql(`select id, name from account where kind = 'client'`))
    ids[String(name)] = String(id);
});

const lines = (page: Page) => page.locator('.sessions__session-lines li');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Record' });
const dialog = (page: Page) => page.getByRole('dialog');
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
async function tryToSignIn(page: Page, email: string, password: string) {
  await page.goto(`${own.url}/login`);
  await fill(page, 'Work email or mobile', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign in');
}
async function openPerson(page: Page, path: string, title: string) {
  // Loaded anew: much is done to these people behind the page's back.
  await page.goto(own.url + path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}
/** A call beside the screens, as somebody. */
async function send<Data>(method: 'POST' | 'PUT', path: string, payload: object, token = ''): Promise<Data> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await own.product.app.inject({ method, url: `/api/v1${path}`, payload, headers });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data as Data;
}
const post = async <Data = Record<string, string>>(path: string, payload: object, token = ''): Promise<Data> =>
  send('POST', path, payload, token);
const tokenOf = async (email: string, password = demoPassword) =>
  (await post('/login', { email, password }))['accessToken'];
async function switchCodeOn(email: string, password: string): Promise<void> {
  const token = await tokenOf(email, password);
  const { secret = '' } = await post('/session/two-step/start', { password }, token);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: own.clock.now().getTime() });
  await post('/session/two-step/confirm', { code }, token);
}

test('an administrator sees and ends sessions, gives a one-time password and switches a lost code off', async () => {
  const email = 'ravi@roadkeeper.test';
  const admin = await newVisitor(browser);
  await admin.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: own.url });
  await enter(admin.page, own.url);
  const there = await newVisitor(browser, { userAgent: firefox });
  await signIn(there.page, own.url, email);

  // From the list to the record, its tab, and the end of a session: the other browser is out without a click.
  await admin.page.goto(`${own.url}/user?q=Ravi`);
  await admin.page.getByRole('link', { name: 'Ravi Pillai' }).click();
  await tabs(admin.page).getByRole('link', { name: 'Sessions' }).click();
  await expect.poll(() => lines(admin.page).count()).toBe(1);
  expect(await lines(admin.page).innerText()).toMatch(/Firefox on Windows\s*127\.0\.0\.1.*Since.*Last used.*Ends by/s);
  await admin.page.getByText('Initial password, not changed since').waitFor();
  await admin.page.getByText('Not set up').waitFor();
  await admin.page.getByRole('button', { name: 'End Firefox on Windows' }).click();
  await admin.page.getByRole('heading', { name: 'Not signed in anywhere' }).waitFor();
  await there.page.waitForURL(/\/login/);

  // Somebody who acts as Ravi is named; all sessions end at once.
  await enter(there.page, own.url, email);
  const other = await newVisitor(browser);
  await signIn(other.page, own.url, 'tara@roadkeeper.test');
  await openPerson(other.page, `/user/${ids['ravi']}`, 'Ravi Pillai');
  await press(other.page, 'Sign in as Ravi Pillai');
  await dialog(other.page).getByLabel('Reason').fill('His list stays empty');
  await dialog(other.page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.page.waitForURL(/\/dashboard$/);
  await there.page.goto(`${own.url}/profile?tab=3`);
  await lines(there.page).filter({ hasText: 'Tara Iyer signed in as you' }).waitFor();
  await admin.page.reload();
  await lines(admin.page).filter({ hasText: 'Tara Iyer signed in as Ravi Pillai' }).waitFor();
  expect(await lines(admin.page).count()).toBe(2);
  await press(admin.page, 'End all');
  await press(admin.page, 'End 2 sessions');
  await admin.page.getByRole('heading', { name: 'Not signed in anywhere' }).waitFor();
  await there.page.waitForURL(/\/login/);
  await other.page.getByRole('region', { name: 'Signed in as another user' }).waitFor({ state: 'detached' });

  // A one-time password, after showing once more who is there.
  await signIn(there.page, own.url, email);
  own.clock.move(10 * 60_000 + 1_000);
  await press(admin.page, 'Reset password');
  await dialog(admin.page).getByText('All sessions of Ravi Pillai end immediately.').waitFor();
  const field = dialog(admin.page).getByLabel('One-time password', { exact: true }).last();
  const first = await field.inputValue();
  expect(first).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  await press(admin.page, 'Generate another');
  expect(await field.inputValue()).not.toBe(first);
  await field.fill('password');
  await dialog(admin.page).getByRole('button', { name: 'Reset password' }).click();
  const prove = admin.page.getByRole('dialog', { name: 'Confirm it’s you' });
  await prove.getByLabel('Your password', { exact: true }).fill(demoPassword);
  await prove.getByRole('button', { name: 'Continue' }).click();
  await dialog(admin.page).getByText('This password is too common').waitFor();
  await press(admin.page, 'Generate another');
  const oneTime = await field.inputValue();
  await dialog(admin.page).getByRole('button', { name: 'Reset password' }).click();
  await dialog(admin.page).getByText('This is now the password of Ravi Pillai.').waitFor();
  expect(await dialog(admin.page).locator('.sessions__given-password').innerText()).toBe(oneTime);
  // The focus stands on what comes next.
  await admin.page.keyboard.press('Enter');
  await admin.page.getByText('Copied.').waitFor();
  expect(await admin.page.evaluate<string>('navigator.clipboard.readText()')).toBe(oneTime);
  await press(admin.page, 'Done');
  await admin.page.getByText('One-time, valid until').waitFor();
  await admin.page.getByRole('heading', { name: 'Not signed in anywhere' }).waitFor();
  await there.page.waitForURL(/\/login/);
  await tryToSignIn(there.page, email, demoPassword);
  await there.page.getByText('Wrong email or password').waitFor();
  await tryToSignIn(there.page, email, oneTime);
  await there.page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  await fill(there.page, 'Temporary password', oneTime);
  await fill(there.page, 'New password', ownPassword);
  await press(there.page, 'Change password');
  await there.page.getByRole('navigation', { name: 'Main menu' }).waitFor();

  // A lost code.
  await switchCodeOn(email, ownPassword);
  await admin.page.reload();
  await admin.page.getByText('On since').waitFor();
  await press(admin.page, 'Turn off two-step verification');
  await dialog(admin.page).getByText('must choose a new one').waitFor();
  await dialog(admin.page).getByRole('button', { name: 'Turn off', exact: true }).click();
  await admin.page.getByText('Two-step verification is turned off.').waitFor();
  await admin.page.getByText('Must be changed at the next sign-in').waitFor();
  await there.page.waitForURL(/\/login/);
  await tryToSignIn(there.page, email, ownPassword);
  await there.page.getByRole('heading', { name: 'Choose your own password' }).waitFor();

  // All of it stands in the history, without a way back to a password.
  await tabs(admin.page).getByRole('link', { name: 'History' }).click();
  await admin.page.getByText('one-time password given').waitFor();
  await admin.page.getByText('turned off by an administrator').waitFor();
  expect(await admin.page.getByText('Restore previous version').count()).toBe(0);
  expect(await admin.page.getByText(oneTime).count()).toBe(0);
  expect([admin.problems, there.problems, other.problems]).toEqual([[], [], []]);
  await Promise.all([admin, there, other].map(({ context }) => context.close()));
});

test('a peer is offered none of it, in the list, on the page, nor by its address', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await signIn(page, own.url, 'tara@roadkeeper.test');
  const offered = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    // A menu that is on its way out would be taken for the next one.
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    return items.filter((one) => /password|two-step/.test(one));
  };
  await page.goto(`${own.url}/user?sort=name`);
  await page.getByRole('link', { name: 'Omar Shaikh' }).waitFor();
  expect(await offered('Omar Shaikh')).toEqual([]);
  expect(await offered('Tara Iyer'), 'oneself').toEqual([]);
  expect(await offered('Ravi Pillai')).toEqual(['Reset password', 'Turn off two-step verification']);
  await openPerson(page, `/user/${ids['omar']}?tab=sessions`, 'Omar Shaikh');
  await page.getByRole('region', { name: 'Details' }).waitFor();
  expect(await tabs(page).getByRole('link').allInnerTexts()).not.toContain('Sessions');
  expect(await offered('Omar Shaikh')).toEqual([]);
  const calls = asked.filter((path) => path.startsWith('/api/v1/'));
  expect(calls).toContain(`/api/v1/user/${ids['omar']}`);
  expect(calls.filter((path) => /sessions|sign-in/.test(path))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('an app user gets a link by mail or, without an address, a one-time password; the tab is kept', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  await openPerson(page, `/app-user/${ids['Imran Khan']}?tab=sessions`, 'Imran Khan');
  await page.getByRole('heading', { name: 'Where Imran Khan is signed in' }).waitFor();
  await press(page, 'Reset password');
  await dialog(page).getByRole('radio', { name: 'Link by email' }).check();
  await dialog(page).getByText('is sent to dispatch@roadkeeper.test').waitFor();
  await press(page, 'Send link');
  await page.getByText('User Password reset successfully!').waitFor();
  expect(own.mails.at(-1)).toMatchObject({ template: 'password-reset', accountId: ids['Imran Khan'] });
  expect(own.mails.at(-1)?.secretLink).toMatch(/\/reset#rkp_/);

  // What could not be read is asked for again.
  await page.route('**/sessions', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong!' } }),
  );
  await page.reload();
  await page.getByRole('alert').getByText('Something went wrong!').first().waitFor();
  await page.unroute('**/sessions');
  await press(page, 'Try again');
  await page.getByRole('heading', { name: 'Not signed in anywhere' }).waitFor();

  // Nobody had to choose the tab again for the next person, nor after a reload.
  await openPerson(page, `/app-user/${ids['Ganesh Pawar']}`, 'Ganesh Pawar');
  await page.getByRole('heading', { name: 'Where Ganesh Pawar is signed in' }).waitFor();
  expect(await tabs(page).locator('[aria-current=page]').innerText()).toBe('Sessions');
  await press(page, 'Reset password');
  await dialog(page).getByLabel('One-time password').waitFor();
  expect(await dialog(page).getByText('Link by email').count()).toBe(0);
  await page.keyboard.press('Escape');
  await tabs(page).getByRole('link', { name: 'Overview' }).click();
  await openPerson(page, `/app-user/${ids['Imran Khan']}`, 'Imran Khan');
  await page.getByRole('region', { name: 'Details' }).waitFor();

  // By keyboard, from the menu; the focus comes back.
  const menu = page.getByRole('button', { name: 'Actions for Imran Khan' });
  await menu.focus();
  await page.keyboard.press('Enter');
  // The menu takes the focus once it is open: chosen before that, the entry would lose it again.
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
  await page.getByRole('menuitem', { name: 'Turn off two-step verification' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Imran Khan signs in without two-step verification.').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Turn off' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  const focused = () =>
    page.evaluate<string>(
      '(document.activeElement?.ariaLabel ?? document.activeElement?.outerHTML ?? "").slice(0, 80)',
    );
  await expect.poll(focused).toBe('Actions for Imran Khan');
  expect(problems).toEqual([]);
  await context.close();
});

test('whose records somebody works on stands on their page and is changed there', async () => {
  const role = { name: 'Account manager', audience: 'staff', rowScope: 'OWN_CLIENTS', permissions: [] };
  await post('/role', role, await tokenOf('admin@roadkeeper.test'));
  ids['maya'] = await own.addStaff('maya@roadkeeper.test', 'Maya Rao', 'Account manager');
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  await openPerson(page, `/user/${ids['ravi']}?tab=scope`, 'Ravi Pillai');
  await page.getByText('Ravi Pillai has access to all records that the permissions of the role allow').waitFor();
  await openPerson(page, `/user/${ids['maya']}?tab=scope`, 'Maya Rao');
  await page.getByText('None assigned: Maya Rao sees no clients').waitFor();
  await page.getByRole('button', { name: 'Change Data scope of Maya Rao' }).click();
  await dialog(page).getByRole('combobox').fill('Sahyadri');
  await page.getByRole('option', { name: 'Sahyadri Logistics' }).click();
  expect(await axe(page), 'a client to give').toEqual([]);
  // A colleague gives another client and corrects the name meanwhile: neither is undone.
  const token = await tokenOf('admin@roadkeeper.test');
  const deccan = await own.sql(`select id from organisation where name like 'Deccan%' limit 1`);
  const given = { rtoIds: [], organisationIds: deccan.map(({ id }) => id) };
  await send('PUT', `/user/${ids['maya']}/scope`, given, token);
  await page.getByText(/^Asha Menon changed Clients on .*, while this form was open\./).waitFor();
  expect(await axe(page), 'the notice').toEqual([]);
  await dialog(page).getByRole('button', { name: /^Save/ }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toMatch(/^Change/);
  await page.getByRole('list', { name: 'Clients' }).getByRole('link', { name: 'Sahyadri Logistics' }).waitFor();
  expect(await own.sql('select 1 from user_client where user_id = $1', [ids['maya']])).toHaveLength(2);
  await go(page, `${own.url}/user/scope`);
  await page.getByRole('listitem').filter({ hasText: 'Maya Rao' }).getByText('Sahyadri Logistics').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('one’s own profile takes up what was saved in another window, and asks where both changed the same', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'tara@roadkeeper.test');
  await page.goto(`${own.url}/profile`);
  const token = await tokenOf('tara@roadkeeper.test');
  await fill(page, 'Name', 'Tara Iyer-Menon');
  await send('PUT', '/session/profile', { name: 'Tara Iyer', mobile: '9700000011' }, token);
  await press(page, 'Save');
  await expect
    .poll(() => own.sql('select name, mobile from account where id = $1', [ids['tara'] ?? '']))
    .toEqual([{ name: 'Tara Iyer-Menon', mobile: '9700000011' }]);
  await expect.poll(() => page.getByLabel(/^Mobile/).inputValue()).toBe('9700000011');
  await fill(page, 'Name', 'Tara I.');
  await send('PUT', '/session/profile', { name: 'T. Menon', mobile: '9700000011' }, token);
  await press(page, 'Save');
  await page.getByText(/^Tara Iyer-Menon changed this to “T. Menon” on .*, .*\. Save again to keep yours\./).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Tara I.');
  await press(page, 'Save');
  await expect
    .poll(() => own.sql('select name from account where id = $1', [ids['tara'] ?? '']))
    .toEqual([{ name: 'Tara I.' }]);
  expect(problems.filter((one) => !one.includes('412'))).toEqual([]);
  await context.close();
});

const lakshmi = 'Lakshmi Iyer';
const sessionsOf = async (page: Page) => {
  await openPerson(page, `/app-user/${ids[lakshmi]}?tab=sessions`, lakshmi);
  return shown(lines(page));
};
const resetOf = async (page: Page) => {
  await sessionsOf(page);
  await press(page, 'Reset password');
  return shown(dialog(page).getByText('Generate another'));
};
const screens: readonly (readonly [name: string, open: Opens])[] = [
  [
    'menu of a row',
    async (page) => {
      await go(page, `${own.url}/app-user?q=Lakshmi`);
      await page.getByRole('button', { name: `Actions for ${lakshmi}` }).click();
      return shown(page.getByRole('menuitem', { name: 'Reset password' }));
    },
  ],
  ['sessions', sessionsOf],
  ['a password to hand over', resetOf],
  [
    'a link by mail',
    async (page) => {
      await resetOf(page);
      const link = dialog(page).getByRole('radio', { name: 'Link by email' });
      await link.check();
      return link;
    },
  ],
  [
    'code at sign-in switched off',
    async (page) => {
      await sessionsOf(page);
      await page.getByRole('button', { name: `Actions for ${lakshmi}` }).click();
      await page.getByRole('menuitem', { name: 'Turn off two-step verification' }).click();
      return shown(dialog(page).getByText('signs in without two-step verification'));
    },
  ],
  [
    'what somebody works on',
    async (page) => {
      await openPerson(page, `/user/${ids['maya']}?tab=scope`, 'Maya Rao');
      return shown(page.getByRole('list', { name: 'Clients' }));
    },
  ],
  [
    'what somebody is to work on',
    async (page) => {
      await openPerson(page, `/user/${ids['maya']}?tab=scope`, 'Maya Rao');
      await page.getByRole('button', { name: 'Change Data scope of Maya Rao' }).click();
      return shown(dialog(page).getByRole('combobox'));
    },
  ],
];

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    const there = await newVisitor(browser, { userAgent: firefox });
    await signIn(there.page, own.url, 'iyer@roadkeeper.test');
    await there.context.close();
    visitor = await newVisitor(browser);
    await enter(visitor.page, own.url);
  });
  afterAll(() => visitor?.context.close());

  test.each(screens)('%s', async (_, open) => {
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});
