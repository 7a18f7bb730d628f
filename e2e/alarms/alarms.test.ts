import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, type Visitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let client: Visitor;
beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
  client = await newVisitor(browser);
  await enter(client.page, own.url, 'client@roadkeeper.test');
}, 120_000);

test('from the dashboard to an alarm, which is acknowledged with a note', async () => {
  const { page } = client;
  await page.goto(`${own.url}/dashboard`);
  await page
    .getByRole('link', { name: /Alarms to acknowledge/ })
    .first()
    .click();
  await page.waitForURL(/\/alarm\?/);
  await page.getByRole('link', { name: 'Power cut' }).click();
  await page.getByRole('heading', { name: /Power cut/ }).waitFor();
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What you found or did').fill('The battery was changed');
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Alarm acknowledged.' }).first().waitFor();
  await page.getByText('The battery was changed').first().waitFor();
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor({ state: 'detached' });
  const [row] = await own.sql(
    `select alarm_state, note from alarm where what = 'Power cut' and acknowledged_by is not null`,
  );
  expect(row).toEqual({ alarm_state: 'ACKNOWLEDGED', note: 'The battery was changed' });
});

test('several are acknowledged from the list', async () => {
  const { page } = client;
  await own.sql(
    `insert into alarm (id, what, kind, alarm_state, org_id, vehicle_id, device, first_at, last_at, heard_at)
     select gen_random_uuid(), 'Towing', 'TOW', 'NEW', a.org_id, a.vehicle_id, a.device, now(), now(), now()
     from alarm a, generate_series(1, 3) where a.what = 'Power cut'`,
  );
  await page.goto(`${own.url}/alarm?alarmState=NEW&status=1`);
  await page.getByRole('link', { name: 'Towing' }).first().waitFor();
  await page.getByRole('checkbox', { name: 'Select this page' }).first().check();
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await page.getByRole('status').filter({ hasText: '3 alarms acknowledged.' }).first().waitFor();
  expect(
    await own.sql(`select count(*)::int as count from alarm where what = 'Towing' and alarm_state = 'NEW'`),
  ).toEqual([{ count: 0 }]);
});

test('an owner makes a rule, and is told what is wrong with it', async () => {
  const { page } = client;
  await page.goto(`${own.url}/alarm-rule/new`);
  await page.getByLabel('Name', { exact: true }).fill('Low batteries');
  await page.getByRole('combobox', { name: 'Type of alarm' }).fill('Low');
  await page.getByRole('option', { name: 'Low battery' }).click();
  await page.getByLabel('What happens').selectOption({ label: 'Must be acknowledged' });
  await page.getByRole('combobox', { name: /^Notify$/ }).selectOption({ label: 'In the app' });
  const save = page.getByRole('button', { name: /^Save/ }).first();
  await page.getByLabel('Pause between notifications').fill('2000');
  await save.click();
  await page
    .getByText('Must be at most 1,440')
    .or(page.getByText(/1,?440/))
    .first()
    .waitFor();
  await page.getByLabel('Pause between notifications').fill('60');
  await save.click();
  await page.getByRole('status').filter({ hasText: 'Alarm rule created successfully.' }).first().waitFor();
  expect(await own.sql(`select kind, treatment, pause_min from alarm_rule where name = 'Low batteries'`)).toEqual([
    { kind: 'LOW_BATTERY', treatment: 'ACKNOWLEDGE', pause_min: 60 },
  ]);
});

test('list, record, rules and the form of a rule, in every dress', async () => {
  const [{ id }] = (await own.sql(`select id from alarm where what = 'Tampering'`)) as [{ id: string }];
  const text = (words: string) => (page: Visitor['page']) => page.getByText(words);
  for (const [path, sign] of [
    ['/alarm?status=1', (page: Visitor['page']) => page.getByRole('link', { name: 'Tampering', exact: true })],
    [`/alarm/${id}`, text('The workshop had the cover open.')],
    ['/alarm-rule', text('Low batteries')],
    ['/alarm-rule/new', (page: Visitor['page']) => page.getByLabel('Pause between notifications')],
  ] as const)
    expect(
      await inEveryDress(client, async (page) => {
        await page.goto(`${own.url}${path}`);
        return shown(sign(page).first());
      }),
      path,
    ).toEqual([]);
});
