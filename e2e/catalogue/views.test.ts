import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { axe } from '../support/axe.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

test('a view is saved under a name, survives reload and back, says when it was changed, and is shared', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto?state=MH&sort=-name`);
  await page.getByText('1 to 25 of 50').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByLabel('Name of the view').fill('Maharashtra, backwards');
  await page.getByRole('switch', { name: 'Share with my colleagues' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Maharashtra, backwards', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Maharashtra, backwards', exact: true }).waitFor();
  await page.getByLabel('Search').fill('pune');
  await page.getByRole('button', { name: 'Maharashtra, backwards changed' }).click();
  await page.getByRole('menuitem', { name: 'All RTO offices, no view' }).click();
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Maharashtra, backwards changed' }).waitFor();
  await go(page, `${product.url}/rto?sort=code`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: /Maharashtra, backwards/ }).click();
  await page.getByText('1 to 25 of 50').waitFor();
  expect(new URL(page.url()).search).toMatch(/^\?sort=-name&state=MH&view=[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'District', exact: true }).click();
  await page.getByRole('button', { name: 'Maharashtra, backwards changed' }).click();
  expect(await axe(page), 'the menu of views').toEqual([]);
  await page.getByRole('menuitem', { name: 'Reset to the saved view' }).click();
  await page.waitForURL(/sort=-name/);

  // Another name, and colleagues no longer see it; then they do again.
  const rename = async (name: string) => {
    await page.getByRole('button', { name: /^Maharashtra/ }).click();
    await page.getByRole('menuitem', { name: 'Name and sharing' }).click();
    await page.getByLabel('Name of the view').fill(name);
    await page.getByRole('switch', { name: 'Share with my colleagues' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
  };
  await rename('Maharashtra for me');
  await rename('Maharashtra, backwards');
  const other = await newVisitor(browser);
  await enter(other.page, product.url, 'clerk@roadkeeper.test');
  await other.page.goto(`${product.url}/rto?sort=code`);
  await other.page.getByRole('button', { name: 'Views' }).click();
  await other.page
    .getByRole('menuitem', { name: /Maharashtra, backwards/ })
    .getByText('Asha Menon')
    .waitFor();
  await other.context.close();
  expect(problems).toEqual([]);
  await context.close();
});

test('columns are hidden and moved by keyboard, and stay so', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto`);
  const heads = () => page.locator('thead th').allTextContents();
  await page.getByText(/^1 to 25 of/).waitFor();
  expect((await heads()).slice(1, 6)).toEqual(['Code', 'Office', 'State', 'District', 'Type']);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'State' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Move Type up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'PIN code', exact: true }).press('Space');
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await heads()).slice(1, 6))
    .toEqual(['Code', 'Office', 'Type', 'District', 'PIN code']);
  await page.reload();
  await page.getByText(/^1 to 25 of/).waitFor();
  await expect
    .poll(async () => (await heads()).slice(1, 6))
    .toEqual(['Code', 'Office', 'Type', 'District', 'PIN code']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(async () => (await heads()).slice(1, 6)).toEqual(['Code', 'Office', 'State', 'District', 'Type']);
  expect(problems).toEqual([]);
  await context.close();
});

test('columns are sized by pointer and keyboard, pinned, kept in a view, and joined by what a new version brings', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.setViewportSize({ width: 1100, height: 800 });
  const kept: { name: string }[][] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/rto/columns')) kept.push(request.postDataJSON().columns);
  });
  await page.goto(`${product.url}/rto?sort=code`);
  await page.getByText(/^1 to 25 of/).waitFor();
  const head = (name: string) => page.locator(`th[data-column=${name}]`);
  const width = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0);
  const drag = async (by: number) => {
    const box = await head('name').locator('.grip').boundingBox();
    if (!box) throw new Error('No grip');
    await page.mouse.move(box.x + 4, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 4 + by, box.y + 10, { steps: 5 });
    await page.mouse.up();
  };
  // Columns take their room once the rows are drawn.
  let before = 0;
  await expect
    .poll(
      async () => {
        const last = before;
        before = await width('name');
        return before > 0 && before === last;
      },
      { interval: 150 },
    )
    .toBe(true);
  await drag(60);
  await expect.poll(() => width('name')).toBe(before + 60);
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'));
  const mirrored = await head('name').locator('.grip').boundingBox();
  expect(mirrored?.x).toBeLessThan(((await head('name').boundingBox())?.x ?? 0) + 5);
  await drag(40);
  await expect.poll(() => width('name')).toBe(before + 20);
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'ltr'));

  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Make District wider' }).focus();
  const district = await width('district');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => width('district')).toBe(district + 48);
  await page.getByRole('button', { name: 'Pin District' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'PIN code', exact: true }).press('Space');
  await page.getByRole('checkbox', { name: 'Reports to', exact: true }).press('Space');
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // It stands beside the record's name, and stays there while the rest is scrolled.
  expect(await page.locator('thead th').nth(2).getAttribute('data-column')).toBe('district');
  const at = (await head('district').boundingBox())?.x;
  await page.locator('.list-scroll').evaluate((list) => (list.scrollLeft = 400));
  expect(await page.locator('.list-scroll').evaluate((list) => list.scrollLeft)).toBeGreaterThan(50);
  expect((await head('district').boundingBox())?.x).toBe(at);

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByLabel('Name of the view').fill('Districts');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Districts', exact: true }).waitFor();
  await page.getByText(/^1 to \d+ of/).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'State', exact: true }).press('Space');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Districts changed' }).click();
  expect(await head('state').count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Reset to the saved view' }).click();
  await head('state').waitFor();
  await page.getByRole('button', { name: 'Districts', exact: true }).waitFor();
  await expect.poll(() => width('district')).toBe(district + 48);

  // What an earlier version kept does not know the field 'kind', and still knows one that has gone.
  const older = kept.at(-2)?.filter(({ name }) => name !== 'kind') ?? [];
  expect(older.length).toBeGreaterThan(4);
  await page.route('**/rto/columns', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.list = [{ name: 'zone', shown: true }, ...older];
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`${product.url}/rto?sort=code`);
  const heads = () => page.locator('th[data-column]').evaluateAll((all) => all.map((one) => one.dataset['column']));
  await expect.poll(async () => (await heads()).slice(0, 2)).toEqual(['code', 'district']);
  expect((await heads()).slice(-2)).toEqual(['kind', 'status']);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Columns' }).click();
  // What was chosen is kept for the account: the next test begins without it.
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok()),
    page.getByRole('button', { name: 'Reset columns' }).click(),
  ]);
  expect(problems).toEqual([]);
  await context.close();
});

test('Ctrl+K finds records however their code is written, offers what can be done, and remembers', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  const ask = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type(words);
  };
  // Found by what is not its name, a record says by what.
  await ask('7000001054');
  await page.getByRole('option', { name: /^Nilesh Mane Mobile number 7000001054/ }).waitFor();
  await page.keyboard.press('Escape');
  await ask('mh 12');
  await page.getByRole('option', { name: /MH12 Pune/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
  await ask('edit');
  await page.getByRole('option', { name: 'Edit: MH12 Pune' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/rto\/[0-9a-f-]{36}\/edit$/);
  await go(page, `${product.url}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await ask('');
  await page.getByRole('option', { name: /MH12 Pune/ }).waitFor();
  await page.keyboard.type('dark');
  await page.getByRole('option', { name: 'Switch to dark mode' }).click();
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a field of all matching records is set at once by keyboard, and an export has only the columns shown', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto?state=GA&size=10`);
  await page.getByText('1 to 10 of').waitFor();
  // Other filters forget what was chosen: nothing out of sight is changed with the rest.
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByText('10 selected').waitFor();
  await page.getByLabel('Search').fill('panaji');
  await page.getByText('10 selected').waitFor({ state: 'detached' });
  await page.waitForURL(/q=panaji/);
  // Its rows are there: what is chosen from now on is not forgotten with those of before.
  await page.getByText('1 to 10 of').waitFor({ state: 'detached' });
  await page.getByLabel('Search').fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await page.getByText('1 to 10 of').waitFor();
  expect(await page.locator('.list tbody input[type=checkbox]:checked').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Edit field' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Edit a field of \d+ RTO offices$/ });
  await dialog.getByLabel('Field').selectOption({ label: 'District' });
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'District' }).fill('x');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox', { name: 'District' }).fill('Goa');
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: /\d+ changed/ })
    .waitFor();
  await page.locator('.list tbody tr').first().getByText('Goa', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  expect(await axe(page), 'the menu of exports').toEqual([]);
  await page.getByRole('menuitemcheckbox', { name: 'Only the columns shown' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'This page (10) as CSV' }).click(),
  ]);
  const text = await readFile(await saved.path(), 'utf8');
  expect(text.slice(1).split('\r\n')[0]).toBe('Code,Office,State,District,Type,Status');
  expect(text.split('\r\n')).toHaveLength(12);
  expect(problems).toEqual([]);
  await context.close();
});
