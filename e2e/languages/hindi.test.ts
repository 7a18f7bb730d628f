import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { chooseHindi, enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

test('Hindi is chosen before the sign-in, goes along to the account and to another browser, and is left again', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.goto(`${product.url}/login`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const file = page.waitForResponse(/\/assets\/locales\/hi\.json$/);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  expect((await file).status()).toBe(200);
  await page.getByRole('heading', { level: 1, name: 'साइन इन करें' }).waitFor();
  await page.locator('html[lang="hi"]').waitFor({ state: 'attached' });
  // What the server refuses is in Hindi before anybody is known.
  const [name, password] = [page.locator('input[autocomplete="username"]'), page.locator('input[type="password"]')];
  await name.fill('operations@roadkeeper.test');
  await password.fill('wrong-password');
  await page.keyboard.press('Enter');
  await page.getByText('ईमेल या पासवर्ड गलत है').waitFor();
  await password.fill('Demo-Roadkeeper-2026');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);
  await page.locator('.shell h1').getByText('डैशबोर्ड').waitFor();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^उल्लंघन/ })
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();

  const other = await newVisitor(browser);
  await enter(other.page, product.url, 'operations@roadkeeper.test');
  await other.page.goto(`${product.url}/profile`);
  await other.page.locator('html[lang="hi"]').waitFor({ state: 'attached' });
  await other.page.getByRole('heading', { level: 1, name: 'प्रोफ़ाइल और सुरक्षा' }).waitFor();
  // No reload, and the way back is in its own words.
  await other.page.evaluate('window.sameDocument = true');
  await other.page.getByText('English', { exact: true }).click();
  await other.page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  await other.page.locator('html[lang="en"]').waitFor({ state: 'attached' });
  await other.page
    .getByRole('navigation')
    .getByRole('link', { name: /^Violations/ })
    .first()
    .waitFor();
  expect(await other.page.evaluate('window.sameDocument')).toBe(true);
  expect(other.problems).toEqual([]);
  await other.context.close();
});

test('a list, its dates and numbers, a form and what is refused are in Hindi, in every dress', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, product.url, 'operations@roadkeeper.test');
  await page.goto(`${product.url}/profile`);
  await chooseHindi(page);
  const list = async () => {
    await page.goto(`${product.url}/vehicle`);
    return shown(page.getByRole('heading', { level: 1, name: 'वाहन' }));
  };
  await list();
  await page.getByText(/^72 में से 1 से 25$/).waitFor();
  // Days to come are counted; grouping is that of India.
  await page
    .getByText(/^\d+ दिन में$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'कॉलम', exact: true }).click();
  await page.getByRole('checkbox', { name: 'ओडोमीटर', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect
    .poll(() =>
      page
        .locator('tbody')
        .getByText(/^\d{2},\d{3}$/)
        .count(),
    )
    .toBeGreaterThan(5);
  expect(await inEveryDress(visitor, list)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/rto/new`);
  await page.getByRole('button', { name: /^सहेजें और बंद करें/ }).click();
  await page.getByText('“कार्यालय” भरना ज़रूरी है').waitFor();
  await page.getByRole('textbox', { name: 'कोड', exact: true }).fill('MH12');
  await page.getByRole('textbox', { name: 'कार्यालय', exact: true }).fill('Another office');
  await page.getByRole('combobox', { name: 'राज्य' }).fill('महाराष्ट्र');
  await page.getByRole('option', { name: 'महाराष्ट्र' }).click();
  await page.getByRole('textbox', { name: 'ज़िला' }).fill('Pune');
  await page.getByLabel('प्रकार').selectOption('RTO');
  await page.getByRole('button', { name: /^सहेजें और बंद करें/ }).click();
  // The server's words, with those of the contract in them.
  await page
    .getByText(/पहले से इस्तेमाल में है|किसी और के पास यही/)
    .first()
    .waitFor();
  const form = async () => {
    await page.goto(`${product.url}/vehicle/new`);
    return shown(page.getByRole('heading', { level: 1, name: 'नया: वाहन' }));
  };
  expect(await inEveryDress(visitor, form)).toEqual([]);
  await context.close();
});

test('names that only a screen reader says are in Hindi where the cells are, and so is what a deletion is refused for', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url, 'admin@roadkeeper.test');
  await page.goto(`${product.url}/profile`);
  await chooseHindi(page);
  await page.goto(`${product.url}/kyc-doc`);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'पंजीकरण प्रमाणपत्र', exact: true }) });
  await row.getByRole('checkbox', { name: 'पंजीकरण प्रमाणपत्र चुनें' }).waitFor();
  const names = await row.locator('[aria-label]').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => /registration/i.test(name))).toEqual([]);

  await page.goto(`${product.url}/insurer`);
  const insurer = page.getByRole('row').nth(1);
  await insurer.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'हटाएँ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').first().waitFor();
  const references = await dialog.getByRole('listitem').allInnerTexts();
  expect(
    references.filter((text) => !/^[\d,]+ \p{Script=Devanagari}[\p{Script=Devanagari} ]*$/u.test(text.trim())),
  ).toEqual([]);
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  await context.close();
});

test('what the last reader of a browser read says nothing of the next, who chose no language', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url, 'finance@roadkeeper.test');
  await page.goto(`${product.url}/profile`);
  await chooseHindi(page);
  await page.getByRole('button', { name: /Suresh Pillai/ }).click();
  await page.getByText('साइन आउट करें', { exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'साइन इन करें' }).waitFor();
  const [name, password] = [page.locator('input[autocomplete="username"]'), page.locator('input[type="password"]')];
  await name.fill('kyc@roadkeeper.test');
  await password.fill('Demo-Roadkeeper-2026');
  await page.keyboard.press('Enter');
  await page.locator('.shell h1').getByText('Dashboard').waitFor();
  const own = await page.evaluate<string>(
    `fetch('/api/v1/session/refresh', { method: 'POST' }).then((answer) => answer.text())`,
  );
  expect(JSON.parse(own).userData.language).toBeNull();
  await context.close();
});
