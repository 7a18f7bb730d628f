import type { ReadRoad } from './road-feature.ts';

/** Values of the highway tag that vehicles drive on. Tracks and paths are none: no limit of the notification is meant for them. */
const drivable: ReadonlySet<string> = new Set([
  ...['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].flatMap((one) => [one, `${one}_link`]),
  'unclassified',
  'residential',
  'living_street',
  'service',
  'road',
]);

export const isDrivable = (highway: string): boolean => drivable.has(highway);

export type Tags = Readonly<Record<string, string>>;

/** Tags that a reader keeps; all others are passed over while reading. */
export const isKept = (tag: string): boolean => kept.has(tag) || tag.startsWith('maxspeed');
const kept: ReadonlySet<string> = new Set([
  'highway',
  'name',
  'name:en',
  'ref',
  'oneway',
  'junction',
  'lanes',
  'layer',
  'bridge',
  'tunnel',
  'dual_carriageway',
  'area',
]);

/** Limits of signs go from walking pace to a little above what the law of India allows. */
const limitsKmh = { from: 5, to: 140 } as const;
const milesToKm = 1.609344;

export interface Attributes
  extends Pick<
    ReadRoad,
    | 'highway'
    | 'name'
    | 'ref'
    | 'oneWay'
    | 'isDivided'
    | 'isRoundabout'
    | 'lanes'
    | 'maxKmh'
    | 'layer'
    | 'structure'
    | 'limits'
  > {
  /** Vehicles go against the order of the points. */
  isBackwards: boolean;
  /** A limit that no sign says. */
  absurdLimit: string | null;
  /** Tags that leave open whether it is a road of more by law than it is taken for; null where they are clear. */
  unsureClass: string | null;
}

/** What the tags of a drivable way say. */
export function attributesOf(tags: Tags): Attributes {
  const highway = tags['highway'] ?? '';
  const isRoundabout = tags['junction'] === 'roundabout' || tags['junction'] === 'circular';
  const oneway = tags['oneway']?.toLowerCase() ?? '';
  const isBackwards = oneway === '-1' || oneway === 'reverse';
  const saysNo = oneway === 'no' || oneway === 'false' || oneway === '0';
  const oneWay =
    isBackwards ||
    oneway === 'yes' ||
    oneway === 'true' ||
    oneway === '1' ||
    (!saysNo && (isRoundabout || highway === 'motorway'));
  const limit = maxKmhOf(tags['maxspeed']);
  const lanes = wholeOf(tags['lanes'], 1, 16);
  const isTaggedDivided = isYes(tags['dual_carriageway']);
  // A one-way trunk road is one of a pair of carriageways; a one-way street of a town may be the only one.
  const isOneOfPair = highway === 'trunk' && oneWay && !isRoundabout && tags['dual_carriageway'] === undefined;
  const isDivided = isTaggedDivided || highway === 'motorway' || isOneOfPair;
  return {
    highway,
    name: short(tags['name:en'] ?? tags['name'], 200),
    ref: short(tags['ref'], 80),
    oneWay,
    isBackwards,
    isRoundabout,
    isDivided,
    lanes,
    layer: wholeOf(tags['layer'], -5, 5) ?? 0,
    structure: isYes(tags['bridge']) ? 'BRIDGE' : isYes(tags['tunnel']) ? 'TUNNEL' : null,
    maxKmh: limit === 'absurd' ? null : limit,
    absurdLimit: limit === 'absurd' ? (tags['maxspeed'] ?? '') : null,
    limits: limitsOf(tags, isBackwards),
    unsureClass: isClassUnsure(tags, { highway, oneWay, isRoundabout, isDivided, lanes }) ? classWords(tags) : null,
  };
}

/** Roads that are often of two carriageways, each drawn as a line of its own. */
const oftenDivided: ReadonlySet<string> = new Set(['trunk', 'primary', 'secondary']);

/** Whether a road may be an expressway or a divided road of four lanes, and its tags do not say enough to take it for one. */
function isClassUnsure(
  tags: Tags,
  {
    highway,
    oneWay,
    isRoundabout,
    isDivided,
    lanes,
  }: Pick<Attributes, 'highway' | 'oneWay' | 'isRoundabout' | 'isDivided' | 'lanes'>,
): boolean {
  if (highway === 'motorway' || isRoundabout) return false;
  if (highway.endsWith('_link')) return (highway === 'motorway_link' || highway === 'trunk_link') && lanes !== 1;
  if (isDivided) return lanes === null;
  if (tags['dual_carriageway'] !== undefined) return false;
  if (oneWay) return oftenDivided.has(highway) && lanes !== 1;
  return lanes === null ? highway === 'trunk' && tags['oneway'] === undefined : lanes >= 4;
}

const classWords = (tags: Tags): string =>
  ['highway', 'oneway', 'lanes', 'dual_carriageway']
    .flatMap((name) => (tags[name] === undefined ? [] : [`${name}=${tags[name]}`]))
    .join(', ');

const isYes = (value: string | undefined): boolean =>
  value !== undefined && !['', 'no', 'false', '0', 'none'].includes(value.toLowerCase());

const short = (value: string | undefined, most: number): string | null =>
  // Signs that nobody sees would break the forms that show it.
  value
    ?.replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim() || null;

/** `3`, and `3;2` as its first part: the most that is said for a part of the road. */
function wholeOf(value: string | undefined, from: number, to: number): number | null {
  const [, digits] = /^\s*(-?\d{1,3})(?:\.\d+)?\s*(?:;|$)/.exec(value ?? '') ?? [];
  if (digits === undefined) return null;
  const whole = Number(digits);
  return whole >= from && whole <= to ? whole : null;
}

/**
 * The limit of a maxspeed tag in km/h. Null where it says none or none that is a figure: `none`, `signals`, `IN:urban`.
 * Of several the lowest: nobody is blamed for the part with the higher one.
 */
export function maxKmhOf(value: string | undefined): number | null | 'absurd' {
  if (value === undefined) return null;
  const found: number[] = [];
  for (const part of value.split(/[;|]/)) {
    const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,6})?) ?(km\/h|kmh|kph|mph|knots)?$/i.exec(part.trim()) ?? [];
    if (digits === undefined) {
      // Words are no figures; a figure with something else, or below zero, is a slip.
      if (/^-?\d/.test(part.trim())) return 'absurd';
      continue;
    }
    const factor = unit?.toLowerCase() === 'mph' ? milesToKm : unit?.toLowerCase() === 'knots' ? 1.852 : 1;
    found.push(Math.round(Number(digits) * factor));
  }
  if (found.length === 0) return null;
  return found.every((kmh) => kmh >= limitsKmh.from && kmh <= limitsKmh.to) ? Math.min(...found) : 'absurd';
}

const most = { limits: 20, text: 200 } as const;

/** All tags about limits. Where the points were turned round, forward is backward. */
function limitsOf(tags: Tags, isBackwards: boolean): Record<string, string> {
  const limits: Record<string, string> = {};
  const names = Object.keys(tags)
    .filter((tag) => tag.startsWith('maxspeed'))
    .toSorted()
    .slice(0, most.limits);
  for (const name of names) {
    const turned = isBackwards
      ? name.replace(/:(forward|backward)/, (_, side) => (side === 'forward' ? ':backward' : ':forward'))
      : name;
    limits[turned.slice(0, 60)] = (tags[name] ?? '').replaceAll(/\p{C}+/gu, ' ').slice(0, most.text);
  }
  return limits;
}
