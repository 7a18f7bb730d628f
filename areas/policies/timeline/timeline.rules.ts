import { addDays, daysBetween } from '#kit/contract/days.ts';
import { type Cover, type CoverKind, coverKinds, coversOf, type DatedPolicy } from '../policy/policy-state.rules.ts';

export interface Span {
  from: string;
  to: string;
  days: number;
}
export interface CoverSpan extends Span {
  policyId: string;
}
/** One kind of cover of a vehicle over time: every day between the first and the last is covered, or a gap. */
export interface CoverLine {
  kind: CoverKind;
  covers: CoverSpan[];
  gaps: Span[];
  overlaps: Span[];
  coveredDays: number;
  gapDays: number;
  overlapDays: number;
}

const span = (from: string, to: string): Span => ({ from, to, days: daysBetween(from, to) + 1 });

/**
 * Covers of a vehicle with their gaps and overlaps. Days from the first day that was ever covered until today count; where cover is
 * scheduled, until that begins.
 */
export function linesOf(policies: readonly DatedPolicy[], today: string): CoverLine[] {
  return coverKinds.flatMap((kind) => {
    const own = policies
      .flatMap((policy) => coversOf(policy).map((cover) => ({ ...cover, policyId: policy.id })))
      .filter((cover) => cover.kind === kind)
      .sort((a, b) => (a.from === b.from ? (a.to < b.to ? -1 : 1) : a.from < b.from ? -1 : 1));
    return own.length === 0 ? [] : [lineOf(kind, own, today)];
  });
}

function lineOf(kind: CoverKind, own: readonly (Cover & { policyId: string })[], today: string): CoverLine {
  const gaps: Span[] = [];
  const overlaps: Span[] = [];
  let coveredUntil: string | undefined;
  let coveredDays = 0;
  for (const { from, to } of own) {
    if (coveredUntil !== undefined && from > addDays(coveredUntil, 1))
      gaps.push(span(addDays(coveredUntil, 1), addDays(from, -1)));
    if (coveredUntil !== undefined && from <= coveredUntil)
      overlaps.push(span(from, to < coveredUntil ? to : coveredUntil));
    const fresh: string = coveredUntil !== undefined && from <= coveredUntil ? addDays(coveredUntil, 1) : from;
    if (fresh <= to) coveredDays += daysBetween(fresh, to) + 1;
    if (coveredUntil === undefined || to > coveredUntil) coveredUntil = to;
  }
  if (coveredUntil !== undefined && coveredUntil < today) gaps.push(span(addDays(coveredUntil, 1), today));
  const sum = (spans: readonly Span[]) => spans.reduce((total, { days }) => total + days, 0);
  return {
    kind,
    covers: own.map(({ policyId, from, to }) => ({ policyId, ...span(from, to) })),
    gaps,
    overlaps,
    coveredDays,
    gapDays: sum(gaps),
    overlapDays: sum(overlaps),
  };
}
