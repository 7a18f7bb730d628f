/** What of a rule decides what a split of its road does to it. */
export interface SplitRule {
  fromM: number | null;
  toM: number | null;
  effectiveFrom: string;
  effectiveTo: string | null;
}

/** Where a road is split: all in metres of its line, `secondM` of the part behind it. */
export interface SplitPlace {
  atM: number;
  lengthM: number;
  secondM: number;
}

/** Metres of a rule; null for the whole road. */
export type Stretch = { fromM: number; toM: number } | null;

/** What becomes of a rule when its road is split. What has been in force stays as it was, so its metres are never rewritten. */
export interface RuleFate {
  /**
   * On the first part: it stays; ends today; ends today and has its next version up to the split from tomorrow; is not in force yet and
   * gets that end at once; or is not in force yet, lies beyond the split and is deleted.
   */
  first: 'stays' | 'ends' | 'next' | 'shortened' | 'removed';
  /** Its copy on the second part, with the same days; undefined where there is none. */
  second: Stretch | undefined;
}

/**
 * The same limit everywhere after the split as before it, on every day. Rules that have ended are copied as well: the past of the ground is
 * asked about later too.
 */
export function ruleFate(rule: SplitRule, { atM, lengthM, secondM }: SplitPlace, today: string): RuleFate {
  const { fromM, toM } = rule;
  if (fromM === null || toM === null) return { first: 'stays', second: null };
  // Its ground lies before the split; or beyond the road, since an earlier split: then it holds nowhere on it.
  if (toM <= atM || fromM >= lengthM) return { first: 'stays', second: undefined };
  const second = {
    fromM: Math.max(0, fromM - atM),
    // A rule up to the end reaches the end of the second part, however that is rounded.
    toM: toM >= lengthM ? secondM : Math.min(toM - atM, secondM),
  };
  return { first: onFirst(rule, fromM >= atM, today), second: second.fromM < second.toM ? second : undefined };
}

function onFirst({ effectiveFrom, effectiveTo }: SplitRule, isBeyond: boolean, today: string): RuleFate['first'] {
  if (effectiveFrom > today) return isBeyond ? 'removed' : 'shortened';
  // The last day may be today: then there is nothing left to end.
  if (effectiveTo !== null && effectiveTo <= today) return 'stays';
  return isBeyond ? 'ends' : 'next';
}
