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
