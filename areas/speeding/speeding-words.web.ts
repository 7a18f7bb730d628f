import { t } from '#kit/web/i18n.ts';

/** Bars are shown as they count: 26.25 is not 26.3. */
export const exactKmh = (kmh: number): string => String(Math.round(kmh * 100) / 100);

/** '85 in an 80', '78 in a 60': the top speed, and the limit. */
export function overText({ peakKmh, limitKmh }: { peakKmh: number; limitKmh: number }): string {
  const [peak, limit] = [Math.round(peakKmh), Math.round(limitKmh)];
  return t(String(limit).startsWith('8') ? 'violations.inAn' : 'violations.inA', { peak, limit });
}
