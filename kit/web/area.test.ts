import { expect, test } from 'vitest';
import { catalogue } from '#kit/contract/catalogue.ts';
import { text } from '#kit/contract/fields.ts';
import { type AreaWeb, installAreas, tabsOf } from './area.ts';
import { catalogueAt } from './catalogue/all.ts';
import { lazyPage } from './lazy.ts';

const Nothing = lazyPage(async () => () => null);
const card = catalogue('fuel-card', {
  one: 'Fuel card',
  many: 'Fuel cards',
  icon: 'car',
  group: 'group-fleet',
  about: 'Cards that pay for fuel.',
  fields: { name: text({ label: 'Number', list: true }) },
});
const fuel: AreaWeb = {
  contract: { name: 'fuel', catalogues: [card], pages: [{ path: '/fuel', nested: true }, { path: '/fuel/map' }] },
  screens: { '/fuel': Nothing },
};

test('an area brings pages and catalogues; what lies below a nested page is drawn by that one', () => {
  const screens = installAreas([fuel]);
  expect(screens.map(({ path, nested, open }) => ({ path, nested, open }))).toEqual([
    { path: '/fuel', nested: true, open: false },
    { path: '/fuel-card', nested: true, open: undefined },
  ]);
  expect(catalogueAt('fuel-card')).toBe(card);
  expect(catalogueAt('vehicle')).toBeUndefined();
});

test('an area draws the pages of a catalogue by itself where its contract names them', () => {
  const contract = { name: 'fuel', catalogues: [card], pages: [{ path: '/fuel-card' }] };
  expect(installAreas([{ contract, screens: { '/fuel-card': Nothing } }])).toEqual([
    { path: '/fuel-card', nested: false, open: false, component: Nothing },
  ]);
});

test.each([
  ['a page that nobody draws', { screens: {} }, 'fuel.contract.ts has a page /fuel, which fuel.web.ts does not draw'],
  ['a screen that is no page', { screens: { '/fuel': Nothing, '/oil': Nothing } }, 'fuel.web.ts draws /oil'],
])('%s stops the program', (_, change, why) => {
  expect(() => installAreas([{ ...fuel, ...change }])).toThrow(why);
});

test('tabs of several areas stand in their order, and only one area has the banner', () => {
  const tab = (order: number) => ({
    slug: `tab-${order}`,
    order,
    label: 'record.overview' as const,
    needs: 'view' as const,
    component: Nothing,
  });
  const more: AreaWeb = { contract: { name: 'more' }, tabs: { 'fuel-card': { tabs: [tab(10)], banner: Nothing } } };
  const areas = [{ ...fuel, tabs: { 'fuel-card': { tabs: [tab(20)] } } }, more];
  expect(tabsOf(areas)['fuel-card']?.tabs.map(({ order }) => order)).toEqual([10, 20]);
  expect(() => installAreas([...areas, more])).toThrow('more.web.ts: another area has the banner');
});
