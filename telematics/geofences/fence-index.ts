import Flatbush from 'flatbush';
import { boxOf, distanceTo, type PackedShapes, packShapes, type Shape, type Spot } from './shapes.ts';

/** Finds shapes by a place. Made anew when one of them changes, which takes a tenth of a second for a hundred thousand. */
export interface FenceIndex {
  readonly shapes: PackedShapes;
  /** Which shapes may hold a place: those whose box does. */
  near(lat: number, lon: number): readonly number[];
  /** Which shapes a way may touch. */
  along(a: Spot, b: Spot): readonly number[];
  /** Metres to the edge of a shape, below zero inside. */
  distance(at: number, lat: number, lon: number): number;
}

const nothing: readonly number[] = [];

export function indexFences(all: readonly Shape[]): FenceIndex {
  const shapes = packShapes(all);
  const tree = shapes.count > 0 ? new Flatbush(shapes.count) : null;
  for (let at = 0; at < shapes.count; at += 1) tree?.add(...boxOf(shapes, at));
  tree?.finish();
  return {
    shapes,
    near: (lat, lon) => tree?.search(lon, lat, lon, lat) ?? nothing,
    along: (a, b) =>
      tree?.search(Math.min(a.lon, b.lon), Math.min(a.lat, b.lat), Math.max(a.lon, b.lon), Math.max(a.lat, b.lat)) ??
      nothing,
    distance: (at, lat, lon) => distanceTo(shapes, at, lat, lon),
  };
}
