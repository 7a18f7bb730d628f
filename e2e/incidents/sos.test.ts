import { connect, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { textOfPdf } from '#kit/server/testing/pdf-text.ts';
import { gt06Login, gt06Position, gt06Sos } from '#telematics/simulator/gt06-frames.ts';
import { as } from '../support/as.ts';
import { listen } from './hear.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);
const imei = '490154203237609';
/** Khed, on the road from Pune to Nashik. */
const khed = { lat: 18.87, lon: 73.89 };
let vehicleId: string;
let plate: string;
let socket: Socket;
let serial = 2;

beforeAll(async () => {
  const [vehicle] = (await own.sql(
    `select v.id, v.registration_no as plate, v.org_id as "orgId" from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1
       and not exists (select 1 from device_binding b where b.vehicle_id = v.id) order by v.registration_no limit 1`,
  )) as { id: string; plate: string; orgId: string }[];
  if (!vehicle) throw new Error('The demo has no vehicle without a device');
  ({ id: vehicleId, plate } = vehicle);
  const [device] = await addDevices(own, [{ identifier: imei, orgId: vehicle.orgId, intervalS: 5 }]);
  await bindDevice(own, { deviceId: device?.id ?? '', vehicleId, from: '2020-01-01T00:00:00Z' });
  socket = connect(own.product.tracking?.ports['gt06'] ?? 0, '127.0.0.1');
  await new Promise((done) => socket.once('connect', done));
  const answered = new Promise((done) => socket.once('data', done));
  socket.write(gt06Login(imei));
  await answered;
}, 120_000);
afterAll(() => socket?.destroy());

/** Sends a frame of the tracker over its connection, with where it is. */
async function send(frame: typeof gt06Sos): Promise<void> {
  const time = Math.floor(own.clock.now().getTime() / 1_000) * 1_000;
  const answered = new Promise((done) => socket.once('data', done));
  socket.write(frame({ time, ...khed, speedKmh: 0, course: 0, ignition: true }, (serial += 1)));
  await answered;
}
const wallOf = (page: Page) => page.getByRole('region', { name: 'Emergencies', exact: true });
const cardOf = (page: Page) =>
  wallOf(page)
    .getByRole('listitem')
    .filter({ hasText: plate.slice(-4) });
const openIds = async () =>
  (
    (await own.sql(
      `select id from incident where vehicle_id = $1 and incident_state not in ('RESOLVED', 'FALSE_ALARM') order by raised_at desc`,
      [vehicleId],
    )) as { id: string }[]
  ).map(({ id }) => id);

test('an SOS is on an open page of staff at once, is acknowledged there, and is handled until it is closed as a false alarm', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  const ear = await listen(page);
  await enter(page, own.url, 'operations@roadkeeper.test');
  await page.goto(`${own.url}/vehicle`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await send(gt06Position);
  const pressedAt = performance.now();
  await send(gt06Sos);
  await cardOf(page).waitFor({ timeout: 5_000 });
  expect(performance.now() - pressedAt).toBeLessThan(5_000);
  expect(await page.title()).toMatch(/^SOS \(1\) · /);
  await page
    .locator('[aria-live=assertive]')
    .filter({ hasText: `Emergency: ${plate}` })
    .waitFor();
  // Somebody has pressed something on the page: the siren sounds, and can be muted.
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(() => ear.loudness()).toBeGreaterThan(0.1);
  // Its two tones, in turn.
  const pitches = new Set<number>();
  await expect
    .poll(async () => {
      pitches.add(Math.round((await ear.pitch()) / 100) * 100);
      return pitches;
    })
    .toEqual(new Set([600, 900]));
  await wallOf(page).getByRole('button', { name: 'Mute' }).click();
  await wallOf(page).getByRole('button', { name: 'Mute' }).waitFor({ state: 'detached' });
  await expect.poll(() => ear.loudness()).toBe(0);
  // Pressed twice is one emergency.
  own.clock.move(2_000);
  await send(gt06Sos);
  await cardOf(page).getByText('Repeated 1 time').waitFor();
  expect((await openIds()).length).toBe(1);

  await cardOf(page)
    .getByRole('button', { name: `Acknowledge ${plate}` })
    .click();
  await wallOf(page).waitFor({ state: 'detached' });
  expect(await page.title()).not.toContain('SOS (');
  await page.getByText('Incident acknowledged.').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'SOS button pressed' }).waitFor();

  const card = page.getByRole('region', { name: 'Whom to call' });
  await card
    .getByRole('link', { name: /: 112$/ })
    .first()
    .waitFor();
  await card
    .getByRole('link', { name: /: 1033$/ })
    .first()
    .waitFor();
  expect(
    await card
      .getByRole('link', { name: /: 112$/ })
      .first()
      .getAttribute('href'),
  ).toBe('tel:112');
  await card.getByText('Prakash Joshi').first().waitFor();
  await card.getByRole('button', { name: 'Note a call: Prakash Joshi' }).first().click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Who was called').inputValue()).toBe('Prakash Joshi');
  expect(await dialog.getByLabel('Number').inputValue()).not.toBe('');
  await dialog.getByLabel('What they said').fill('He is at home and calls the driver');
  await dialog.getByRole('button', { name: 'Note a call' }).click();
  await page.getByText('Call noted.').waitFor();
  await card.getByRole('button', { name: 'Email Prakash Joshi' }).click();
  expect(await dialog.getByRole('radio', { name: /Prakash Joshi/ }).isChecked()).toBe(true);
  await dialog.getByLabel('What they should do').fill('Please call us on 020 2605 8080.');
  await dialog.getByRole('button', { name: 'Send the email' }).click();
  await page.getByText('Email sent.').waitFor();
  await act(page, 'Add a note');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('CANARY-OF-THE-DESK');
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await page.getByText('Note added.').waitFor();
  await act(page, 'False alarm');
  await dialog.getByRole('button', { name: 'False alarm' }).click();
  await dialog.getByText('Write the reason').waitFor();
  await dialog.getByLabel('Reason').fill('The driver pressed it by mistake');
  await dialog.getByRole('button', { name: 'False alarm' }).click();
  await page.getByText('Incident closed as a false alarm.').waitFor();
  await page.getByText('The driver pressed it by mistake').first().waitFor();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report (PDF)' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^incident-INC-\d{4}-\d{5}\.pdf$/);
  const text = await textOfPdf(await readFile(await file.path()));
  for (const words of [plate, 'CANARY-OF-THE-DESK', 'The driver pressed it by mistake', 'Prakash Joshi'])
    expect(text).toContain(words);

  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  const lines = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await lines.first().waitFor();
  expect(await lines.count()).toBe(7);
  await lines.filter({ hasText: 'CANARY-OF-THE-DESK' }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
}, 180_000);

test('what is not acknowledged is escalated after a minute on every page; the client follows it on a phone without names of staff', async () => {
  const [desk, client] = [await newVisitor(browser), await newVisitor(browser)];
  await client.page.setViewportSize({ width: 390, height: 800 });
  await enter(desk.page, own.url, 'operations@roadkeeper.test');
  await enter(client.page, own.url, 'client@roadkeeper.test');
  await desk.page.goto(`${own.url}/vehicle`);
  await client.page.goto(`${own.url}/vehicle`);
  for (const { page } of [desk, client]) await page.getByRole('heading', { level: 1 }).waitFor();
  own.clock.move(5_000);
  await send(gt06Sos);
  await cardOf(desk.page).waitFor();
  await cardOf(desk.page)
    .getByText(/^Escalates in/)
    .waitFor();
  await cardOf(client.page).waitFor();
  expect(
    await wallOf(client.page)
      .getByRole('button', { name: /Acknowledge|Mute/ })
      .count(),
  ).toBe(0);
  own.clock.move(61_000);
  await own.product.jobs.runDue();
  await cardOf(desk.page).getByText('Escalated 1 time').waitFor();

  // It takes its own room: the bar of the page begins where it ends.
  const places = async () => {
    const [bar, wall] = [await client.page.getByRole('banner').boundingBox(), await wallOf(client.page).boundingBox()];
    return { isBelow: (bar?.y ?? 0) >= (wall?.y ?? 0) + (wall?.height ?? 0), isLow: (wall?.height ?? 0) < 200 };
  };
  await expect.poll(places).toEqual({ isBelow: true, isLow: true });
  await wallOf(client.page).getByRole('button', { name: 'Details' }).press('Enter');
  await cardOf(client.page).getByText('SOS button pressed').waitFor();
  await cardOf(client.page)
    .getByRole('link', { name: `Open ${plate}` })
    .click();
  const { page } = client;
  await page.getByRole('heading', { level: 1, name: 'SOS button pressed' }).waitFor();
  await page.getByText('The control room has been notified.').waitFor();
  await page.getByText('18.87000, 73.89000').waitFor();
  // The map is there beside the words, and a client changes nothing of what a device reported.
  const map = await page.getByRole('region', { name: 'Where' }).locator('canvas').boundingBox();
  expect(map?.height ?? 0).toBeGreaterThan(200);
  expect(await page.getByRole('main').getByRole('link', { name: 'Edit' }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Whom to call' }).count()).toBe(0);

  const [id] = await openIds();
  const staff = await as(own.url, 'operations@roadkeeper.test');
  await staff.must('POST', `/incident/acknowledge/${id}`);
  await staff.must('POST', `/incident/note/${id}`, { text: 'CANARY-OF-THE-DESK' });
  await page.getByText('The control room is handling it.').waitFor({ timeout: 15_000 });
  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  const lines = page.getByRole('region', { name: 'Timeline' });
  await lines.getByText('Acknowledged').waitFor();
  const said = (await page.getByRole('main').innerText()) ?? '';
  expect(said).not.toContain('Farida');
  expect(said).not.toContain('CANARY-OF-THE-DESK');
  expect([...desk.problems, ...client.problems]).toEqual([]);
  await staff.must('POST', `/incident/resolve/${id}`, { outcome: 'A patrol found the driver well' });
  await desk.context.close();
  await client.context.close();
}, 120_000);

test('somebody reports an emergency from the page of a vehicle, and a test is marked as one', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, 'safety@roadkeeper.test');
  await page.goto(`${own.url}/vehicle/${vehicleId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await act(page, 'Report an emergency');
  const form = page.getByRole('dialog', { name: 'Incident' });
  await form.getByLabel('What happened').fill('Monthly test of the alarm');
  // The field holds the vehicle at once and shows its plate when the name has come.
  await expect.poll(() => form.getByLabel('Vehicle').inputValue()).toContain(plate);
  await form.getByRole('radiogroup', { name: 'Test' }).getByText('Test', { exact: true }).click();
  await form.getByRole('button', { name: 'Save and close' }).click();
  await cardOf(page).getByText('TEST', { exact: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^TEST · /);
  expect(await wallOf(page).getByRole('button', { name: 'Mute' }).count()).toBe(0);
  await page.goto(`${own.url}/vehicle/${vehicleId}`);
  await page
    .getByRole('link', { name: /^Incidents/ })
    .first()
    .waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
}, 120_000);

test('card, page and dialogs look right in every dress, for staff and for clients', async () => {
  own.clock.move(5_000);
  await send(gt06Sos);
  await expect.poll(async () => (await openIds()).length).toBeGreaterThan(1);
  const [id] = await openIds();
  const faults: string[] = [];
  const opens =
    (path: string, name?: string) =>
    async (page: Page): Promise<ReturnType<Page['locator']>> => {
      await page.goto(`${own.url}${path}`);
      await cardOf(page).first().waitFor();
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      if (!name) return shown(heading);
      await act(page, name);
      return shown(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    };
  for (const [email, screens] of [
    [
      'operations@roadkeeper.test',
      [
        ['/vehicle'],
        [`/incident/${id}`],
        [`/incident/${id}?tab=timeline`],
        [`/incident/${id}`, 'Note a call'],
        [`/incident/${id}`, 'Email a contact'],
        [`/incident/${id}`, 'False alarm'],
      ],
    ],
    ['client@roadkeeper.test', [['/vehicle'], [`/incident/${id}`]]],
  ] as const) {
    const visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, email);
    for (const [path, name] of screens)
      faults.push(
        ...(await inEveryDress(visitor, opens(path, name))).map((fault) => `${email} ${path} ${name ?? ''}: ${fault}`),
      );
    await visitor.context.close();
  }
  expect(faults).toEqual([]);
}, 240_000);

/** Presses an act on the page of an incident, in its banner or in its menu. */
async function act(page: Page, name: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  if (await button.first().isVisible()) return button.first().click();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
