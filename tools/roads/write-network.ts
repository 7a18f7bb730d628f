import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { MadeNode, MadeWay, RoadNetwork } from './road-network.ts';

/** Entities of a block, as most programs write them. */
const perBlock = 8_000;

/** The network as the bytes of an .osm.pbf file, nodes first. */
export function pbfOf({ nodes, ways, relations }: RoadNetwork): Buffer {
  const header = new PbfWriter();
  header.writeStringField(4, 'OsmSchema-V0.6');
  header.writeStringField(4, 'DenseNodes');
  const parts = [...fileBlock('OSMHeader', header.finish())];
  for (let from = 0; from < nodes.length; from += perBlock)
    parts.push(...fileBlock('OSMData', nodeBlock(nodes.slice(from, from + perBlock))));
  for (let from = 0; from < ways.length; from += perBlock)
    parts.push(...fileBlock('OSMData', wayBlock(ways.slice(from, from + perBlock))));
  if (relations.length > 0) parts.push(...fileBlock('OSMData', relationBlock(relations)));
  return Buffer.concat(parts);
}

function fileBlock(type: string, content: Uint8Array): Uint8Array[] {
  const blob = new PbfWriter();
  blob.writeVarintField(2, content.length);
  blob.writeBytesField(3, deflateSync(content));
  const body = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, body.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return [length, head, body];
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, at) => value - (at === 0 ? 0 : (values[at - 1] ?? 0)));

function block(texts: readonly string[], group: (writer: PbfWriter) => void): Uint8Array {
  const writer = new PbfWriter();
  writer.writeMessage(
    1,
    (_, inner: PbfWriter) => {
      for (const text of texts) inner.writeStringField(1, text);
    },
    null,
  );
  writer.writeMessage(2, (_, inner: PbfWriter) => group(inner), null);
  return writer.finish();
}

const nodeBlock = (nodes: readonly MadeNode[]): Uint8Array =>
  block([''], (group) =>
    group.writeMessage(
      2,
      (_, dense: PbfWriter) => {
        dense.writePackedSVarint(1, differences(nodes.map(({ id }) => id)));
        dense.writePackedSVarint(8, differences(nodes.map(({ lat }) => Math.round(lat * 1e7))));
        dense.writePackedSVarint(9, differences(nodes.map(({ lon }) => Math.round(lon * 1e7))));
      },
      null,
    ),
  );

function wayBlock(ways: readonly MadeWay[]): Uint8Array {
  const numbers = new Map<string, number>([['', 0]]);
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const written = ways.map(({ id, tags, refs }) => ({
    id,
    keys: Object.keys(tags).map(numberOf),
    values: Object.values(tags).map(numberOf),
    refs: differences(refs),
  }));
  return block([...numbers.keys()], (group) => {
    for (const { id, keys, values, refs } of written)
      group.writeMessage(
        3,
        (_, way: PbfWriter) => {
          way.writeVarintField(1, id);
          way.writePackedVarint(2, keys);
          way.writePackedVarint(3, values);
          way.writePackedSVarint(8, refs);
        },
        null,
      );
  });
}

const relationBlock = (relations: RoadNetwork['relations']): Uint8Array =>
  block([''], (group) => {
    for (const { id, holds } of relations)
      group.writeMessage(
        4,
        (_, relation: PbfWriter) => {
          relation.writeVarintField(1, id);
          relation.writePackedVarint(
            8,
            holds.map(() => 0),
          );
          relation.writePackedSVarint(9, differences(holds));
          relation.writePackedVarint(
            10,
            holds.map(() => 2),
          );
        },
        null,
      );
  });

/** The roads as the text of a GeoJSON file, a line for each feature. @param asLines features alone, without the collection */
export function geoJsonOf({ nodes, ways }: RoadNetwork, { asLines = false } = {}): Buffer {
  const places = new Map(nodes.map(({ id, lat, lon }) => [id, [lon, lat]]));
  const lines = ways.map(({ id, tags, refs }) =>
    JSON.stringify({
      type: 'Feature',
      properties: { osm_way: id, ...tags },
      geometry: { type: 'LineString', coordinates: refs.map((ref) => places.get(ref)) },
    }),
  );
  return Buffer.from(
    asLines ? `${lines.join('\n')}\n` : `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`,
  );
}

/** The network as Overpass answers it. @param drawn with places at the ways instead of nodes */
export function overpassOf({ nodes, ways, relations }: RoadNetwork, { drawn = false } = {}): Buffer {
  const places = new Map(nodes.map((node) => [node.id, node]));
  const elements = [
    ...ways.map(({ id, tags, refs }) => ({
      type: 'way',
      id,
      nodes: refs,
      ...(drawn
        ? {
            geometry: refs.map((ref) => {
              const node = places.get(ref);
              return node ? { lat: node.lat, lon: node.lon } : null;
            }),
          }
        : {}),
      tags,
    })),
    ...(drawn ? [] : nodes.map((node) => ({ type: 'node', ...node }))),
    ...relations.map(({ id, holds }) => ({
      type: 'relation',
      id,
      members: holds.map((ref) => ({ type: 'relation', ref, role: '' })),
    })),
  ];
  return Buffer.from(`{"version":0.6,"elements":[\n${elements.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`);
}
