import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bboxClip } from '@turf/bbox-clip';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const name = 'virtual:base-map';

/** From the Gulf to Singapore: land is drawn there, west, south, east and north in degrees. */
const region: [number, number, number, number] = [44, -6, 106, 42];
/** Digits of a degree that are kept: 100 m, finer than the coast is drawn. */
const digits = 3;

/** What the map's ground is made of, as the browser fetches it. */
export interface BaseMap {
  /** Rings of land, each [lon, lat, lon, lat, …]. Borders are left out: nothing here says where a disputed one runs. */
  land: number[][][];
  /** Name, latitude, longitude, thousands of people (0: not counted), the largest first. */
  towns: [name: string, lat: number, lon: number, people: number][];
}

/** Land from Natural Earth 1:10m (public domain, package world-atlas), towns from GeoNames (CC BY 4.0). */
export function readBaseMap(root: string): BaseMap {
  const atlas = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const topology = JSON.parse(readFileSync(atlas, 'utf8')) as Topology;
  const all = feature(topology, topology.objects['land'] as never) as unknown as {
    features: { geometry: Polygon | MultiPolygon }[];
  };
  const rounded = (value: number) => Number(value.toFixed(digits));
  const land: BaseMap['land'] = [];
  for (const { geometry } of all.features) {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    for (const coordinates of polygons) {
      const clipped = bboxClip({ type: 'Polygon' as const, coordinates }, region).geometry as Polygon | MultiPolygon;
      for (const polygon of clipped.type === 'Polygon' ? [clipped.coordinates] : clipped.coordinates) {
        const rings = polygon.map((ring) => ring.flatMap(([lon = 0, lat = 0]) => [rounded(lon), rounded(lat)]));
        if (rings.some((ring) => ring.length > 0)) land.push(rings);
      }
    }
  }
  const towns: BaseMap['towns'] = [];
  for (const line of readFileSync(join(root, 'kit/server/places/towns.txt'), 'utf8').split('\n')) {
    const [town = '', lat, lon, people] = line.split('\t');
    if (lon === undefined || line.startsWith('=') || line.startsWith('#')) continue;
    towns.push([town, rounded(Number(lat)), rounded(Number(lon)), Number(people ?? 0)]);
  }
  towns.sort((one, other) => other[3] - one[3]);
  return { land, towns };
}

/** Puts the ground of maps beside the build; `virtual:base-map` gives its address. */
export function baseMapPlugin(root: string): Plugin {
  let made: { address: string; source: string } | undefined;
  const make = () => {
    const source = JSON.stringify(readBaseMap(root));
    const mark = createHash('sha256').update(source).digest('hex').slice(0, 8);
    return (made ??= { address: `assets/base-map-${mark}.json`, source });
  };
  return {
    name: 'base-map',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(`/${make().address}`)};` : undefined),
    generateBundle() {
      const { address, source } = make();
      this.emitFile({ type: 'asset', fileName: address, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { address, source } = make();
        if (request.url !== `/${address}`) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8').end(source);
      });
    },
  };
}
