import type { Episode } from './episodes.ts';

/** Speeding of one trip as it is judged, and as it would be. */
export interface Difference {
  readonly change: 'NEW' | 'GONE' | 'CHANGED';
  /** Null where it is new. */
  readonly before: Episode | null;
  /** Null where it is gone. */
  readonly after: Episode | null;
}

const isAlike = (a: Episode, b: Episode): boolean =>
  a.limit.limitKmh === b.limit.limitKmh &&
  a.severity === b.severity &&
  (a.evidence === null) === (b.evidence === null) &&
  a.fromAt === b.fromAt &&
  a.toAt === b.toAt;

/**
 * What is different between two judgements of the same positions, in the order of time. Episodes that share a moment are the same speeding; of several
 * each is paired once, the earliest first.
 */
export function compareEpisodes(before: readonly Episode[], after: readonly Episode[]): Difference[] {
  const left = [...before];
  const found: Difference[] = [];
  for (const one of after) {
    const at = left.findIndex(({ fromAt, toAt }) => fromAt <= one.toAt && toAt >= one.fromAt);
    const was = at < 0 ? null : (left.splice(at, 1)[0] as Episode);
    if (!was) found.push({ change: 'NEW', before: null, after: one });
    else if (!isAlike(was, one)) found.push({ change: 'CHANGED', before: was, after: one });
  }
  for (const gone of left) found.push({ change: 'GONE', before: gone, after: null });
  return found.toSorted((a, b) => startOf(a) - startOf(b));
}

const startOf = ({ before, after }: Difference): number => (after ?? before)?.fromAt ?? 0;
