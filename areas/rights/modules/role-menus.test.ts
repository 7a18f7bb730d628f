import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { pages } from '#areas/areas.ts';
import { groupPagesOf, menuGroups } from '#kit/contract/menu.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

/** Keys of the entries of a menu, in their order. */
async function menuOf(person: string): Promise<string[]> {
  const token = await product.login(`${person}@roadkeeper.test`);
  const { data } = (await product.call('GET', '/permission', { token })).json;
  return menuGroups(data, groupPagesOf(pages)).flatMap(({ items }) => items.map(({ key }) => key));
}

/** What each has to do, and nothing that is only looked up now and then. */
const menus = {
  admin: [
    'dashboard',
    'violation',
    'challan',
    'help-desk',
    'document-review',
    'obligation',
    'ownership-transfer',
    'medical-report',
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'device',
    'vehicle-trips',
    'report',
    'road',
    'organisation',
    'wallet',
    'group-catalogues',
    'user',
    'history',
    'mail',
    'help',
  ],
  operations: [
    'dashboard',
    'violation',
    'challan',
    'help-desk',
    'document-review',
    'obligation',
    'ownership-transfer',
    'medical-report',
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'device',
    'vehicle-trips',
    'report',
    'road',
    'organisation',
    'wallet',
    'group-catalogues',
    'user',
    'history',
    'mail',
    'help',
  ],
  kyc: [
    'dashboard',
    'help-desk',
    'document-review',
    'obligation',
    'ownership-transfer',
    'medical-report',
    'vehicle',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'organisation',
  ],
  insurance: [
    'dashboard',
    'help-desk',
    'obligation',
    'vehicle',
    'vehicle-kyc-doc',
    'app-user-policy',
    'organisation',
    'group-catalogues',
  ],
  safety: [
    'dashboard',
    'violation',
    'challan',
    'help-desk',
    'calendar',
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'device',
    'vehicle-trips',
    'report',
    'road',
    'group-catalogues',
  ],
  clerk: ['dashboard', 'group-catalogues', 'rto'],
  support: [
    'dashboard',
    'violation',
    'challan',
    'help-desk',
    'obligation',
    'ownership-transfer',
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'device',
    'report',
    'organisation',
    'group-catalogues',
    'mail',
    'help',
  ],
  finance: [
    'dashboard',
    'violation',
    'challan',
    'help-desk',
    'calendar',
    'vehicle',
    'drivers',
    'app-user-policy',
    'organisation',
    'wallet',
    'history',
  ],
  client: [
    'dashboard',
    'violation',
    'challan',
    'help-desk',
    'obligation',
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'device',
    'vehicle-trips',
    'report',
    'organisation',
    'wallet',
  ],
  viewer: [
    'dashboard',
    'violation',
    'challan',
    'obligation',
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'device',
    'vehicle-trips',
    'report',
    'organisation',
    'wallet',
  ],
};

test.for(Object.entries(menus))('the menu of each seeded role: %s', async ([person, entries]) => {
  expect(await menuOf(person)).toEqual(entries);
});

test('a client’s own company is in a group that is called so, whose name staff and administrators decide', async () => {
  const groupOf = async (person: string) => {
    const token = await product.login(`${person}@roadkeeper.test`);
    const { data } = (await product.call('GET', '/permission', { token })).json;
    return menuGroups(data, groupPagesOf(pages)).find(({ key }) => key === 'group-people')?.name;
  };
  expect([await groupOf('admin'), await groupOf('client')]).toEqual(['Clients', 'Company']);
  const token = await product.login('admin@roadkeeper.test');
  const modules = (await product.call('GET', '/module', { token })).json.data as { id: string; key: string }[];
  const { id } = modules.find(({ key }) => key === 'group-people') as { id: string };
  const renamed = await product.call('PUT', `/module/${id}`, { token, body: { name: 'Customers', isMenu: true } });
  expect(renamed.status, renamed.text).toBe(200);
  expect([await groupOf('admin'), await groupOf('client')]).toEqual(['Customers', 'Customers']);
});

test('a page whose parent is taken out of the menu is an entry itself, so that clients and staff still find it', async () => {
  const token = await product.login('admin@roadkeeper.test');
  const modules = (await product.call('GET', '/module', { token })).json.data as {
    id: string;
    key: string;
    name: string;
  }[];
  const { id, name } = modules.find(({ key }) => key === 'live-map') as { id: string; name: string };
  const beside = (entries: string[]) => entries.filter((key) => ['live-map', 'share-link', 'geofence'].includes(key));
  for (const person of ['client', 'operations']) expect(beside(await menuOf(person))).toEqual(['live-map']);
  const hidden = await product.call('PUT', `/module/${id}`, { token, body: { name, isMenu: false } });
  expect(hidden.status, hidden.text).toBe(200);
  for (const person of ['client', 'operations'])
    expect(beside(await menuOf(person)).toSorted()).toEqual(['geofence', 'share-link']);
});
