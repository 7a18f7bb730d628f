import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addTrip } from '../testing/trips.ts';

let product: TestProduct;
let fleet: Carriers;
let sahyadri: string;
let deccan: string;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await carriersOf(product);
  sahyadri = await product.login('client@roadkeeper.test');
  deccan = await product.login('deccan@roadkeeper.test');
});
afterAll(() => product?.close());

const day = (at: number) => `2026-11-${String(at).padStart(2, '0')}T08:00:00.000Z`;

test('the trips that filters match leave as CSV, and that they left is history', async () => {
  const { vehicleId, bindingId } = await fleet.carrier();
  for (let at = 1; at < 4; at += 1) await addTrip(product, { bindingId, startAt: day(at) });
  const post = (body: object, token = sahyadri) => product.call('POST', '/vehicle-trips/export', { token, body });
  const { status, text, headers } = await post({ filter: { vehicleId } });
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="trips-2026-11-21.csv"']);
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^Vehicle,Driver,Device,Owner,State,Began,/);
  expect(lines[1]).toContain(',"Bopal, Ahmedabad",');
  expect(lines[1]).toContain('CLOSED,2026-11-03T08:00:00.000Z,2026-11-03T08:20:00.000Z,1200,12345.6');
  expect((await post({ filter: { vehicleId } }, deccan)).text.trim().split('\r\n')).toHaveLength(1);
  expect((await post({ filter: { sort: 'startAt' } })).status).toBe(400);
  expect((await post({ filter: { state: 'OPEN' } })).status).toBe(400);
  const entries = await fleet.sql((db) =>
    db.query(`select after from history where module = 'vehicle-trips' order by at`),
  );
  expect(entries).toHaveLength(2);
});

test('where nothing listens to devices, nothing is said of how long positions are kept', async () => {
  expect((await product.call('GET', '/vehicle-trips', { token: sahyadri })).json.positionDays).toBeNull();
});
