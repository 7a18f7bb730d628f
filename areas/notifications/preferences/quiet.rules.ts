const minuteMs = 60_000;
const dayMinutes = 1_440;
const indiaOffset = 330;

/** They go around the clock once at most. */
export const longestQuietMs = dayMinutes * minuteMs;

/** Minutes of the day in India, from the first to before the last; over midnight where the last is the smaller one. */
export interface QuietHours {
  from: number;
  to: number;
}

/** When the quiet hours end that this moment lies in; undefined: it lies in none. */
export function quietUntil(quiet: QuietHours | undefined, now: Date): Date | undefined {
  if (!quiet) return undefined;
  const minute = (Math.floor(now.getTime() / minuteMs) + indiaOffset) % dayMinutes;
  const since = (minute - quiet.from + dayMinutes) % dayMinutes;
  const length = (quiet.to - quiet.from + dayMinutes) % dayMinutes;
  if (since >= length) return undefined;
  return new Date((Math.floor(now.getTime() / minuteMs) + length - since) * minuteMs);
}
