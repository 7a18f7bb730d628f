import { expect, test } from 'vitest';
import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { text } from '#kit/contract/fields.ts';
import type { MenuGroup } from '#kit/contract/menu.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { phonePages, setPagePlaces } from './page-places.ts';

const vehicle = catalogue('vehicle', {
  one: 'Vehicle',
  many: 'Vehicles',
  icon: 'truck',
  group: 'group-fleet',
  about: 'Vehicles.',
  onPhones: true,
  fields: { name: text({ label: 'Name', list: true }) },
});
const vehicles: AreaContract = { name: 'vehicles', catalogues: [vehicle] };

const page = (key: string): PermittedModule => ({
  id: key,
  key,
  name: key,
  icon: 'point',
  route: `/${key}`,
  parentId: null,
  order: 0,
  isMenu: true,
  actions: ['view'],
});
const group = (key: string, ...keys: string[]): MenuGroup => ({ key, name: key, items: keys.map(page) });
const keysOf = (groups: MenuGroup[], most = 4) => phonePages(groups, most).map(({ key }) => key);

test('vehicles always have a place at the bottom of a phone, beside the first pages of the groups, in the order of the menu', () => {
  setPagePlaces([vehicles]);
  const groups = [
    group('top', 'dashboard'),
    group('work', 'violation', 'challan'),
    group('fleet', 'live-map', 'vehicle', 'drivers'),
    group('company', 'organisation'),
  ];
  expect(keysOf(groups)).toEqual(['dashboard', 'violation', 'live-map', 'vehicle']);
});

test('who may not see vehicles has the first pages of the groups, and each page once where vehicles come first', () => {
  setPagePlaces([vehicles]);
  expect(
    keysOf([group('top', 'dashboard'), group('work', 'challan', 'kyc'), group('company', 'organisation')]),
  ).toEqual(['dashboard', 'challan', 'organisation']);
  expect(keysOf([group('fleet', 'vehicle', 'drivers'), group('work', 'challan')])).toEqual(['vehicle', 'challan']);
});
