/**
 * What a day counted: of a holiday its name, and of half a one what it counted besides.
 * @param shut what is said of a day that counted nothing
 * @param inWords minutes as people read them
 */
export function countedText(
  { minutes, holiday }: { minutes: number; holiday: string | null },
  shut: string,
  inWords: (minutes: number) => string,
): string {
  if (minutes === 0) return holiday ?? shut;
  return holiday === null ? inWords(minutes) : `${holiday} · ${inWords(minutes)}`;
}
