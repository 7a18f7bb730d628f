import { expect, test } from 'vitest';
import { groundsOf } from './grounds-of.web.ts';
import type { ActiveMap } from './map-setting.contract.ts';

const setting: ActiveMap = {
  id: '1',
  name: 'Ours',
  provider: 'RASTER',
  tileUrl: '/tiles/{token}/{z}/{x}/{y}.png',
  maxZoom: 17,
  attribution: '© Us',
  centre: { lat: 18.5, lon: 73.8 },
  zoom: 9,
  mappleAccessToken: 'a/b',
};
const own = 'https://fleet.example.in';

test('the active setting goes before the file of the installation; addresses are whole, and the token is in them', () => {
  expect(groundsOf({ data: setting, mappleAccessToken: 'a/b', pmtiles: '/map-setting/basemap' }, own)).toEqual({
    grounds: [
      {
        is: 'raster',
        tiles: 'https://fleet.example.in/tiles/a%2Fb/{z}/{x}/{y}.png',
        maxZoom: 17,
        attribution: '© Us',
      },
      {
        is: 'pmtiles',
        url: 'https://fleet.example.in/api/v1/map-setting/basemap',
        own: true,
        attribution: '© OpenStreetMap · Protomaps',
      },
    ],
    centre: { lat: 18.5, lon: 73.8 },
    zoom: 9,
  });
  const style = { ...setting, provider: 'VECTOR' as const, tileUrl: 'https://t.example.in/style.json' };
  expect(groundsOf({ data: style, mappleAccessToken: null, pmtiles: null }, own).grounds).toEqual([
    { is: 'style', url: 'https://t.example.in/style.json', attribution: '© Us' },
  ]);
});

test('with the built-in map, or none, there is nothing but the file', () => {
  const builtIn = { ...setting, provider: 'BUILT_IN' as const };
  expect(groundsOf({ data: builtIn, mappleAccessToken: null, pmtiles: null }, own).grounds).toEqual([]);
  expect(
    groundsOf({ data: null, mappleAccessToken: null, pmtiles: 'https://t.example.in/a.pmtiles' }, own),
  ).toMatchObject({
    grounds: [{ is: 'pmtiles', url: 'https://t.example.in/a.pmtiles', own: false }],
    centre: null,
  });
});
