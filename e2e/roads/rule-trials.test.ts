import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { speedingFleet } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
/** Its limit is 80: one drive below it and its tolerance, three above. */
let roadId: string;

beforeAll(async () => {
  await own.addStaff('officer@roadkeeper.test', 'Ola Fernandes', 'Road-safety officer');
  own.product.jobs.start(200);
  await speedingFleet(own, [
    { kmh: 82, northM: 0 },
    { kmh: 100, northM: 0 },
    { kmh: 110, northM: 0 },
    { kmh: 120, northM: 0 },
  ]);
  const [road] = await own.sql(`select id from road where name = 'Expressway of the journey'`);
  roadId = String(road?.['id']);
});

const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true });
const typed = (day: string) => day.split('-').toReversed().join('/');
const panel = (page: Page) => page.getByRole('region', { name: 'Try on past trips' });
const judged = () => own.sql('select id, hash, revision, state from violation order by id');

test('a speed rule is tried on the trips of 30 days, shows what would change, and is published from tomorrow', async () => {
  const before = await judged();
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'officer@roadkeeper.test');
  await page.goto(`${own.url}/road/${roadId}?tab=limits`);
  await page.getByRole('link', { name: 'Add speed rule' }).click();
  await page.getByRole('application', { name: /line of the road/ }).waitFor();
  // Nothing can be tried before it is said what.
  await panel(page).getByRole('button', { name: 'Try on past trips' }).click();
  await panel(page).getByRole('alert').getByText('Enter road, limit and first day').waitFor();
  const tomorrow = addDays(indiaDay(own.clock.now()), 1);
  await field(page, /^From, m/).fill('0');
  await field(page, /^To, m/).fill('9000');
  await field(page, /^Limit, km\/h/).fill('70');
  await field(page, /^Speed class/).selectOption({ label: 'Car, up to 8 passengers (M1)' });
  await field(page, /^In force from/).fill(typed(tomorrow));
  await field(page, /^Reason for the limit/).selectOption({ label: 'School' });
  await page
    .getByRole('list', { name: 'Overlaps' })
    .getByText(/Overlaps with 80 km\/h/)
    .waitFor();
  await panel(page).getByRole('button', { name: 'Try on past trips' }).click();
  await panel(page).getByText('1 new, 0 gone, 3 changed, on 4 trips').waitFor();
  expect(await axe(page)).toEqual([]);

  // One by one, in a tab of its own: the form stays.
  const opened = context.waitForEvent('page');
  await panel(page)
    .getByRole('link', { name: /Show details/ })
    .click();
  const details = await opened;
  await details.getByRole('heading', { level: 1, name: 'Expressway of the journey, 70 km/h' }).waitFor();
  await details.getByRole('region', { name: 'By vehicle' }).locator('tbody tr').nth(3).waitFor();
  await field(details, 'Change').selectOption({ label: 'New' });
  const rows = details.locator('.list tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.first().getByText('No speeding').waitFor();
  await rows.first().getByText('Limit 70 km/h').waitFor();
  await field(details, 'Change').selectOption({ label: 'Changed' });
  await expect.poll(() => rows.count()).toBe(3);
  await rows
    .first()
    .getByRole('link', { name: /Open violation/ })
    .waitFor();
  await details.close();

  // Another limit is another trial.
  await field(page, /^Limit, km\/h/).fill('100');
  await panel(page).getByText('The form has changed since').waitFor();
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await panel(page).getByText('0 new, 1 gone, 2 changed, on 4 trips').waitFor();
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('heading', { level: 1, name: /100/ }).waitFor();

  // From tomorrow on, and nothing of the past is another.
  await page.goto(`${own.url}/speed-limit-check`);
  await field(page, 'Latitude').fill('16.2');
  await field(page, 'Longitude').fill('75.22');
  await field(page, 'Speed class').selectOption({ label: 'Car, up to 8 passengers (M1)' });
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText('80 km/h', { exact: true }).waitFor();
  await field(page, 'Day').fill(typed(tomorrow));
  await answer.getByText('100 km/h', { exact: true }).waitFor();
  await answer.getByText(/School/).waitFor();
  expect(await judged()).toEqual(before);
  expect(problems.filter((one) => !one.includes('400'))).toEqual([]);
  await context.close();
});

test('a larger buffer is tried before it is saved; trials are listed by road and look right in every dress', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, 'officer@roadkeeper.test');
  await page.goto(`${own.url}/speed-configuration`);
  await page.getByRole('link', { name: 'India default' }).first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await field(page, /^Own buffer/).fill('25');
  await panel(page).getByRole('button', { name: 'Try on past trips' }).click();
  await panel(page).getByText('0 new, 1 gone, 0 changed, on 4 trips').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.goto(`${own.url}/road/${roadId}?tab=limits`);
  const leave = page.getByRole('button', { name: 'Leave' });
  if (await leave.isVisible().catch(() => false)) await leave.click();
  await page.getByRole('link', { name: 'Trials on past trips' }).last().click();
  await page.waitForURL(/rule-trial\?roadId=/);
  await page.getByText('2 trials', { exact: true }).waitFor();
  const [latest] = await own.sql(`select id from rule_trial where kind = 'RULE' order by at limit 1`);
  const faults = [
    ...(await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/rule-trial`);
      return shown(page.getByText('3 trials', { exact: true }));
    })),
    ...(await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/rule-trial/${String(latest?.['id'])}`);
      return shown(page.getByText('1 new, 0 gone, 3 changed, on 4 trips'));
    })),
  ];
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a road type and a limit of the law are tried before they are saved', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url);
  const [type] = await own.sql(
    `select t.id, t.name from road_type t join road r on r.road_type_id = t.id where r.id = '${roadId}'`,
  );
  await page.goto(`${own.url}/road-type/${String(type?.['id'])}/edit`);
  await field(page, /^Cars \(M1\)/).fill('60');
  await panel(page).getByRole('button', { name: 'Try on past trips' }).click();
  await panel(page)
    .getByText(/on 4 trips/)
    .waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto(`${own.url}/statutory-speed-limit/new`);
  await field(page, /^Name/).fill('Cars on divided roads');
  await panel(page).getByRole('button', { name: 'Try on past trips' }).click();
  await panel(page).getByRole('alert').getByText('Road is required').waitFor();
  await field(page, 'Road').selectOption({ label: 'Divided road of four or more lanes' });
  await field(page, /^Speed class/).selectOption({ label: 'Car, up to 8 passengers (M1)' });
  await field(page, /^Limit, km\/h/).fill('60');
  await field(page, /^Legal source/).fill('Order of the journey');
  await field(page, /^In force from/).fill(typed(addDays(indiaDay(own.clock.now()), 1)));
  await panel(page).getByRole('button', { name: 'Try on past trips' }).click();
  await panel(page)
    .getByText(/on 4 trips/)
    .waitFor();

  await page.goto(`${own.url}/rule-trial`);
  await page.getByRole('link', { name: 'Statutory limit: Cars on divided roads, 60 km/h' }).waitFor();
  await page.getByRole('link', { name: `Road type: ${String(type?.['name'])}, Cars (M1) 60 km/h` }).waitFor();
  expect(problems.filter((one) => !one.includes('400'))).toEqual([]);
  await context.close();
});

test('a decision whose data has changed stands, says so and is reviewed again; recalculations look right in every dress', async () => {
  const [violation] = await own.sql(
    `update violation set state = 'CONFIRMED', decided_at = $1, decided_by = (select id from account where email = 'officer@roadkeeper.test'),
       ground_change = 'JUDGED_ANEW', ground_changed_at = $1, revision = 2 where peak_kmh = 110 returning id`,
    [own.clock.now().toISOString()],
  );
  await own.sql(
    `insert into violation_revision (violation_id, revision, org_id, at, why, summary, hash, cause, title, by_name, becomes)
     select id, 1, org_id, $2, 'JUDGED_ANEW', '110 km/h where 70 applied, evidence, confirmed', hash, 'ROAD', 'Expressway of the journey', 'Asha Menon',
       '110 km/h where 80 applied, evidence' from violation where id = $1`,
    [String(violation?.['id']), own.clock.now().toISOString()],
  );
  await own.sql(
    `insert into recalculation (id, cause, record_id, title, records, from_at, to_at, state, total, done, changed, flagged, actor_name, at, due_at)
     values (gen_random_uuid(), 'ROAD', gen_random_uuid(), 'Expressway of the journey', 3, $1, $1, 'DONE', 4, 4, 2, 1, 'Asha Menon', $1, $1)`,
    [own.clock.now().toISOString()],
  );
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, 'officer@roadkeeper.test');
  const faults = await inEveryDress(visitor, async (page) => {
    await page.goto(`${own.url}/violation/recalculations`);
    return shown(page.getByText('Road changed, and 2 more changes'));
  });
  expect(faults).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${own.url}/violation`);
  await page.getByRole('link', { name: 'Recalculations' }).waitFor();
  await field(page, 'Decision').selectOption({ label: 'Changed since decision' });
  await page.locator('tbody tr').getByText('Changed since decision').waitFor();
  await page.locator('tbody tr').getByRole('link').first().click();
  const about = page.getByRole('complementary', { name: 'About this violation' });
  await about.getByText('The data behind this decision has changed').waitFor();
  await about.getByText('Revision 2 and hash').or(about.locator('summary')).first().click();
  await about.getByText('Then: 110 km/h where 80 applied, evidence').waitFor();
  await about.getByText(/Road changed: Expressway of the journey, Asha Menon/).waitFor();
  expect(await axe(page)).toEqual([]);
  await about.getByRole('button', { name: 'Review again' }).click();
  await about.getByRole('button', { name: 'Confirm violation' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
