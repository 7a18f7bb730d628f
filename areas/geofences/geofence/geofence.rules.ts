import { boxOf, packShapes, type Shape } from '#telematics/geofences/shapes.ts';
import type { FenceRule } from '#telematics/geofences/follow.ts';
import { scheduleOf } from '#telematics/geofences/schedule.ts';
import { type GeofenceKind, readShape } from './shape.contract.ts';

/** What of a geofence decides, as forms send it and rows have it. */
export interface GeofenceFacts {
  kind: GeofenceKind;
  points: string;
  widthM: number | null;
  onEnter: boolean;
  onExit: boolean;
  dwellMin: number | null;
  capKmh: number | null;
  days: readonly string[] | null;
  fromTime: string | null;
  toTime: string | null;
  hysteresisM: number | null;
  minStayS: number | null;
}

/** The rule of a geofence. `since`: from when on it holds, milliseconds. */
export const ruleOf = (
  id: string,
  facts: GeofenceFacts,
  vehicles: ReadonlySet<string> | null,
  since: number,
): FenceRule => ({
  id,
  since,
  vehicles,
  onEnter: facts.onEnter,
  onExit: facts.onExit,
  dwellMs: facts.dwellMin === null ? null : facts.dwellMin * 60_000,
  capKmh: facts.capKmh,
  hysteresisM: facts.hysteresisM,
  minStayMs: (facts.minStayS ?? 0) * 1_000,
  schedule: scheduleOf(facts),
});

/** The shape of a geofence that was checked before it was stored; undefined where it was not. */
export function shapeOf({
  kind,
  points,
  widthM,
}: Pick<GeofenceFacts, 'kind' | 'points' | 'widthM'>): Shape | undefined {
  const read = readShape(kind, points, widthM);
  return 'shape' in read ? { kind, points: read.shape.points.flat(), widthM: read.shape.widthM } : undefined;
}

/** What is wrong between fields besides the shape. */
export function checkAlerts(facts: Omit<GeofenceFacts, 'points'>): Partial<Record<keyof GeofenceFacts, string>> {
  const messages: Partial<Record<keyof GeofenceFacts, string>> = {};
  const { kind, widthM, hysteresisM, fromTime, toTime } = facts;
  if (!facts.onEnter && !facts.onExit && facts.dwellMin === null && facts.capKmh === null)
    messages.onEnter = 'Choose at least one alert';
  if (fromTime !== null && toTime === null) messages.toTime = 'To is required with From';
  if (toTime !== null && fromTime === null) messages.fromTime = 'From is required with To';
  if (kind !== 'POLYGON' && widthM !== null && hysteresisM !== null && hysteresisM * 2 > widthM)
    messages.hysteresisM = 'Must be at most half of the radius or half width';
  return messages;
}

/** Around shapes, a box as PostgreSQL reads it, longitude first; null where none of them can be read. */
export function boundsOf(all: readonly Pick<GeofenceFacts, 'kind' | 'points' | 'widthM'>[]): string | null {
  const shapes = packShapes(all.map(shapeOf).filter((shape) => shape !== undefined));
  if (shapes.count === 0) return null;
  const boxes = Array.from({ length: shapes.count }, (_, at) => boxOf(shapes, at));
  const least = (of: 0 | 1) => Math.min(...boxes.map((box) => box[of]));
  const most = (of: 2 | 3) => Math.max(...boxes.map((box) => box[of]));
  return `(${least(0)},${least(1)}),(${most(2)},${most(3)})`;
}
