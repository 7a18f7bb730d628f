import { beforeAll, expect, test } from 'vitest';
import { placeVehicle } from '#areas/trips/testing/trips.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { openTab } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, type Visitor } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const owner = 'client@roadkeeper.test';
const receiver = 'deccan@roadkeeper.test';
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
});

const press = ({ page }: Visitor, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const tab = () => `${own.url}/vehicle/${tracked.vehicleId}?tab=shares`;

/** Offers the vehicle from its tab. */
async function offerOnTab(visitor: Visitor, given: { to: string; name: string }) {
  await visitor.page.goto(tab());
  await press(visitor, 'Share vehicle');
  await fill(visitor, given);
}

/** Offers the vehicle from its record's menu. */
async function offer(visitor: Visitor, given: Given) {
  const { page } = visitor;
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await press(visitor, /^Actions for/);
  await page.getByRole('menuitem', { name: 'Share vehicle' }).click();
  await fill(visitor, given);
}

interface Given {
  to: string;
  name: string;
  message?: string;
}
async function fill({ page }: Visitor, given: Given) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mobile number or email').fill(given.to);
  await dialog.getByLabel('Name', { exact: true }).fill(given.name);
  if (given.message) await dialog.getByLabel(/^Message/).fill(given.message);
  await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter');
}

test('a vehicle is shared with somebody of another organisation, who looks at it until its owner ends that', async () => {
  const office = await newVisitor(browser);
  const guest = await newVisitor(browser);
  await enter(office.page, own.url, owner);
  await offer(office, { to: 'nobody', name: 'Deccan office' });
  await office.page
    .getByText(/mobile number/i)
    .nth(1)
    .waitFor();
  await offer(office, { to: receiver, name: 'Deccan office', message: 'For the trip to Nashik' });
  await office.page.getByText('Invitation sent.').waitFor();
  await office.page.goto(tab());
  await office.page.getByText('Pending invitations').waitFor();
  await office.page.getByText('Deccan office').first().waitFor();

  await enter(guest.page, own.url, receiver);
  expect(
    await inEveryDress(guest, async (page) => {
      await page.goto(`${own.url}/shared-vehicle`);
      return shown(
        page.getByText('Message from Sahyadri Logistics, not checked by Roadkeeper: “For the trip to Nashik”'),
      );
    }),
  ).toEqual([]);
  await guest.page.getByRole('button', { name: `Accept ${tracked.plate}` }).press('Enter');
  await guest.page.getByText(`Sahyadri Logistics shares ${tracked.plate} with you now.`).waitFor();
  await guest.page.getByText('No position yet').waitFor();
  await guest.page.getByRole('link', { name: tracked.plate }).press('Enter');
  await guest.page.getByText('No position since it was shared.').waitFor();
  await guest.page.getByText('No trips yet').waitFor();

  // As it is after some weeks.
  await own.sql(`update vehicle_share set since = since - interval '60 days'`);
  const [binding] = await own.sql('select id from device_binding where vehicle_id = $1 and to_at is null', [
    tracked.vehicleId,
  ]);
  await placeVehicle(own, String(binding?.['id']), { fixAt: own.clock.now().toISOString() });
  expect(
    await inEveryDress(guest, async (page) => {
      await page.reload();
      await page.getByRole('heading', { name: 'Trips since it was shared' }).waitFor();
      return shown(page.getByText('Last seen'));
    }),
  ).toEqual([]);
  expect(await guest.page.locator('.sharing__lines li').count()).toBe(tracked.trips.length);
  const told = await guest.page.locator('main').innerText();
  expect(told).toContain('Sahyadri Logistics');
  expect(told).not.toMatch(/chassis|engine|driver/i);

  expect(
    await inEveryDress(office, async (page) => {
      await page.goto(tab());
      return shown(page.getByText('Deccan Cold Chain'));
    }),
  ).toEqual([]);
  // All shares of the organisation stand beside what is shared with it.
  expect(
    await inEveryDress(office, async (page) => {
      await page.goto(`${own.url}/shared-vehicle`);
      return shown(page.getByRole('heading', { name: /^Shared with others/ }));
    }),
  ).toEqual([]);
  await office.page
    .getByRole('listitem')
    .filter({ hasText: 'Deccan Cold Chain' })
    .getByRole('link', { name: tracked.plate })
    .press('Enter');
  await office.page.waitForURL(/tab=shares/);
  await press(office, /^Stop sharing/);
  await office.page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).press('Enter');
  await office.page.getByText(/is no longer shared with/).waitFor();
  await office.page.getByText('ended by the owner').waitFor();
  await guest.page.reload();
  await guest.page
    .getByText(/not found/i)
    .first()
    .waitFor();
  expect([office.problems, guest.problems.filter((one) => !one.includes('404'))]).toEqual([[], []]);
  await Promise.all([office.context.close(), guest.context.close()]);
});

test('an offer is declined or withdrawn, a share is given back, and who may not invite is not asked to share', async () => {
  const office = await newVisitor(browser);
  const guest = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(office.page, own.url, owner);
  await enter(guest.page, own.url, receiver);
  await offerOnTab(office, { to: '70000 00031', name: 'Deccan office' });
  await office.page.getByText('Invitation sent.').waitFor();
  await guest.page.goto(`${own.url}/shared-vehicle`);
  await press(guest, /^Decline/);
  await guest.page.getByText('Invitation declined.').waitFor();
  await guest.page.getByText('Nothing is shared with you').waitFor();

  await offerOnTab(office, { to: receiver, name: 'Deccan office' });
  await office.page.getByText('Invitation sent.').last().waitFor();
  await office.page.goto(tab());
  await press(office, /^Withdraw/);
  await office.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
  await office.page.getByText('Invitation withdrawn.').waitFor();
  await offerOnTab(office, { to: receiver, name: 'Deccan office' });
  await office.page.getByText('Invitation sent.').last().waitFor();
  await guest.page.reload();
  await press(guest, /^Accept/);
  await guest.page.getByRole('link', { name: tracked.plate }).click();
  await press(guest, 'Stop viewing');
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Stop viewing' }).click();
  await guest.page.getByText(`${tracked.plate} is no longer shared with you.`).waitFor();
  await guest.page.getByText('Nothing is shared with you').waitFor();
  await office.page.goto(tab());
  await office.page.getByText('ended by them').waitFor();

  const clerk = await newVisitor(browser);
  await enter(clerk.page, own.url, 'dispatch@roadkeeper.test');
  await clerk.page.goto(`${own.url}/vehicle/${tracked.vehicleId}?tab=shares`);
  await clerk.page.getByRole('heading', { level: 1 }).waitFor();
  const tabs = clerk.page.getByRole('navigation', { name: 'Record', exact: true });
  await tabs.getByRole('link').first().waitFor();
  await openTab(clerk.page, 'History');
  expect(await clerk.page.getByText('Share vehicle').count()).toBe(0);
  expect(await tabs.getByText('Shared', { exact: true }).count(), 'in the row or in its menu').toBe(0);
  expect([office.problems, guest.problems, clerk.problems]).toEqual([[], [], []]);
  await Promise.all([office.context.close(), guest.context.close(), clerk.context.close()]);
});
