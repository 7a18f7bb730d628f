import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { indiaDay } from '#kit/contract/days.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const minute = 60_000;
const degreeM = 111_195;
/** Of the challan: three hours ago, to the minute. */
const at = Math.floor((own.clock.now().getTime() - 180 * minute) / minute) * minute;
const place = { lat: 18.52, lon: 73.85 };
let vehicle = { id: '', plate: '' };

beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
  const [row] = (await own.sql(
    `select v.id, v.registration_no as plate, v.org_id as "orgId" from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1
       and not exists (select 1 from device_binding b where b.vehicle_id = v.id) order by v.registration_no limit 1`,
  )) as unknown as { id: string; plate: string; orgId: string }[];
  if (!row) throw new Error('The demo has no vehicle without a device');
  vehicle = row;
  await own.sql('update vehicle_owner set is_first = true where vehicle_id = $1', [row.id]);
  const [device] = await addDevices(own, [{ identifier: 'alibi-journey', orgId: row.orgId, intervalS: 60 }]);
  await bindDevice(own, { deviceId: device?.id ?? '', vehicleId: row.id, from: '2020-01-01T00:00:00Z' });
  // On a road 60 km north of the place, a position each minute.
  const positions = Array.from({ length: 61 }, (_, index) => {
    const time = at + (index - 30) * minute;
    const fix = { time, lat: place.lat + 60_000 / degreeM, lon: place.lon + index * 0.006, speedKmh: 38 };
    return positionOfFix(device?.slot ?? 0, { ...fix, accuracyM: null, ignition: true }, { satellites: 11, hdopC: 90 });
  });
  await createLog(own).store(positions, own.clock.now().getTime());
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const answer = (page: Page) => page.getByRole('region', { name: 'Conclusion' });
const clockOf = (time: number) => new Date(time + 5.5 * 3_600_000).toISOString().slice(11, 16);

/** Fills in what the challan says, by keyboard alone. */
async function ask(page: Page, plate: string): Promise<void> {
  await page.goto(`${own.url}/alibi`);
  await field(page, 'Registration number').fill(plate);
  await field(page, 'Place').fill(`${place.lat}, ${place.lon}`);
  await field(page, 'Day').fill(indiaDay(new Date(at)).split('-').toReversed().join('/'));
  await field(page, 'Time (IST)').fill(clockOf(at));
  await field(page, 'Time (IST)').press('Enter');
}

test('a client proves that a vehicle was elsewhere, saves it, and takes PDF and contest pack along', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  // Beside the challans, which it is for.
  await page.goto(`${own.url}/challan`);
  await page.getByRole('button', { name: 'Related pages' }).click();
  await page.getByRole('menuitem', { name: 'Alibi finder' }).click();
  await page.getByRole('heading', { level: 1, name: 'Alibi finder' }).waitFor();
  // What is missing is said at its field.
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByText('Press the map, or enter coordinates').first().waitFor();
  await page.getByText('Enter a time, like 14:35 or 14:35:20').waitFor();

  await ask(page, vehicle.plate.toLowerCase());
  await answer(page).getByText('Was elsewhere', { exact: true }).waitFor();
  await answer(page).getByText('The plate may have been copied', { exact: true }).waitFor();
  await answer(page)
    .getByText(/could not have been at the place .* it stayed at least \d/)
    .waitFor();
  await page.getByRole('img', { name: /Distance from the place between/ }).waitFor();
  expect(await axe(page)).toEqual([]);

  await answer(page).getByRole('button', { name: 'Save alibi' }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${vehicle.plate}, ALB-`) }).waitFor();
  const take = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const [pdf, pack] = [await take('PDF'), await take('Contest pack')];
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.name).toMatch(new RegExp(`^alibi-${vehicle.plate}-ALB-[0-9A-F]{10}\\.pdf$`));
  expect(pack.bytes.subarray(0, 2).toString()).toBe('PK');
  for (const part of ['alibi.pdf', 'alibi.json', 'positions.csv', 'letter.txt', 'alibi.json.sha256'])
    expect(pack.bytes.includes(part), part).toBe(true);
  const [row] = await own.sql('select sha256 from alibi');
  await answer(page).getByText(String(row?.['sha256'])).waitFor();

  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await page.locator('tbody tr').filter({ hasText: 'Was elsewhere' }).first().waitFor();
  expect(problems.filter((one) => !one.includes('400'))).toEqual([]);
  await context.close();
});

test('another client is told that no vehicle of theirs has the plate, and sees nothing of what was saved', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'deccan@roadkeeper.test');
  await ask(page, vehicle.plate);
  await answer(page).getByText(`No vehicle of yours has the plate ${vehicle.plate}.`).waitFor();
  expect(await page.getByRole('button', { name: 'Save alibi' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await page.getByText('No alibis saved yet').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('finding and what was saved look right in every dress', async () => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, 'client@roadkeeper.test');
  const [row] = await own.sql('select id from alibi');
  const faults = [
    ...(await inEveryDress(visitor, async (page) => {
      await ask(page, vehicle.plate);
      return shown(answer(page).getByText('Was elsewhere', { exact: true }));
    })),
    ...(await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/alibi/${String(row?.['id'])}`);
      return shown(answer(page).getByText('Was elsewhere', { exact: true }));
    })),
    ...(await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/alibi/saved`);
      return shown(page.getByRole('main').locator('.st', { hasText: 'Was elsewhere' }));
    })),
  ];
  expect(faults).toEqual([]);
  await visitor.context.close();
});
