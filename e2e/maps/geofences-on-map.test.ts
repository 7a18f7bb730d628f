import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../support/as.ts';
import { axe } from '../support/axe.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { type PlacedFleet, placedFleet } from '../support/placed-fleet.ts';
import { newVisitor, signIn } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let fleet: PlacedFleet;
let client: Awaited<ReturnType<typeof as>>;
const middle = [18.6, 73.8] as const;

beforeAll(async () => {
  fleet = await placedFleet(own, 1);
  await fleet.put(fleet.vehicles[0] as PlacedFleet['vehicles'][number], { lat: 18.7 });
  client = await as(own.url, 'client@roadkeeper.test');
});

const addFence = async (name: string, over: object): Promise<string> =>
  (
    await client.must('POST', '/geofence', {
      name,
      appliesTo: 'ALL',
      onEnter: true,
      onExit: false,
      widthM: null,
      ...over,
    })
  ).id;

/** The map is still, with all that it shows. */
const settled = async (page: Page) => {
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await page.getByRole('application').waitFor();
  await page.waitForLoadState('networkidle');
};
const picked = (page: Page) => page.getByRole('status').filter({ hasText: 'Geofence' });
/** Points at a place so far from the middle of the map, pixels. */
async function point(page: Page, right: number, down: number) {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('There is no map');
  await page.mouse.click(box.x + box.width / 2 + right, box.y + box.height / 2 + down);
}

test('geofences are drawn below the vehicles, named where one points, switched off for good, and gone when they are deleted', async () => {
  const [lat, lon] = middle;
  const depot = await addFence('Depot of the journey', { kind: 'CIRCLE', points: `${lat}, ${lon}`, widthM: 600 });
  await addFence('Road of the journey', {
    kind: 'CORRIDOR',
    points: `${lat + 0.012}, ${lon - 0.03}\n${lat + 0.012}, ${lon + 0.03}`,
    widthM: 150,
  });
  const { page, context, problems } = await newVisitor(browser);
  const tiles: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/geofence/tile/')) tiles.push(answer.status());
  });
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/live-map?at=${lat},${lon},14`);
  await settled(page);
  const pointAt = (right: number, down: number, name: string) =>
    expect
      .poll(
        async () => {
          await point(page, right, down);
          return (
            (await picked(page)
              .textContent({ timeout: 500 })
              .catch(() => '')) ?? ''
          );
        },
        { timeout: 15_000 },
      )
      .toContain(name);
  await pointAt(0, 0, 'Depot of the journey');
  // So many pixels north of the middle runs the corridor.
  const metresPx = (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / 2 ** 14 / 512;
  await pointAt(60, Math.round((-0.012 * 111_195) / metresPx), 'Road of the journey');
  await point(page, 0, 200);
  await expect.poll(() => picked(page).count()).toBe(0);
  expect(tiles.filter((status) => status !== 200)).toEqual([]);
  expect(await axe(page)).toEqual([]);
  await pointAt(0, 0, 'Depot of the journey');
  await picked(page).getByRole('link', { name: 'Depot of the journey' }).click();
  await page.waitForURL(new RegExp(`/geofence/${depot}`));
  await page.goBack();
  await settled(page);
  // Somebody deletes it: the open map does not show it any more.
  await pointAt(0, 0, 'Depot of the journey');
  await client.must('DELETE', `/geofence/${depot}`);
  await expect
    .poll(
      async () => {
        await point(page, 0, 0);
        return picked(page).count();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(0);
  // Switched off, they stay away, and nothing is asked for.
  const shown = () => page.getByRole('checkbox', { name: 'Geofences' });
  await shown().uncheck();
  const asked = tiles.length;
  await page.reload();
  await settled(page);
  expect([await shown().isChecked(), tiles.length]).toEqual([false, asked]);
  await shown().check();
  await expect.poll(() => tiles.length).toBeGreaterThan(asked);
  expect(problems).toEqual([]);
  await context.close();
});
