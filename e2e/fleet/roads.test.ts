import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { putLines } from '#areas/roads/roads.server.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);

const id = uuidv7();
const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true });
const typed = (day: string) => day.split('-').toReversed().join('/');
/** The first Monday after a day, in India. */
const mondayAfter = (day: string) => {
  let next = addDays(day, 1);
  while (new Date(`${next}T00:00:00Z`).getUTCDay() !== 1) next = addDays(next, 1);
  return next;
};

/** A road of 10 km to the east of Pune, with a lower limit in the monsoon. */
beforeAll(async () => {
  await transact(own.product.db, everything, async (db) => {
    await db.query(
      `insert into road (id, name, ref, road_type_id, state, is_divided)
       select $1, 'Test highway', 'NH965', id, 'MH', true from road_type where code = 'DIVIDED_4L'`,
      [id],
    );
    await putLines(db, [
      {
        roadId: id,
        points: [
          [18.2, 74.5],
          [18.2, 74.595],
        ],
      },
    ]);
    await db.query(
      `insert into road_speed_rule (id, road_id, limit_kmh, reason_code, season_from, season_to, effective_from)
       values ($1, $2, 70, 'SIGN', '06-15', '06-14', '2024-05-01')`,
      [uuidv7(), id],
    );
  });
});

test('a rule for school hours is written, warned of what it overlaps with, in force from tomorrow, and never deleted once it has been', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  await page.goto(`${own.url}/road/${id}?tab=limits`);
  await page.getByRole('link', { name: 'Add speed rule' }).click();
  await page.getByRole('application', { name: /line of the road/ }).waitFor();
  const today = indiaDay(new Date());
  const tomorrow = addDays(today, 1);
  await field(page, /^From, m/).fill('5000');
  await field(page, /^To, m/).fill('9000');
  await field(page, /^Limit, km\/h/).fill('60');
  await field(page, /^Speed class/).selectOption({ label: 'Goods vehicle (N)' });
  await field(page, /^In force from/).fill(typed(tomorrow));
  await field(page, /^From time/).fill('07:00');
  await field(page, /^To time/).fill('15:00');
  await field(page, /^Reason for the limit/).selectOption({ label: 'School' });
  // Before it is saved.
  await page
    .getByRole('list', { name: 'Overlaps' })
    .getByText(/Overlaps with 70 km\/h, 5,000 to 9,000 m/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('heading', { level: 1, name: /60/ }).waitFor();
  // The check shows the rule on a school day, and nothing of it today.
  await page.goto(`${own.url}/speed-limit-check`);
  await field(page, 'Latitude').fill('18.2');
  await field(page, 'Longitude').fill('74.56');
  await field(page, 'Speed class').selectOption({ label: 'Goods vehicle (N)' });
  await page.getByLabel('Time').fill('10:00');
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText('Test highway').waitFor();
  expect(await answer.getByText(/School/).count()).toBe(0);
  await field(page, 'Day').fill(typed(mondayAfter(today)));
  await answer.getByText(/School/).waitFor();
  await answer.getByText('60 km/h', { exact: true }).waitFor();
  await page.getByLabel('Time').fill('16:00');
  await answer.getByText(/School/).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);

  // From tomorrow on it stays.
  own.clock.move(86_400_000);
  await context.close();
  const later = await newVisitor(browser);
  await signIn(later.page, own.url);
  await later.page.goto(`${own.url}/road-speed-rule?q=highway`);
  await later.page
    .locator('tbody tr')
    .filter({ hasText: '5,000' })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await later.page.getByRole('menuitem', { name: 'Delete' }).click();
  await later.page
    .locator('.toast')
    .filter({ hasText: /has been in force since/ })
    .waitFor();
  await later.context.close();
});

test('a road’s line is typed by keyboard, and its screens are right in every dress', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  await page.goto(`${own.url}/road/new`);
  await field(page, 'Name').fill('Typed road');
  const points = field(page, 'Points of the line');
  await points.fill('73.8, 18.5\n73.81, 18.5');
  await points.blur();
  await page.getByText('Latitude and longitude are swapped').waitFor();
  await points.fill('18.5, 73.8\n18.5, 73.81');
  await points.blur();
  await page.getByText('2 points, 1.1 km').waitFor();
  const open = (path: string, sign: (page: Page) => ReturnType<Page['getByRole']>) => async (page: Page) => {
    await page.goto(`${own.url}${path}`);
    const leave = page.getByRole('button', { name: 'Leave' });
    if (await leave.isVisible().catch(() => false)) await leave.click();
    return shown(sign(page));
  };
  await context.close();
  const looks = await newVisitor(browser);
  await signIn(looks.page, own.url);
  const screens = [
    open(`/road/${id}`, (page) => page.getByRole('application')),
    open(`/road/${id}?tab=limits`, (page) => page.getByRole('heading', { name: 'Gaps and overlaps' })),
    open(`/road/${id}/edit`, (page) => page.getByRole('application')),
    open('/speed-limit-check', (page) => page.getByRole('application')),
  ];
  const found: string[] = [];
  for (const [at, screen] of screens.entries())
    found.push(...(await inEveryDress(looks, screen)).map((fault) => `${at}: ${fault}`));
  expect(found).toEqual([]);
  expect(problems).toEqual([]);
  await looks.context.close();
}, 240_000);
