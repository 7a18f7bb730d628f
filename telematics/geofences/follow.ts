import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { metresBetween } from '#telematics/pipeline/geo.ts';
import { passTeleports, type TeleportState } from '#telematics/pipeline/teleports.ts';
import type { FenceIndex } from './fence-index.ts';
import { isWithin, type Schedule } from './schedule.ts';
import { deepestOnWay } from './shapes.ts';

export const fenceEventKinds = ['ENTER', 'EXIT', 'DWELL', 'SPEEDING', 'CROSSED'] as const;
export type FenceEventKind = (typeof fenceEventKinds)[number];

/** What is asked of a fence. */
export interface FenceRule {
  readonly id: string;
  readonly onEnter: boolean;
  readonly onExit: boolean;
  /** A stay that is reported, milliseconds. */
  readonly dwellMs: number | null;
  readonly capKmh: number | null;
  /** How far beyond the edge a vehicle has to be; null: what receivers need. */
  readonly hysteresisM: number | null;
  /** How long it has to stay on the other side, milliseconds. */
  readonly minStayMs: number;
  readonly schedule: Schedule | null;
  /** Null: every vehicle. */
  readonly vehicles: ReadonlySet<string> | null;
  /** What was before is not looked at, milliseconds UTC. */
  readonly since: number;
}

/** The fences of one organisation: the rule of a shape stands at its place. */
export interface Fences {
  readonly index: FenceIndex;
  readonly rules: readonly FenceRule[];
  /** Places by id. */
  readonly byId: ReadonlyMap<string, number>;
}

export type FenceFix = TrackFix & { readonly hdop: number | null };

type Seen = { readonly time: number; readonly lat: number; readonly lon: number; readonly speedKmh: number | null };

/** Of one vehicle and one fence, kept only while it is inside or about to change sides. Plain data. */
export interface FenceState {
  inside: boolean;
  /** When it came in. */
  since: number;
  /** It was inside already when the fence was made: nothing is to be told of that. */
  wasThere: boolean;
  /** The first fix on the other side, how many there were, and whether one was beyond doubt. */
  turning: { at: Seen; count: number; sure: boolean; wasThere: boolean } | null;
  dwelt: boolean;
  sped: boolean;
  /** Fixes above the speed cap, one after another. */
  over: number;
}

export interface VehicleState {
  teleports: TeleportState;
  /** The last that was believed. */
  last: FenceFix | null;
  fences: Map<string, FenceState>;
}

export interface FenceEvent {
  readonly fence: string;
  readonly kind: FenceEventKind;
  /** By the device, milliseconds UTC; also names the event among those of its vehicle, fence and kind. */
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number | null;
  /** When the visit began that it belongs to. */
  readonly visitAt: number;
  /** Whether the fence asks for it, at that time. */
  readonly raised: boolean;
}

export const newVehicle = (): VehicleState => ({
  teleports: { last: null, doubted: [] },
  last: null,
  fences: new Map(),
});

/** Receivers stray by so much at best, metres. */
const leastHysteresisM = 15;
/** Metres that a receiver strays, of one step of HDOP. */
const hdopM = 5;
/** So many fixes on the other side count, unless one is so many times beyond what is doubtful. */
const enough = 3;
const sureTimes = 3;
/** Over the cap in so many fixes one after another. */
const enoughOver = 2;
/** A straight way says nothing of a drive that took longer. */
const longestWayMs = 5 * 60_000;
/** What stands before and after did not drive in between, however far apart both are. */
const standingKmh = 5;
const standingMs = 2 * 60_000;

/** How far beyond the edge a fix has to be to count. Small shapes ask for less than receivers stray, or nothing would ever be inside. */
function hysteresisOf({ index, rules }: Fences, at: number, fix: FenceFix): number {
  const least = rules[at]?.hysteresisM ?? Math.min(leastHysteresisM, (index.shapes.depthM[at] as number) / 3);
  const sigmaM = fix.accuracyM ?? (fix.hdop === null ? 0 : fix.hdop * hdopM);
  return Math.max(least, 2 * sigmaM);
}

const stands = ({ speedKmh }: { readonly speedKmh: number | null }) => speedKmh !== null && speedKmh < standingKmh;
/** Both stand, shortly after each other: what lies between was no drive. */
const stoodBetween = (a: Seen, b: Seen) => stands(a) && stands(b) && b.time - a.time <= standingMs;

/** One vehicle at one fence, at one fix. */
interface Look {
  fences: Fences;
  at: number;
  rule: FenceRule;
  fix: FenceFix;
  before: FenceFix | null;
  distanceM: number;
  hysteresisM: number;
  events: FenceEvent[];
}

const isScheduled = ({ schedule }: FenceRule, time: number) => schedule === null || isWithin(schedule, time);

function tell({ rule, events }: Look, kind: FenceEventKind, at: Seen, visitAt: number, isAsked: boolean): void {
  events.push({
    fence: rule.id,
    kind,
    at: at.time,
    lat: at.lat,
    lon: at.lon,
    speedKmh: at.speedKmh,
    visitAt,
    raised: isAsked && isScheduled(rule, at.time),
  });
}

const seenAt = ({ time, lat, lon, speedKmh }: Seen): Seen => ({ time, lat, lon, speedKmh });

/** Counts a fix on the other side. True: it has changed sides. */
function turns(state: FenceState, look: Look, beyondM: number): boolean {
  const { before, fix, hysteresisM, rule, fences, at } = look;
  if (!state.turning) {
    // Beyond the edge already with the fix before, when nothing was known of it, or never seen elsewhere: it did not come there now.
    const wasThere =
      !state.inside && (before === null || fences.index.distance(at, before.lat, before.lon) < -hysteresisM);
    state.turning = { at: seenAt(fix), count: 0, sure: false, wasThere };
  }
  const { turning } = state;
  turning.count += 1;
  if (beyondM > sureTimes * hysteresisM && !(before && stoodBetween(before, fix))) turning.sure = true;
  return (turning.sure || turning.count >= enough) && fix.time - turning.at.time >= rule.minStayMs;
}

/** Outside until now. True: something is to be remembered. */
function lookFromOutside(state: FenceState, look: Look): boolean {
  const { distanceM, hysteresisM, rule, fix } = look;
  if (distanceM < -hysteresisM) {
    if (!turns(state, look, -distanceM)) return true;
    const { at, wasThere } = state.turning as NonNullable<FenceState['turning']>;
    Object.assign(state, { inside: true, since: at.time, wasThere, turning: null });
    tell(look, 'ENTER', at, at.time, rule.onEnter && !wasThere);
    return true;
  }
  if (distanceM <= 0) return state.turning !== null;
  const entered = state.turning?.at;
  state.turning = null;
  // One fix inside, and the next is far away again: it drove through.
  if (entered && distanceM > hysteresisM && metresBetween(entered, fix) > sureTimes * hysteresisM) {
    if (!stoodBetween(entered, fix) && rule.minStayMs === 0)
      tell(look, 'CROSSED', entered, entered.time, rule.onEnter || rule.onExit);
  }
  return false;
}

/** Inside until now. False: it left. */
function lookFromInside(state: FenceState, look: Look): boolean {
  const { distanceM, hysteresisM, rule, fix } = look;
  if (distanceM > hysteresisM) {
    if (!turns(state, look, distanceM)) return true;
    tell(look, 'EXIT', (state.turning as NonNullable<FenceState['turning']>).at, state.since, rule.onExit);
    return false;
  }
  if (distanceM > 0) return true;
  state.turning = null;
  const isNow = isScheduled(rule, fix.time);
  if (rule.dwellMs !== null && !state.dwelt && isNow && fix.time - state.since >= rule.dwellMs) {
    state.dwelt = true;
    tell(look, 'DWELL', fix, state.since, true);
  }
  if (rule.capKmh === null) return true;
  state.over = fix.speedKmh !== null && fix.speedKmh > rule.capKmh ? state.over + 1 : 0;
  if (state.over >= enoughOver && !state.sped && isNow) {
    state.sped = true;
    tell(look, 'SPEEDING', fix, state.since, true);
  }
  return true;
}

const outside = (): FenceState => ({
  inside: false,
  since: 0,
  wasThere: false,
  turning: null,
  dwelt: false,
  sped: false,
  over: 0,
});

/** Small fences that lie between two fixes: it was never seen in them, and drove through. */
function lookBetween(
  known: ReadonlyMap<string, FenceState>,
  before: FenceFix,
  look: Omit<Look, 'at' | 'rule'>,
  vehicle: string,
): void {
  const { fences, fix } = look;
  if (fix.time - before.time > longestWayMs || stoodBetween(before, fix)) return;
  const wayM = metresBetween(before, fix);
  for (const at of fences.index.along(before, fix)) {
    const rule = fences.rules[at];
    if (!rule || known.has(rule.id) || !appliesTo(rule, vehicle, before.time) || rule.minStayMs > 0) continue;
    const to = fences.index.distance(at, fix.lat, fix.lon);
    const deepM = -hysteresisOf(fences, at, fix);
    // Nowhere on the way is it nearer than this.
    if (to <= 0 || to - wayM >= deepM) continue;
    const from = fences.index.distance(at, before.lat, before.lon);
    if (from <= 0 || (from + to - wayM) / 2 >= deepM) continue;
    const { part, distanceM } = deepestOnWay(fences.index.shapes, at, before, fix);
    if (distanceM >= deepM) continue;
    const seen = {
      time: Math.round(before.time + (fix.time - before.time) * part),
      lat: before.lat + (fix.lat - before.lat) * part,
      lon: before.lon + (fix.lon - before.lon) * part,
      speedKmh: fix.speedKmh,
    };
    tell({ ...look, at, rule }, 'CROSSED', seen, seen.time, rule.onEnter || rule.onExit);
  }
}

const appliesTo = ({ since, vehicles }: FenceRule, vehicle: string, time: number) =>
  time >= since && (vehicles === null || vehicles.has(vehicle));

/** Takes a fix that is believed, the next by time. */
function takeBelieved(
  state: VehicleState,
  vehicle: string,
  fix: FenceFix,
  fences: Fences,
  drove: boolean,
): FenceEvent[] {
  const events: FenceEvent[] = [];
  const before = state.last;
  const base = { fences, fix, before, distanceM: 0, hysteresisM: 0, events };
  if (before && drove) lookBetween(state.fences, before, base, vehicle);
  const places = new Set(fences.index.near(fix.lat, fix.lon));
  for (const id of state.fences.keys()) {
    const at = fences.byId.get(id);
    // A fence that is gone, or no longer the vehicle's.
    if (at === undefined) state.fences.delete(id);
    else places.add(at);
  }
  for (const at of places) {
    const rule = fences.rules[at] as FenceRule;
    if (!appliesTo(rule, vehicle, fix.time)) {
      state.fences.delete(rule.id);
      continue;
    }
    const distanceM = fences.index.distance(at, fix.lat, fix.lon);
    const look = { ...base, at, rule, distanceM, hysteresisM: hysteresisOf(fences, at, fix) };
    const known = state.fences.get(rule.id) ?? outside();
    const isKept = known.inside ? lookFromInside(known, look) : lookFromOutside(known, look);
    if (isKept && (known.inside || known.turning)) state.fences.set(rule.id, known);
    else state.fences.delete(rule.id);
  }
  state.last = fix;
  return events;
}

/**
 * Takes the next fix of a vehicle by time, and gives what happened at its fences. Changes the state. Fixes that jumped are no news:
 * they wait until others agree.
 * @param maxMs faster than this nobody drives, metres a second.
 */
export function feedFences(
  state: VehicleState,
  vehicle: string,
  fix: FenceFix,
  fences: Fences,
  maxMs: number,
): FenceEvent[] {
  const { kept, jumped } = passTeleports(state.teleports, fix, maxMs);
  return kept.flatMap((one, at) => takeBelieved(state, vehicle, one as FenceFix, fences, !(jumped && at === 0)));
}

/** The fences of an organisation, ready to be asked. */
export const fencesOf = (index: FenceIndex, rules: readonly FenceRule[]): Fences => ({
  index,
  rules,
  byId: new Map(rules.map(({ id }, at) => [id, at])),
});
