import { type CapFence, capsOfFences } from '#telematics/limits/fence-caps.ts';
import type { StatutoryLimit } from '#telematics/limits/resolve.ts';
import { type LimitRule, type SpeedClass, sortRules } from '#telematics/limits/rule.ts';
import { type Episode, judgingVersion } from '#telematics/speeding/episodes.ts';
import { evidenceRules, mostClockOffsetMs } from '#telematics/speeding/evidence.ts';
import {
  judge,
  type Judged,
  type JudgedConfiguration,
  type JudgedFix,
  type JudgedMatch,
  type JudgedRoad,
} from '#telematics/speeding/judge.ts';
import type { Witness } from '#telematics/speeding/speed-fix.ts';
import type { Parts } from './bundle-zip.ts';
import { canonicalBytes } from './canonical-json.ts';

/*
 * The parts that the verdict is found by, and the way from them to the verdict: the very code that judges trips, and nothing of a database.
 */

/** fixes.json: what the device sent, as whole numbers of its precision. */
export interface FixesPart {
  fixes: readonly (JudgedFix & {
    receivedAt: number;
    courseDdeg: number | null;
    altitudeM: number | null;
    flags: number;
  })[];
}

/** match.json: where each of these fixes was put, and where else it may have been. */
export interface MatchPart {
  roadIds: readonly string[];
  /** 1 where the road runs in a tunnel. */
  covered: readonly number[];
  fixes: readonly ((JudgedMatch & { distanceM: number }) | null)[];
  /** The line that was driven: latitude and longitude in turns, in 1e-7 degrees, a list for each piece. */
  route: readonly (readonly number[])[];
}

/** A place in the order of rules; without an end in metres it is the whole road’s. */
type RankPart = Omit<NonNullable<LimitRule['rank']>, 'lengthM'> & { lengthM: number | null };
type RulePart = Omit<LimitRule, 'rank'> & { rank?: RankPart | undefined };
export type RoadPart = Omit<JudgedRoad, 'rules' | 'stored'> & {
  name: string;
  ref: string | null;
  rules: readonly RulePart[];
  /** The same rules as they were entered, with the numbers of their orders. */
  stored: readonly (JudgedRoad['stored'][number] & Record<string, unknown>)[];
};

/** limits.json: all that said which limit held. */
export interface LimitsPart {
  trip: { orgId: string; categoryId: string | null; start: number };
  speedClass: SpeedClass;
  firstRoadId: string | null;
  roads: readonly RoadPart[];
  law: readonly StatutoryLimit[];
  configuration: (JudgedConfiguration & { name: string; version: number }) | null;
  geofences: readonly CapFence[];
  witness: Witness;
}

export const judgedNames = ['fixes.json', 'match.json', 'limits.json', 'thresholds.json', 'verdict.json'] as const;

export const rulePart = ({ rank, ...rule }: LimitRule): RulePart => ({
  ...rule,
  ...(rank ? { rank: { ...rank, lengthM: Number.isFinite(rank.lengthM) ? rank.lengthM : null } } : {}),
});
const ruleOf = ({ rank, ...rule }: RulePart): LimitRule => ({
  ...rule,
  ...(rank ? { rank: { ...rank, lengthM: rank.lengthM ?? Number.POSITIVE_INFINITY } } : {}),
});

/** verdict.json: what was found, by which measure. */
export const verdictPart = (episode: Episode, judged: Pick<Judged, 'notChecked' | 'speedClass'>): Buffer =>
  canonicalBytes({ episode, notChecked: judged.notChecked, speedClass: judged.speedClass });

/** thresholds.json: the figures of the configuration and those of the program. */
export const thresholdsPart = (judged: Pick<Judged, 'rules'>, productVersion: string): Buffer =>
  canonicalBytes({ rules: judged.rules, evidence: evidenceRules, mostClockOffsetMs, judgingVersion, productVersion });

const jsonOf = (parts: Parts, name: (typeof judgedNames)[number]): unknown => {
  const bytes = parts.get(name);
  if (!bytes) throw new Error(`${name} is missing`);
  return JSON.parse(bytes.toString('utf8'));
};

/** Which way of judging a bundle was made by. */
export const judgingVersionOf = (parts: Parts): unknown =>
  (jsonOf(parts, 'thresholds.json') as { judgingVersion?: unknown }).judgingVersion;

/** Judges from the parts alone. Gives all that is found in them: of a trip they hold the minutes around one episode. */
export function judgeParts(parts: Parts): Judged {
  const { fixes } = jsonOf(parts, 'fixes.json') as FixesPart;
  const match = jsonOf(parts, 'match.json') as MatchPart;
  const limits = jsonOf(parts, 'limits.json') as LimitsPart;
  const roads = limits.roads.map((road): JudgedRoad => ({ ...road, rules: sortRules(road.rules.map(ruleOf)) }));
  return judge(limits.trip, fixes, match, {
    roads: new Map(roads.map((road) => [road.id, road])),
    law: limits.law,
    configurations: limits.configuration ? [limits.configuration] : [],
    firstRoadId: limits.firstRoadId ?? undefined,
    speedClass: limits.speedClass,
    capsAt: capsOfFences(limits.geofences),
    witness: limits.witness,
  });
}

/** What verdict.json has to be by the other parts; undefined where they give no episode that begins when it says. */
export function verdictFrom(parts: Parts): Buffer | undefined {
  const judged = judgeParts(parts);
  const { episode: told } = jsonOf(parts, 'verdict.json') as { episode?: { fromAt?: unknown } };
  const episode = judged.episodes.find(({ fromAt }) => fromAt === told?.fromAt);
  return episode && verdictPart(episode, judged);
}
