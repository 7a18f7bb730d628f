import { type SpeedFix, type SpeedRules, statutoryKmh, type Witness } from './speed-fix.ts';

/** Nothing of device and vehicle speaks against evidence. */
export const soundWitness: Witness = { isCalibrated: true, isExempt: false, clock: 'RIGHT' };

/**
 * What has to hold of a run of fixes before it is evidence and not only a reason to look. The figures come from simulation: a driver who keeps exactly
 * to limit plus tolerance must never be found speeding, also in thousands of hours.
 */
export const evidenceRules = {
  leastSatellites: 7,
  mostHdop: 2,
  /** Taken off the measured speed before it is compared, in km/h up to 100 and in per cent above. */
  correctionKmh: 3,
  correctionPct: 3,
  /** Fixes closer together are one measurement: their mean. */
  binS: 5,
  leastBins: 5,
  leastS: 30,
  mostGapS: 10,
  leastConfidence: 0.99,
  /** After a limit has dropped, drivers have this way and time to slow down. */
  afterDropM: 100,
  afterDropS: 5,
  /** A receiver that was silent or covered needs this long to be exact again. */
  afterGapS: 10,
} as const;

/** A clock that is farther from the server's, milliseconds, does not say when it was. It decides for a whole trip, and its figure is in no hash. */
export const mostClockOffsetMs = 2_000;

/** Why a fix cannot be part of evidence, in the order in which it is asked. */
export type Gate =
  | 'EXEMPT'
  | 'CALIBRATION'
  | 'CLOCK'
  | 'NO_SPEED'
  | 'RECEPTION'
  | 'NO_ROAD'
  | 'UNSURE_ROAD'
  | 'COVERED'
  | 'NO_PROOF_LIMIT'
  | 'LIMIT_DROPPED'
  | 'NEARBY_LIMIT_HIGHER'
  | 'NOT_OVER'
  | 'PATH_SLOWER'
  | 'TOO_SHORT';

/** A run of fixes that stands as evidence. */
export interface Evidence {
  readonly fromAt: number;
  readonly toAt: number;
  readonly fixes: number;
  /** Mean of the corrected speeds, and of the way on the road over the time. */
  readonly correctedMeanKmh: number;
  readonly pathKmh: number;
  readonly confidence: number;
}

export interface Verdict {
  readonly evidence: Evidence | null;
  /** How many fixes each gate turned away, for people who want to know why an episode is only for review. */
  readonly refused: Readonly<Partial<Record<Gate, number>>>;
}

/** A measured speed with the correction in the driver's favour. */
export const correctedKmh = (speedKmh: number): number =>
  speedKmh > 100 ? speedKmh * (1 - evidenceRules.correctionPct / 100) : speedKmh - evidenceRules.correctionKmh;

interface Context {
  /** Time and way at which the limit last dropped, or that there is none. */
  readonly dropAt: number | null;
  readonly dropM: number | null;
  /** Time of the first fix after a silence or under open sky again. */
  readonly openAt: number | null;
  /** Mean corrected speed of the span that a fix lies in. */
  readonly spans: ReadonlyMap<number, number>;
}

const spanOf = ({ time }: SpeedFix): number => Math.floor(time / (evidenceRules.binS * 1000));

/** Mean corrected speed of fixes in spans of `binS`, counted from the beginning of time so that no fix decides where a span begins. */
function spanMeans(fixes: readonly SpeedFix[]): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const fix of fixes) {
    const span = sums.get(spanOf(fix)) ?? { sum: 0, count: 0 };
    sums.set(spanOf(fix), { sum: span.sum + correctedKmh(fix.speedKmh ?? 0), count: span.count + 1 });
  }
  return new Map([...sums].map(([key, { sum, count }]) => [key, sum / count]));
}

function gateOf(fix: SpeedFix, context: Context, rules: SpeedRules): Gate | null {
  const { road, limit, speedKmh } = fix;
  if (speedKmh === null || speedKmh > rules.maxPlausibleKmh) return 'NO_SPEED';
  const exact =
    (fix.satellites ?? 0) >= evidenceRules.leastSatellites &&
    fix.hdop !== null &&
    fix.hdop <= evidenceRules.mostHdop &&
    (fix.accuracyM === null || fix.accuracyM <= rules.maxAccuracyM);
  if (!exact) return 'RECEPTION';
  if (!road) return 'NO_ROAD';
  if (road.confidence < evidenceRules.leastConfidence) return 'UNSURE_ROAD';
  if (road.covered || (context.openAt !== null && fix.time - context.openAt < evidenceRules.afterGapS * 1000))
    return 'COVERED';
  if (!limit?.isProof) return 'NO_PROOF_LIMIT';
  const dropped =
    context.dropAt !== null &&
    (fix.time - context.dropAt < evidenceRules.afterDropS * 1000 ||
      road.alongM - (context.dropM ?? 0) < evidenceRules.afterDropM);
  if (dropped) return 'LIMIT_DROPPED';
  // A single fix of many may dip to the limit by noise; its span may not dip below limit and tolerance.
  const mean = context.spans.get(spanOf(fix)) ?? 0;
  if (correctedKmh(speedKmh) <= limit.limitKmh || mean <= statutoryKmh(limit.limitKmh, rules)) return 'NOT_OVER';
  return mean <= statutoryKmh(Math.max(limit.limitKmh, fix.highestNearbyKmh ?? 0), rules)
    ? 'NEARBY_LIMIT_HIGHER'
    : null;
}

/** Whether a run of fixes that all passed their gates is long and fast enough; if not, why. */
function judgeRun(run: readonly SpeedFix[], rules: SpeedRules): Evidence | Gate {
  const [first, last] = [run[0], run.at(-1)];
  if (!first?.road || !last?.road || !first.limit) return 'TOO_SHORT';
  const seconds = (last.time - first.time) / 1000;
  const bins = [...spanMeans(run).values()];
  if (bins.length < evidenceRules.leastBins || seconds < evidenceRules.leastS) return 'TOO_SHORT';
  const pathKmh = ((last.road.alongM - first.road.alongM) / seconds) * 3.6;
  const bar = statutoryKmh(
    Math.max(first.limit.limitKmh, ...run.map(({ highestNearbyKmh }) => highestNearbyKmh ?? 0)),
    rules,
  );
  if (pathKmh <= bar) return 'PATH_SLOWER';
  if (bins.some((mean) => mean <= bar)) return 'NOT_OVER';
  return {
    fromAt: first.time,
    toAt: last.time,
    fixes: run.length,
    correctedMeanKmh: bins.reduce((sum, mean) => sum + mean, 0) / bins.length,
    pathKmh,
    confidence: Math.min(...run.map(({ road }) => road?.confidence ?? 0)),
  };
}

/**
 * Looks for evidence in an episode: fixes of one limit in the order of time. `before`: the fixes of the trip that lead to it, of which the last few say
 * whether the limit has just dropped and whether the receiver was silent.
 */
export function findEvidence(
  fixes: readonly SpeedFix[],
  before: readonly SpeedFix[],
  rules: SpeedRules,
  { isCalibrated, isExempt, clock }: Witness = soundWitness,
): Verdict {
  // Holds for every fix of the trip: nothing else need be asked.
  if (isExempt || !isCalibrated || clock === 'UNSURE')
    return {
      evidence: null,
      refused: { [isExempt ? 'EXEMPT' : isCalibrated ? 'CLOCK' : 'CALIBRATION']: fixes.length },
    };
  const refused: Partial<Record<Gate, number>> = {};
  const count = (gate: Gate, by = 1): void => {
    refused[gate] = (refused[gate] ?? 0) + by;
  };
  const [was, first] = [before.at(-1), fixes[0]];
  const dropped = was?.limit && first?.limit && was.limit.limitKmh > first.limit.limitKmh;
  let context: Context = {
    dropAt: dropped ? first.time : null,
    dropM: dropped ? (first.road?.alongM ?? null) : null,
    openAt: null,
    spans: spanMeans(fixes),
  };
  let best: Evidence | null = null;
  let run: SpeedFix[] = [];
  let last: SpeedFix | undefined = was;
  const end = (): void => {
    if (run.length === 0) return;
    const judged = judgeRun(run, rules);
    if (typeof judged === 'string') count(judged, run.length);
    else if (!best || judged.toAt - judged.fromAt > best.toAt - best.fromAt) best = judged;
    run = [];
  };
  for (const fix of fixes) {
    const silent = last ? fix.time - last.time > evidenceRules.mostGapS * 1000 : false;
    const apart = run.length > 0 && fix.road?.piece !== run[0]?.road?.piece;
    if (silent || last?.road?.covered) context = { ...context, openAt: fix.time };
    if (silent || apart) end();
    const gate = gateOf(fix, context, rules);
    if (gate) {
      count(gate);
      end();
    } else run.push(fix);
    last = fix;
  }
  end();
  return { evidence: best, refused };
}
