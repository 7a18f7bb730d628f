/** Speeds that are drawn alike, from the slowest: below the next one's beginning. Faster ones are broader as well, for whoever does not tell the colours apart. */
export const speedBands = [
  { from: 0, colour: 'var(--k-idle)', width: 3 },
  { from: 20, colour: 'var(--k-move)', width: 4.5 },
  { from: 50, colour: 'var(--due)', width: 6 },
  { from: 80, colour: 'var(--k-bad)', width: 7.5 },
] as const;
/** Where no speed is known. */
export const noBand = -1;
export const unknownBand = { colour: 'var(--k-off)', width: 4 } as const;

/** The place of a speed among the bands. */
export function bandOf(kmh: number): number {
  if (Number.isNaN(kmh)) return noBand;
  let band = 0;
  while (band + 1 < speedBands.length && kmh >= (speedBands[band + 1]?.from ?? Infinity)) band += 1;
  return band;
}
