import { metresBetween } from '#telematics/pipeline/geo.ts';
import { passTeleports, type TeleportState } from '#telematics/pipeline/teleports.ts';
import { usualProfile } from '#telematics/pipeline/profile.ts';
import type { AlibiReason, Conclusion } from './alibi.contract.ts';
import {
  between,
  farthestOn,
  type Known,
  type Leg,
  legsWithin,
  passes,
  type Place,
  type Reached,
  reachOn,
} from './reach.rules.ts';

/** A position as its device sent it. */
export interface SentFix {
  at: number;
  lat: number;
  lon: number;
  speedKmh: number | null;
  accuracyM: number | null;
  satellites: number | null;
  hdop: number | null;
  device: string;
}
export interface JudgedFix extends SentFix, Known {}

export interface Question {
  place: Place;
  /** Milliseconds, UTC. */
  from: number;
  to: number;
  toleranceMs: number;
  /** How far the clock of the device may be off. */
  clockMs: number;
  fastestKmh: number;
  fixes: readonly SentFix[];
}

export interface Verdict {
  conclusion: Conclusion;
  reason: AlibiReason | null;
  mayBeCopied: boolean;
  looked: { from: number; to: number };
  leastM: number | null;
  mostM: number | null;
  likelyM: number | null;
  clearM: number | null;
  neededKmh: number | null;
  /** The last position before the time that was asked for and the first one after it; one that is of just that time is both. */
  before: JudgedFix | null;
  after: JudgedFix | null;
  /** Between the two positions that leave most room, milliseconds. */
  gapMs: number | null;
  /** When it was nearest to the place, by what it reported. */
  nearest: { at: number; metres: number } | null;
  jumps: number;
  fixes: readonly JudgedFix[];
}

/** Metres that the vehicle must have stayed away at least before that counts as proof. */
export const marginM = 250;
/** Without an answer from the device for so long on either side, it was silent. */
const silentMs = 30 * 60_000;
/** Between positions that follow each other so closely, it drove about straight. */
const denseMs = 120_000;
/** What is less exact does not say that it was at a place. */
const exactM = 300;
const nearM = 2_000;
/** Positions that contradict each other so near in time say nothing of where it was. */
const doubtMs = 30 * 60_000;
/** Of a receiver without any faults. */
const leastM = 10;

/**
 * Metres around a position in which the vehicle was. What the device says itself; else eight for each unit of dilution (twice
 * some four metres), else by its satellites; a device that says nothing of it is taken for a poor one.
 */
export function uncertaintyOf({
  accuracyM,
  hdop,
  satellites,
}: Pick<SentFix, 'accuracyM' | 'hdop' | 'satellites'>): number {
  if (accuracyM !== null) return Math.max(leastM, accuracyM);
  if (hdop !== null) return Math.max(leastM, 8 * hdop);
  if (satellites !== null) return satellites >= 8 ? 15 : satellites >= 6 ? 30 : satellites >= 4 ? 60 : 150;
  return 100;
}

interface Counted {
  kept: JudgedFix[];
  /** Behind these it was suddenly elsewhere, with three positions that agree. */
  jumpedAt: number[];
  jumps: number;
}

/** Leaves out positions that jumped there and back, of each device by itself. */
function believed(fixes: readonly SentFix[]): Counted {
  const states = new Map<string, TeleportState & { waiting: JudgedFix[] }>();
  const [kept, jumpedAt]: [JudgedFix[], number[]] = [[], []];
  for (const sent of fixes.toSorted((a, b) => a.at - b.at)) {
    const fix = { ...sent, uncertaintyM: Math.round(uncertaintyOf(sent) * 10) / 10 };
    const state = states.get(fix.device) ?? { last: null, doubted: [], waiting: [] };
    states.set(fix.device, state);
    const { lat, lon, speedKmh, accuracyM, at: time } = fix;
    const passed = passTeleports(state, { time, lat, lon, speedKmh, accuracyM, ignition: null }, usualProfile.maxLegMs);
    state.waiting = [...state.waiting, fix].slice(-3);
    const count = passed.kept.length;
    if (count === 0) continue;
    kept.push(...state.waiting.slice(-count));
    if (passed.jumped) jumpedAt.push(state.waiting.at(-count)?.at ?? time);
    state.waiting = [];
  }
  return { kept: kept.toSorted((a, b) => a.at - b.at), jumpedAt, jumps: fixes.length - kept.length };
}

/** Two devices in one vehicle that were too far from each other to be there both. */
function contradicts(fixes: readonly JudgedFix[], from: number, to: number): boolean {
  for (let at = 1; at < fixes.length; at += 1) {
    const [a, b] = [fixes[at - 1], fixes[at]] as [JudgedFix, JudgedFix];
    if (a.device === b.device || b.at < from || a.at > to) continue;
    const metres = metresBetween(a, b) - a.uncertaintyM - b.uncertaintyM - marginM;
    if (metres > (usualProfile.maxLegMs * (b.at - a.at)) / 1_000) return true;
  }
  return false;
}

/** What a vehicle's own positions say of whether it was at a place at a time. */
export function judgeAlibi(asked: Question): Verdict {
  const { place, from, to, toleranceMs, clockMs, fastestKmh } = asked;
  const looked = { from: from - toleranceMs - clockMs, to: to + toleranceMs + clockMs };
  const { kept, jumpedAt, jumps } = believed(asked.fixes);
  const legs = legsWithin(kept, looked.from, looked.to);
  const reached = legs.map((leg) => reachOn(leg, place, looked, fastestKmh));
  const [first] = reached.toSorted((a, b) => a.clearM - b.clearM || a.neededKmh - b.neededKmh);
  const nearest = nearestOf(legs, place, looked);
  const middle = (from + to) / 2;
  const base = { looked, jumps, fixes: kept, nearest: nearest && { at: nearest.at, metres: nearest.metres } };
  if (!first) return { ...base, ...nothing, conclusion: 'NO_DATA', reason: 'SILENT' };
  const far = legs.map((leg) => farthestOn(leg, place, looked, fastestKmh));
  const least = Math.max(0, Math.min(...reached.map(({ clearM }) => clearM)));
  const verdict = {
    ...base,
    leastM: least,
    mostM: far.includes(null) ? null : Math.max(...(far as number[])),
    likelyM: likelyAt(kept, place, middle),
    clearM: first.clearM,
    neededKmh: first.clearM > 0 ? first.neededKmh : null,
    before: kept.findLast((fix) => fix.at <= from) ?? null,
    after: kept.find((fix) => fix.at >= to) ?? null,
    gapMs: first.before && first.after ? first.after.at - first.before.at : null,
    mayBeCopied: false,
  };
  const near = { from: looked.from - doubtMs, to: looked.to + doubtMs };
  if (jumpedAt.some((at) => at >= near.from && at <= near.to) || contradicts(kept, near.from, near.to))
    return { ...verdict, conclusion: 'CANNOT_TELL', reason: 'CONTRADICTORY', mayBeCopied: true };
  if (first.clearM > marginM) return { ...verdict, conclusion: 'ELSEWHERE', reason: null, mayBeCopied: true };
  if (nearest && nearest.metres <= nearest.uncertaintyM + place.radiusM && nearest.uncertaintyM <= exactM)
    return { ...verdict, conclusion: 'THERE', reason: null };
  const { conclusion, reason } = doubtOf(first, nearest?.metres ?? null, { ...asked, looked, kept });
  return { ...verdict, conclusion, reason };
}

const nothing = {
  mayBeCopied: false,
  leastM: null,
  mostM: null,
  likelyM: null,
  clearM: null,
  neededKmh: null,
  before: null,
  after: null,
  gapMs: null,
};

/** The nearest that it is known to have been in the time: at positions, and between those that follow each other closely. */
function nearestOf(legs: readonly Leg<JudgedFix>[], place: Place, { from, to }: { from: number; to: number }) {
  let best: { at: number; metres: number; uncertaintyM: number } | undefined;
  const take = (at: number, metres: number, uncertaintyM: number) => {
    if (!best || metres - uncertaintyM < best.metres - best.uncertaintyM) best = { at, metres, uncertaintyM };
  };
  for (const { before, after } of legs) {
    for (const fix of [before, after])
      if (fix && fix.at >= from && fix.at <= to) take(fix.at, metresBetween(fix, place), fix.uncertaintyM);
    if (!before || !after || after.at - before.at > denseMs) continue;
    const { at, metres } = passes(before, after, place, { from, to });
    take(at, metres, Math.max(before.uncertaintyM, after.uncertaintyM));
  }
  return best ?? null;
}

function likelyAt(fixes: readonly JudgedFix[], place: Place, at: number): number | null {
  const before = fixes.findLast((fix) => fix.at <= at);
  const after = fixes.find((fix) => fix.at >= at);
  if (!before || !after || after.at - before.at > denseMs) return null;
  return metresBetween(between(before, after, at), place);
}

/** Why it could have been there, though nothing says that it was. */
function doubtOf(
  first: Reached<JudgedFix>,
  nearestM: number | null,
  { place, looked, kept, fastestKmh }: Question & { looked: { from: number; to: number }; kept: readonly JudgedFix[] },
): Pick<Verdict, 'conclusion' | 'reason'> {
  const { before, after } = first;
  const isHeard = kept.some(({ at }) => at >= looked.from && at <= looked.to);
  const isSilent =
    !isHeard && (!before || before.at < looked.from - silentMs) && (!after || after.at > looked.to + silentMs);
  if (isSilent) return { conclusion: 'NO_DATA', reason: 'SILENT' };
  const exact = (fix: JudgedFix | undefined) => fix && { ...fix, uncertaintyM: Math.min(fix.uncertaintyM, leastM) };
  const wouldBe = reachOn({ before: exact(before), after: exact(after) }, place, looked, fastestKmh);
  if (wouldBe.clearM > marginM) return { conclusion: 'CANNOT_TELL', reason: 'INACCURATE' };
  if (nearestM !== null && nearestM <= nearM) return { conclusion: 'NEAR', reason: 'CLOSE' };
  return { conclusion: 'CANNOT_TELL', reason: before && after ? 'GAP' : 'ONE_SIDE' };
}
