import { createHash } from 'node:crypto';
import { type Evidence, evidenceRules, findEvidence, type Gate, soundWitness } from './evidence.ts';
import {
  type AppliedLimit,
  type Severity,
  severityOf,
  type SpeedFix,
  type SpeedRules,
  thresholdKmh,
  type Witness,
} from './speed-fix.ts';

/** A part of a road that was driven too fast, one way. */
export interface Segment {
  readonly roadId: string;
  readonly forward: boolean;
  /** Metres from the beginning of the road; `fromM` where it was entered. */
  readonly fromM: number;
  readonly toM: number;
}

/** Speeding under one limit, from the first fix above the threshold to the last. */
export interface Episode {
  readonly fromAt: number;
  readonly toAt: number;
  readonly fixes: number;
  readonly limit: AppliedLimit;
  /** What had to be passed: the limit with the law's tolerance or the own buffer. */
  readonly thresholdKmh: number;
  readonly peakKmh: number;
  readonly meanKmh: number;
  /** Metres along the road from first to last fix. */
  readonly lengthM: number;
  readonly segments: readonly Segment[];
  /** Of the road, the least of all fixes. */
  readonly confidence: number;
  readonly severity: Severity;
  /** Null: it is for people to look at, and `refused` says what is missing. */
  readonly evidence: Evidence | null;
  readonly refused: Readonly<Partial<Record<Gate, number>>>;
  /** SHA-256 over all that led to it, hexadecimal: the same fixes, limits and rules give the same. */
  readonly hash: string;
}

/** Changes when the way of judging changes, so that old and new hashes are never taken for one. */
export const judgingVersion = 1;
/** An episode ends with two fixes in a row that are not this far above the limit. */
const calmKmh = 2;
const calmFixes = 2;

const sameLimit = (a: AppliedLimit, b: AppliedLimit): boolean =>
  a.limitKmh === b.limitKmh && a.source === b.source && a.ruleId === b.ruleId && a.version === b.version;

const inOrder = (a: SpeedFix, b: SpeedFix): number => a.time - b.time || a.latE7 - b.latE7 || a.lonE7 - b.lonE7;

const isUsable = (fix: SpeedFix, rules: SpeedRules): boolean =>
  fix.speedKmh !== null &&
  fix.speedKmh <= rules.maxPlausibleKmh &&
  (fix.accuracyM === null || fix.accuracyM <= rules.maxAccuracyM) &&
  fix.road !== null &&
  fix.limit !== null;

function segmentsOf(fixes: readonly SpeedFix[]): Segment[] {
  const segments: Segment[] = [];
  for (const { road } of fixes) {
    if (!road) continue;
    const last = segments.at(-1);
    if (last?.roadId === road.roadId && last.forward === road.forward)
      segments[segments.length - 1] = { ...last, toM: road.offsetM };
    else segments.push({ roadId: road.roadId, forward: road.forward, fromM: road.offsetM, toM: road.offsetM });
  }
  return segments;
}

/** What is written down and hashed of each fix: nothing that differs between machines. */
const told = ({
  time,
  latE7,
  lonE7,
  speedKmh,
  accuracyM,
  satellites,
  hdop,
  road,
  limit,
  highestNearbyKmh,
}: SpeedFix) => [
  time,
  latE7,
  lonE7,
  speedKmh === null ? null : Math.round(speedKmh * 100),
  accuracyM === null ? null : Math.round(accuracyM * 100),
  satellites,
  hdop === null ? null : Math.round(hdop * 100),
  road && [road.roadId, road.forward, Math.round(road.offsetM), Math.round(road.confidence * 1000)],
  limit && [limit.limitKmh, limit.source, limit.ruleId, limit.version],
  highestNearbyKmh,
];

const hashOf = (fixes: readonly SpeedFix[], rules: SpeedRules, witness: Witness): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        judgingVersion,
        Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1)),
        Object.values(evidenceRules),
        fixes.map(told),
        // Said only where it decides, so that all others are known by the hash that they always had.
        ...(witness.isCalibrated && !witness.isExempt ? [] : [[witness.isCalibrated, witness.isExempt]]),
        ...(witness.clock === 'UNSURE' ? [['CLOCK']] : []),
      ]),
    )
    .digest('hex');

function episodeOf(
  fixes: readonly SpeedFix[],
  before: readonly SpeedFix[],
  rules: SpeedRules,
  witness: Witness,
): Episode | null {
  const over = fixes.filter((fix) => (fix.speedKmh ?? 0) > thresholdKmh(fix.limit?.limitKmh ?? 0, rules));
  const [first, last] = [fixes[0], fixes.at(-1)];
  const limit = first?.limit;
  if (!first || !last || !limit) return null;
  if (over.length < rules.minPoints || last.time - first.time < rules.minDurationS * 1000) return null;
  const speeds = fixes.map(({ speedKmh }) => speedKmh ?? 0);
  const peakKmh = Math.max(...speeds);
  const { evidence, refused } = findEvidence(fixes, before, rules, witness);
  return {
    fromAt: first.time,
    toAt: last.time,
    fixes: fixes.length,
    limit,
    thresholdKmh: thresholdKmh(limit.limitKmh, rules),
    peakKmh,
    meanKmh: speeds.reduce((sum, kmh) => sum + kmh, 0) / speeds.length,
    lengthM: first.road?.piece === last.road?.piece ? (last.road?.alongM ?? 0) - (first.road?.alongM ?? 0) : 0,
    segments: segmentsOf(fixes),
    confidence: Math.min(...fixes.map(({ road }) => road?.confidence ?? 0)),
    severity: severityOf(peakKmh - limit.limitKmh, rules),
    evidence,
    refused,
    hash: hashOf(fixes, rules, witness),
  };
}

/**
 * Episodes of speeding in the fixes of a trip, in the order of time. Fixes may come in any order; of two at one moment the first by place counts. An
 * episode stays under one limit: where another begins, the next episode does.
 */
export function findEpisodes(
  fixes: readonly SpeedFix[],
  rules: SpeedRules,
  witness: Witness = soundWitness,
): Episode[] {
  const ordered = fixes.toSorted(inOrder).filter((fix, i, all) => i === 0 || fix.time !== all[i - 1]?.time);
  const usable = ordered.filter((fix) => isUsable(fix, rules));
  const episodes: Episode[] = [];
  let run: SpeedFix[] = [];
  let begin = 0;
  const end = (): void => {
    // What came down again at the end is no part of it.
    let last = run.length - 1;
    while (last >= 0 && (run[last]?.speedKmh ?? 0) <= thresholdKmh(run[last]?.limit?.limitKmh ?? 0, rules)) last -= 1;
    const episode =
      last >= 0 ? episodeOf(run.slice(0, last + 1), usable.slice(Math.max(0, begin - 3), begin), rules, witness) : null;
    if (episode) episodes.push(episode);
    run = [];
  };
  usable.forEach((fix, at) => {
    const limit = fix.limit as AppliedLimit;
    const before = run.at(-1);
    if (before && (fix.time - before.time > rules.gapS * 1000 || !sameLimit(limit, before.limit as AppliedLimit)))
      end();
    if (run.length === 0) {
      if ((fix.speedKmh ?? 0) <= thresholdKmh(limit.limitKmh, rules)) return;
      begin = at;
    }
    run.push(fix);
    const calm = run.slice(-calmFixes);
    if (calm.length === calmFixes && calm.every(({ speedKmh }) => (speedKmh ?? 0) < limit.limitKmh + calmKmh)) end();
  });
  end();
  return episodes;
}
