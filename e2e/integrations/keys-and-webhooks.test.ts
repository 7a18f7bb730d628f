import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, type Visitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);
const owner = 'client@roadkeeper.test';

/** What stands there in both skins, right-to-left and narrow. */
const lookAt = (visitor: Visitor) => async (sign: Locator) => {
  expect(await inEveryDress(visitor, () => shown(sign))).toEqual([]);
  await visitor.page.setViewportSize({ width: 1440, height: 900 });
};

test('an owner makes a key, a script reads with it, and it is dead when it is revoked', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  const look = lookAt(visitor);
  await enter(page, own.url, owner);
  await page.goto(`${own.url}/api-key`);
  await page.getByText('No API keys').waitFor();
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  // What is missing is said where it is chosen.
  await dialog.getByLabel('Name', { exact: true }).fill('Fuel card sync');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await dialog.getByText('Choose what the key may do').waitFor();
  await dialog.getByLabel('Find a module').fill('vehicles');
  await dialog.getByRole('checkbox', { name: 'View Vehicles', exact: true }).check();
  await look(dialog);
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const field = page.getByRole('textbox', { name: 'API key', exact: true });
  await field.waitFor();
  const key = await field.inputValue();
  expect(key).toMatch(/^rk_live_[0-9A-Za-z]{49}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  const call = () => fetch(`${own.url}/api/v1/vehicle?take=1`, { headers: { authorization: `Bearer ${key}` } });
  expect((await call()).status).toBe(200);
  const line = page.locator('[data-key]');
  await line.getByText('Fuel card sync').first().waitFor();
  await line.getByText('Permissions in 1 module').click();
  await line.getByText('Vehicles: View').waitFor();
  await look(line);
  await line.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await line.getByText('Revoked').first().waitFor();
  expect((await call()).status).toBe(401);
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);

test('an owner makes a webhook, reads what it was sent, turns it off and deletes it', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  const look = lookAt(visitor);
  await enter(page, own.url, owner);
  await page.goto(`${own.url}/api-key`);
  await page.locator('nav.tabs').getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create webhook' });
  await dialog.getByLabel('Name', { exact: true }).fill('Fuel card');
  await dialog.getByLabel('Address').fill('https://169.254.169.254/latest');
  await dialog.getByRole('checkbox', { name: /^Challan paid/ }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByText('Must be an address on the public internet').waitFor();
  await dialog.getByLabel('Address').fill('https://hooks.example.invalid/x');
  await look(dialog);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const secret = page.getByRole('textbox', { name: 'Secret', exact: true });
  await secret.waitFor();
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  const line = page.locator('[data-webhook]');
  await line.getByText('https://hooks.example.invalid/x').waitFor();
  await look(line);
  await line.getByRole('button', { name: 'Messages' }).click();
  const log = page.getByRole('dialog', { name: /Messages of/ });
  await log.getByText('Nothing has been sent yet').waitFor();
  await log.getByRole('button', { name: 'Send test message' }).click();
  const message = log.locator('[data-message]');
  await message.getByText('Failed').waitFor({ timeout: 30_000 });
  await message.getByText('1 try').click();
  await look(log);
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: 'Turn off' }).click();
  await line.getByText('Off', { exact: true }).waitFor();
  await line.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks').waitFor();
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);
