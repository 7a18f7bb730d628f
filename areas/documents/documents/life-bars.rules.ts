const dayMs = 86_400_000;
/** Days before and after today that the axis shows. */
const halfDays = 365;

/** Place of a day on the axis in percent: today is in the middle, what lies beyond its ends is at them. */
function placeOf(day: string, today: string): number {
  const days = (Date.parse(day) - Date.parse(today)) / dayMs;
  return Math.min(100, Math.max(0, 50 + (days / halfDays) * 50));
}

/**
 * The bar of a document that is valid between two days, in percent of the axis; days are YYYY-MM-DD. One without a first day
 * began before the axis. At least a percent wide, so that one that ended long ago is seen.
 */
export function barOf(
  { validFrom, validUpto }: { validFrom: string | null; validUpto: string | null },
  today: string,
): { from: number; to: number } {
  const to = validUpto === null ? 100 : Math.max(1, placeOf(validUpto, today));
  const from = validFrom === null ? 0 : placeOf(validFrom, today);
  return { from: Math.min(from, to - 1), to };
}

/** First days of some months, a quarter of the axis apart and not where today is written. */
export function monthsOf(today: string): { at: number; month: Date }[] {
  const now = new Date(today);
  return [-11, -6, 5, 10].map((ahead) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    return { at: placeOf(first.toISOString().slice(0, 10), today), month: first };
  });
}
