import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

test('a client finds answers by their words, the numbers of the own state, and the keys', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, product.url, 'client@roadkeeper.test');
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole('banner').getByRole('link', { name: 'Help centre' }).click();
  await page.getByRole('heading', { level: 1, name: 'Help centre' }).waitFor();

  const answers = page.getByRole('region', { name: 'Frequently asked questions' });
  const question = answers.getByText('What is the tolerance?');
  await question.waitFor();
  expect(await answers.locator('details[open]').count()).toBe(0);
  await question.click();
  await answers.locator('details[open] .rich').waitFor();

  // The numbers of all of India come first, then those of the state that the organisation is in.
  const numbers = page.getByRole('region', { name: 'Emergency numbers' });
  const national = numbers.getByRole('link', { name: /: 112$/ });
  expect(await national.getAttribute('href')).toBe('tel:112');
  expect(await numbers.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Nationwide', 'Maharashtra']);
  await numbers.getByLabel('State').selectOption('DL');
  await numbers.getByRole('region', { name: 'Delhi' }).getByRole('link', { name: /1094/ }).waitFor();
  await page.getByRole('region', { name: 'Keyboard shortcuts' }).getByText('Go to a page').waitFor();

  // Found by what is in an answer alone, it is shown open.
  await page.keyboard.press('/');
  await page.keyboard.type('ambulance');
  await page.getByRole('region', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  expect(await numbers.getByRole('link', { name: /: 108$/ }).count()).toBeGreaterThan(0);
  expect(await numbers.getByRole('link', { name: /: 100$/ }).count()).toBe(0);
  await page.getByLabel('Search help').fill('zebra crossing moon');
  await answers.getByText('No answers match your search.', { exact: false }).waitFor();
  await numbers.getByText('No emergency number matches your search.').waitFor();
  expect(problems).toEqual([]);

  const faults = await inEveryDress(visitor, async () => {
    await page.goto(`${product.url}/help`);
    return shown(answers.getByText('What is the tolerance?'));
  });
  expect(faults).toEqual([]);
  await context.close();
});

test('answers are found misspelled, and rated; what nobody has answered is told to those who write', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, product.url, 'client@roadkeeper.test');
  await page.goto(`${product.url}/help`);
  const answers = page.getByRole('region', { name: 'Frequently asked questions' });
  await answers.getByText('What is the tolerance?').waitFor();
  await page.getByLabel('Search help').fill('tolerence');
  const best = answers.locator('details').first();
  await best.getByText('What is the tolerance?').waitFor();
  const helped = best.getByRole('group', { name: 'Did this answer help?' });
  await helped.getByRole('button', { name: 'Yes' }).click();
  await helped.getByText('Thank you for your answer.').waitFor();
  expect(await helped.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed')).toBe('true');
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/faq/gap'));
  await page.getByLabel('Search help').fill('submarine 4711 parking');
  await answers.getByText('No answers match your search.', { exact: false }).waitFor();
  expect((await noted).status()).toBe(200);
  expect(await page.getByRole('region', { name: 'Searches without an answer' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();

  const staff = await newVisitor(browser);
  await enter(staff.page, product.url);
  await staff.page.goto(`${product.url}/help`);
  const gaps = staff.page.getByRole('region', { name: 'Searches without an answer' });
  const row = gaps.getByRole('row').filter({ hasText: 'submarine parking' });
  await row.waitFor();
  await staff.page.getByText('What is the tolerance?').click();
  await staff.page.getByText('It helped 1 of 1 person who answered.').waitFor();
  await row.getByRole('button', { name: /Dismiss/ }).click();
  await gaps.getByText('Every search has found an answer so far.').waitFor();
  const faults = await inEveryDress(staff, async () => {
    await staff.page.goto(`${product.url}/help`);
    return shown(gaps);
  });
  expect(faults).toEqual([]);
  await staff.context.close();
});

test('whoever cannot sign in finds answers from the sign-in page, and only those that are for everybody', async () => {
  const visitor = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  const { page, context, problems } = visitor;
  await page.goto(`${product.url}/login`);
  // Styles of what is drawn here come along, and not with the menu alone.
  const markOf = async () => (await page.locator('.brand svg').boundingBox())?.width;
  await page.getByRole('link', { name: 'Help' }).waitFor();
  expect(await markOf()).toBe(28);
  await page.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  expect(await markOf()).toBe(28);
  const answers = page.getByRole('region', { name: 'Frequently asked questions' });
  await answers.locator('summary').first().waitFor();
  await page.getByLabel('Search help').fill('pasword forgoten');
  await answers.locator('details[open] .rich').waitFor();
  await page.getByLabel('Search help').fill('submarine');
  await answers.getByText('No answers match your search.', { exact: false }).waitFor();
  expect(problems).toEqual([]);
  const faults = await inEveryDress(visitor, async () => {
    await page.goto(`${product.url}/answers`);
    return shown(answers.locator('summary').first());
  });
  expect(faults).toEqual([]);
  await context.close();
});

test('the menu scrolls to the page one is on, and the page itself stays at its beginning', async () => {
  const { page, context } = await newVisitor(browser, { viewport: { width: 1440, height: 620 } });
  await enter(page, product.url);
  await page.goto(`${product.url}/help`);
  const current = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Help centre' });
  await page.getByRole('region', { name: 'Keyboard shortcuts' }).waitFor();
  const box = await current.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(620);
  expect(await page.evaluate('scrollY')).toBe(0);
  await context.close();
});
