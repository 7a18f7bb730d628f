import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '#areas/mail/testing/smtp.ts';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { trackedVehicle } from '../support/tracked-fleet.ts';

let smtp: TestSmtp;
const { product: own, browser } = await journeys(async () => {
  smtp = await startSmtp();
  return startOwnProduct({
    mail: { smtp: smtp.settings, from: { name: 'Roadkeeper', address: 'no-reply@fleet.test' } },
  });
});
afterAll(() => smtp?.close());

const hour = 3_600_000;
/**
 * A time in India whose next mail is about the day on which the vehicle set out, three hours ago: a minute ago, so that it is
 * tomorrow's, about today; in the small hours half past six, about yesterday.
 */
function timeToSend(): string {
  const inIndia = new Date(own.clock.now().getTime() + 5.5 * hour).toISOString().slice(11, 13);
  const aMinuteAgo = new Date(own.clock.now().getTime() + 5.5 * hour - 60_000).toISOString().slice(11, 16);
  return Number(inIndia) < 3 ? '06:30' : aMinuteAgo;
}
beforeAll(async () => void (await trackedVehicle(own, 3)));

test('a report is emailed every morning: with its figures, its file, and a link to the same on screen', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/reports?report=trips`);
  await page.getByRole('link', { name: 'Email regularly' }).click();
  await page.getByRole('heading', { name: 'New report schedule' }).waitFor();
  // The report that was shown is chosen.
  expect(await page.getByLabel('Report', { exact: true }).inputValue()).toBe('trips');
  await page.getByLabel('Name').fill('Trips of the day');
  await page.getByLabel('Frequency').selectOption({ label: 'Every day, about the day before' });
  await page.getByLabel('Time').fill(timeToSend());
  await page.getByLabel('File').selectOption({ label: 'CSV' });
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('heading', { name: 'New report schedule' }).waitFor({ state: 'hidden' });

  await context.close();
  expect(problems).toEqual([]);

  // The next one is a day away at most.
  own.clock.move(24 * hour);
  await own.product.jobs.runDue();
  await own.product.mail.idle();
  const isReport = ({ subject }: { subject: string }) => subject.startsWith('Trips, ');
  await expect.poll(() => smtp.arrived.filter(isReport).length).toBe(1);
  const mail = smtp.arrived.find(isReport);
  expect(mail?.to).toEqual(['client@roadkeeper.test']);
  expect(mail?.text).toMatch(/Rows: \d+\. .*Distance: [\d.,]+ km/);
  expect(mail?.raw).toMatch(/filename=trips-\d{4}-\d\d-\d\d\.csv/);
  const link = /https?:\/\/\S+\/reports\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const next = await newVisitor(browser);
  await enter(next.page, own.url, 'client@roadkeeper.test');
  await next.page.goto(own.url + new URL(link).pathname + new URL(link).search);
  await next.page.getByText(/^Trips, \d/).waitFor();
  await go(next.page, `${own.url}/report-schedule`);
  await next.page.getByRole('link', { name: 'Trips of the day' }).waitFor();
  expect(await axe(next.page)).toEqual([]);
  await next.page.getByRole('link', { name: 'Trips of the day' }).click();
  await next.page.getByText('Runs with the permissions of').waitFor();
  expect(next.problems).toEqual([]);
  await next.context.close();
});
