import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { type SpeedingVehicle, speedingFleet } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
/** On the expressway: the newest last. Then one on a service road beside a faster road. */
let expressway: SpeedingVehicle[];
let beside: SpeedingVehicle;

beforeAll(async () => {
  await own.addStaff('officer@roadkeeper.test', 'Ola Fernandes', 'Road-safety officer');
  const found = await speedingFleet(own, [
    { kmh: 95, northM: 986 },
    { kmh: 110, northM: 0 },
    { kmh: 100, northM: 0 },
    { kmh: 120, northM: 0 },
  ]);
  beside = found[0] as SpeedingVehicle;
  expressway = found.slice(1);
});

const rowOf = (page: Page, plate: string) => page.getByRole('row').filter({ hasText: plate });
const about = (page: Page) => page.getByRole('complementary', { name: 'About this violation' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('from the dashboard through the queue: one is dismissed for a wrong road, one confirmed, by keys', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'officer@roadkeeper.test');
  await page.getByRole('heading', { level: 2, name: 'Violations to review' }).getByRole('link').click();
  const [waiting] = await own.sql(`select count(*) as number from violation where state = 'TO_REVIEW'`);
  const number = Number(waiting?.['number']);
  await page.waitForURL(/\/violation\?state=TO_REVIEW/);
  await page.getByText(`${number} to review`, { exact: true }).waitFor();
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(number);
  // The service road beside a faster road is for people to judge, never evidence.
  await rowOf(page, beside.plate).first().getByText('Needs review').waitFor();
  for (const { plate } of expressway) await rowOf(page, plate).getByText('Passed', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('Checks').selectOption({ label: 'Passed' });
  await page.waitForURL(/tier=EVIDENCE/);
  await expect.poll(() => rows.count()).toBe(expressway.length);

  await rows.first().getByRole('link').first().click();
  await heading(page, '120 in an 80').waitFor();
  await page.getByRole('application', { name: /violation of/ }).waitFor();
  for (const sign of ['Matched, limit 80', 'Over the limit', 'Reported positions'])
    await page.getByText(sign, { exact: true }).waitFor();
  for (const words of ['Speed rule of the road', ', version 1', '5%: up to 84 km/h', 'Match confidence'])
    await about(page).getByText(words).first().waitFor();
  await about(page).getByText('All passed').waitFor();
  const slider = page.getByRole('slider', { name: 'Position around the violation' });
  await slider.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(
    /^\d\d:\d\d:\d\d · 60 km\/h \(57 corrected\) · Limit 80 · Expressway of the journey$/,
  );
  expect(await axe(page)).toEqual([]);

  // Keys are silent while somebody writes a note.
  const note = about(page).getByLabel('Note');
  await note.pressSequentially('cdn');
  await heading(page, '120 in an 80').waitFor();
  await note.fill('');
  await heading(page, '120 in an 80').focus();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Dismiss this violation' });
  await dialog.getByLabel('Matched to the wrong road').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByLabel('Matched to the wrong road').focus();
  await page.keyboard.press('2');
  expect(await dialog.getByLabel('Position jumped').isChecked()).toBe(true);
  await page.keyboard.press('1');
  await dialog.getByLabel('Note').fill('It drove on the flyover');
  await dialog.getByLabel('Note').press('Control+Enter');
  // The next of the same queue is there at once.
  await heading(page, '100 in an 80').waitFor();
  expect(new URL(page.url()).search).toContain('tier=EVIDENCE');
  await page.getByText('2 to review', { exact: true }).waitFor();
  // A dialog that fades keeps the keys.
  await dialog.waitFor({ state: 'detached' });
  // A key that is held down decides what is seen, and not what comes next.
  for (let repeat = 0; repeat < 4; repeat += 1) await page.keyboard.down('c');
  await heading(page, '110 in an 80').waitFor();
  for (let repeat = 0; repeat < 4; repeat += 1) await page.keyboard.down('c');
  await page.keyboard.up('c');
  await page.getByText('1 to review', { exact: true }).waitFor();

  await page.goto(`${own.url}/violation?state=DISMISSED`);
  await rows.first().getByRole('link').first().click();
  await about(page).getByText('It drove on the flyover').waitFor();
  await about(page).getByText('Matched to the wrong road').waitFor();
  await about(page).getByText('Ola Fernandes').waitFor();
  expect(await about(page).getByRole('button', { name: 'Confirm violation' }).count()).toBe(0);
  await page.goto(`${own.url}/violation`);
  await page.getByRole('link', { name: 'Limit quality' }).click();
  await rowOf(page, 'Expressway of the journey').getByRole('link', { name: '1', exact: true }).click();
  await page.waitForURL(/reason=WRONG_ROAD/);
  await rowOf(page, expressway[2]?.plate ?? '')
    .getByText('Dismissed')
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('two reviewers cannot decide the same one: the second is told who has it, and goes on', async () => {
  const first = await newVisitor(browser);
  const second = await newVisitor(browser);
  await enter(first.page, own.url, 'officer@roadkeeper.test');
  await enter(second.page, own.url, 'admin@roadkeeper.test');
  await first.page.goto(`${own.url}/violation?tier=EVIDENCE`);
  await first.page.locator('tbody tr').first().getByRole('link').first().click();
  await heading(first.page, '110 in an 80').waitFor();
  await expect
    .poll(() =>
      own.sql(`select 1 from violation where assigned_to is not null and peak_kmh = 110`).then((all) => all.length),
    )
    .toBe(1);
  await second.page.goto(first.page.url());
  await about(second.page).getByText('Ola Fernandes is reviewing this violation').waitFor();
  expect(await about(second.page).getByRole('button', { name: 'Confirm violation' }).count()).toBe(0);
  await heading(second.page, '110 in an 80').focus();
  await second.page.keyboard.press('c');
  // Whoever leaves it gives it back.
  await first.page.getByRole('link', { name: 'Violations' }).first().click();
  await expect
    .poll(() =>
      own.sql(`select 1 from violation where assigned_to is not null and peak_kmh = 110`).then((all) => all.length),
    )
    .toBe(0);
  await second.page.reload();
  await about(second.page).getByRole('button', { name: 'Confirm violation' }).waitFor();
  // It was recalculated behind the page.
  await own.sql(`update violation set version = version + 1 where peak_kmh = 110`);
  await about(second.page).getByRole('button', { name: 'Confirm violation' }).click();
  await about(second.page).getByRole('alert').getByText('recalculated meanwhile').waitFor();
  await about(second.page).getByRole('button', { name: 'Confirm violation' }).click();
  await second.page.getByText('Violation confirmed.').first().waitFor();
  await second.page.getByRole('button', { name: 'Undo' }).click();
  await heading(second.page, '110 in an 80').waitFor();
  await about(second.page).getByRole('button', { name: 'Confirm violation' }).waitFor();
  expect(second.problems.filter((one) => !one.includes('409'))).toEqual([]);
  await first.context.close();
  await second.context.close();
});

test('clients see their own and decide nothing; trip, vehicle and the page look right in every dress', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  const [vehicle] = expressway;
  const faults = await inEveryDress(visitor, async (page) => {
    await page.goto(`${own.url}/violation?vehicleId=${vehicle?.vehicleId}`);
    return shown(page.getByText('110 in an 80'));
  });
  expect(faults).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rowOf(page, vehicle?.plate ?? '')
    .getByRole('link')
    .first()
    .click();
  await heading(page, '110 in an 80').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm violation' }).count()).toBe(0);
  await page.getByText('Positions as a table').click();
  await expect
    .poll(() => page.getByRole('region', { name: 'Positions as a table' }).locator('tbody tr').count())
    .toBeGreaterThan(24);
  await about(page).getByRole('link', { name: 'Show on the trip' }).click();
  await page.getByText(/along roads, 100% of positions matched/).waitFor();
  await page.getByText('On roads', { exact: true }).first().click();
  expect(await page.getByRole('radio', { name: 'On roads' }).isChecked()).toBe(true);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: /110 in an 80/ }).click();
  await heading(page, '110 in an 80').waitFor();
  await page.goto(`${own.url}/vehicle/${vehicle?.vehicleId}?tab=violations`);
  await page.getByRole('link', { name: /110 in an 80/ }).waitFor();
  // Of one that waits they are told who decides, beside the map, without scrolling.
  const waiting = (await own.sql(`select id from violation where state = 'TO_REVIEW' limit 1`))[0]?.['id'] as string;
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`${own.url}/violation/${waiting}`);
  await about(page).getByText('A road-safety officer decides this violation.', { exact: false }).waitFor();
  const next = await about(page).getByRole('button', { name: 'Next' }).boundingBox();
  expect((next?.y ?? 800) + (next?.height ?? 0)).toBeLessThan(800);
  expect(visitor.problems).toEqual([]);
  await context.close();

  const officer = await newVisitor(browser);
  await enter(officer.page, own.url, 'officer@roadkeeper.test');
  const address = (await own.sql(`select id from violation where peak_kmh = 110`))[0]?.['id'] as string;
  const ofReview = await inEveryDress(officer, async (page) => {
    await page.goto(`${own.url}/violation/${address}`);
    return shown(page.getByRole('slider', { name: 'Position around the violation' }));
  });
  expect(ofReview).toEqual([]);
  await officer.context.close();
});
