import { type FoundTitle, perCatalogue, ranks } from './found-title.ts';

/** So many records are answered, unless those of many catalogues fit; then so many of each. */
const [atMost, ofEachOfMany] = [30, 3];

/** A record that is shown, and whether its catalogue has more that fit as well. */
export type Shown = FoundTitle & { more: boolean };

/**
 * What was found, the records of each catalogue together: first the catalogue with the record that fits best. What only sounds like it
 * comes after everything else.
 */
export function grouped(found: readonly FoundTitle[]): Shown[] {
  const groups = [...Map.groupBy(found, ({ module, rank }) => `${rank === ranks.alike ? 1 : 0} ${module}`).values()];
  const isLong = groups.reduce((sum, rows) => sum + Math.min(rows.length, perCatalogue), 0) > atMost;
  const shown = isLong ? ofEachOfMany : perCatalogue;
  return groups
    .toSorted(([a], [b]) => (a?.rank ?? 0) - (b?.rank ?? 0) || (a?.title.length ?? 0) - (b?.title.length ?? 0))
    .flatMap((rows) =>
      rows.slice(0, shown).map((row) => ({ ...row, more: rows.length > shown && row.rank !== ranks.alike })),
    );
}
