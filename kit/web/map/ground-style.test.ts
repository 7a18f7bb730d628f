import type { StyleSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { readStyle } from './ground-style.ts';

const at = 'https://tiles.example.in/styles/day/style.json';
const style: StyleSpecification = {
  version: 8,
  glyphs: '../../fonts/{fontstack}/{range}.pbf',
  sources: {
    roads: { type: 'vector', tiles: ['/data/{z}/{x}/{y}.pbf'] },
    film: {
      type: 'video',
      urls: ['a.mp4'],
      coordinates: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    },
  },
  layers: [
    { id: 'paper', type: 'background', paint: { 'background-color': '#fff' } },
    { id: 'road', type: 'line', source: 'roads', 'source-layer': 'roads' },
    { id: 'film', type: 'raster', source: 'film' },
  ],
};

test('sources and layers of a style get names of their own, addresses are those of its place, and what is not drawn is left out', () => {
  expect(readStyle(style, at)).toEqual({
    sources: { 'base-set-roads': { type: 'vector', tiles: ['https://tiles.example.in/data/{z}/{x}/{y}.pbf'] } },
    layers: [
      { id: 'base-set-paper', type: 'background', paint: { 'background-color': '#fff' } },
      { id: 'base-set-road', type: 'line', source: 'base-set-roads', 'source-layer': 'roads' },
    ],
    glyphs: 'https://tiles.example.in/fonts/{fontstack}/{range}.pbf',
  });
});

test('what is no style is refused', () => {
  for (const wrong of [
    {},
    { layers: [] },
    { sources: {}, layers: [] },
    { sources: {}, layers: [{ id: 'a', type: 'line' }] },
  ])
    expect(() => readStyle(wrong as never, at)).toThrow(/style of a map|style of the map/);
});
