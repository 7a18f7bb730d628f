import { expect, test } from 'vitest';
import { readMaps } from '../map-settings.ts';

const read = (given: string | undefined) => readMaps((name) => (name === 'BASEMAP_PMTILES' ? given : undefined));

test('the base map is a file that can be read, or an https address', () => {
  expect(read(undefined)).toEqual({});
  expect(read(import.meta.filename)).toEqual({ pmtiles: { file: import.meta.filename } });
  const address = 'https://tiles.example.in/india.pmtiles';
  expect(read(address)).toEqual({ pmtiles: { url: new URL(address) } });
});

test.each([
  'http://tiles.example.in/india.pmtiles',
  'HTTP://tiles.example.in/india.pmtiles',
  'ftp://tiles.example.in/india.pmtiles',
  'javascript://tiles.example.in/%0aalert(1)',
  'file:///etc/passwd',
  'https://user:secret@tiles.example.in/india.pmtiles',
  'https://127.0.0.1/india.pmtiles',
  'https://tiles.example.in/{z}/{x}/{y}.pmtiles',
  'https://tiles.example.in/a b.pmtiles',
  'https://',
])('%s is refused by the name of its setting', (given) => {
  expect(() => read(given)).toThrow(/^BASEMAP_PMTILES must be a file or an address like https/);
});

test('a file that is not there is refused', () => {
  expect(() => read('/nowhere/india.pmtiles')).toThrow(/^BASEMAP_PMTILES names a file that cannot be read/);
});
