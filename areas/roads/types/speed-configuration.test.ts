import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

const body = (over: object) => ({
  name: 'Own figures',
  scope: 'GLOBAL',
  statutoryTolerancePct: 5,
  companyBufferKmh: 3,
  minDurationS: 15,
  minPoints: 3,
  maxAccuracyM: 30,
  maxPlausibleKmh: 180,
  gapS: 60,
  minorFromKmh: 5,
  majorFromKmh: 10,
  criticalFromKmh: 20,
  reviewMode: 'MANUAL',
  effectiveFrom: '2026-12-01',
  ...over,
});

it('an organisation sees its own configuration and everybody’s, and no other’s', async () => {
  const { product, call } = roads;
  const organisations = (await call('GET', '/organisation?take=10&sort=name')).json.data as {
    id: string;
    name: string;
  }[];
  const client = await product.login('client@roadkeeper.test');
  const own = (await product.call('GET', '/organisation?take=1', { token: client })).json.data[0].id;
  const other = organisations.find(({ id }) => id !== own)?.id;
  for (const [name, clientId] of [
    ['Mine', own],
    ['Theirs', other],
  ])
    expect((await call('POST', '/speed-configuration', body({ name, scope: 'CLIENT', clientId }))).status).toBe(201);
  const seen = async (token: string, query = '') =>
    (await product.call('GET', `/speed-configuration?take=50${query}`, { token })).json.data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await seen(roads.token)).toEqual(['India default', 'Mine', 'Theirs']);
  expect(await seen(client)).toEqual(['India default', 'Mine']);
  expect(await seen(client, '&q=theirs')).toEqual([]);
  const theirs = (await call('GET', '/speed-configuration?take=50&q=theirs')).json.data[0];
  expect(theirs.client.label).toBeTruthy();
  expect((await product.call('GET', `/speed-configuration/${theirs.id}`, { token: client })).status).toBe(404);
  expect((await product.call('GET', '/speed-configuration/option?take=50', { token: client })).json.count).toBe(2);
  expect(
    (await product.call('POST', '/speed-configuration', { token: client, body: body({ name: 'X' }) })).status,
  ).toBe(403);
});

it('an organisation is named by a configuration for one, and by no other', async () => {
  const refused = async (over: object) => (await roads.call('POST', '/speed-configuration', body(over))).json.fields;
  const [{ id }] = (await roads.call('GET', '/organisation?take=1')).json.data;
  expect(await refused({ scope: 'CLIENT' })).toEqual({ clientId: 'Organisation is required' });
  expect(await refused({ clientId: id })).toEqual({
    clientId: 'Only a configuration for one organisation has an organisation',
  });
  // What the law lets pass is not for a company to set.
  expect(await refused({ scope: 'CLIENT', clientId: id, statutoryTolerancePct: 0 })).toEqual({
    statutoryTolerancePct: 'The law lets 5 % pass for everybody. Use the own buffer instead',
  });
});

it('one that is in force stays as it was, and its next version begins on a later day', async () => {
  const [{ id, version: _, ...row }] = (await roads.call('GET', '/speed-configuration?q=India')).json.data;
  const given = { ...body(row), companyBufferKmh: 5 };
  const put = (over: object) =>
    roads.call(
      'PUT',
      `/speed-configuration/${id}`,
      Object.fromEntries(
        Object.entries({ ...given, ...over }).filter(([name]) => name in body({}) || name === 'clientId'),
      ),
    );
  expect((await put({})).json.fields).toEqual({
    effectiveFrom:
      'In force since 6 Apr 2018, so it stays as it was. Enter the day from which the change applies, 28 Nov 2026 or later',
  });
  const next = await put({ effectiveFrom: '2026-12-01' });
  expect(next.json).toMatchObject({
    data: { companyBufferKmh: 5, ruleVersion: 2, effectiveFrom: '2026-12-01' },
  });
  expect((await roads.call('GET', `/speed-configuration/${id}`)).json.data).toMatchObject({
    companyBufferKmh: 0,
    effectiveTo: '2026-11-30',
  });
  expect((await roads.call('DELETE', `/speed-configuration/${id}`)).status).toBe(409);
});

it('rows of the law are kept likewise, and a higher row of a State is taken and said to change nothing', async () => {
  const [row] = (await roads.call('GET', '/statutory-speed-limit?kind=OTHER&speedClass=N&take=5')).json.data;
  expect(row).toMatchObject({ limitKmh: 60, state: null, effectiveFrom: '2018-04-06' });
  expect((await roads.call('DELETE', `/statutory-speed-limit/${row.id}`)).status).toBe(409);
  const state = {
    name: 'Maharashtra',
    kind: 'OTHER',
    speedClass: 'N',
    state: 'MH',
    source: 'Home Department',
    effectiveFrom: '2026-12-01',
  };
  const higher = await roads.call('POST', '/statutory-speed-limit', { ...state, limitKmh: 70 });
  expect(higher.json.warnings).toEqual(['Not below the 60 km/h of all India, so it changes nothing']);
});
