/** Bars are shown as they count: 26.25 is not 26.3. */
export const exactKmh = (kmh: number): string => String(Math.round(kmh * 100) / 100);
