import { formatNumber, t } from '#kit/web/i18n.ts';

/** '42.3 km', '850 m'. */
export const distanceText = (metres: number): string =>
  metres < 1_000
    ? t('trips.metres', { metres: formatNumber(Math.round(metres)) })
    : t('trips.kilometres', {
        km: metres < 100_000 ? (metres / 1_000).toFixed(1) : formatNumber(Math.round(metres / 1_000)),
      });

/** '2 d 3 h', '1 h 12 min', '8 min', '45 s'. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return t('trips.seconds', { s: whole });
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return t('trips.minutes', { min: minutes });
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  if (days > 0) return t('trips.days', { d: formatNumber(days), h: hours });
  return rest === 0 ? t('trips.hours', { h: hours }) : t('trips.hoursMinutes', { h: hours, min: rest });
}

/** '1 min 20 s' up to an hour, for what is decided by seconds; beyond as `durationText`. */
export function exactDurationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [min, s] = [Math.floor(whole / 60), whole % 60];
  return min === 0 || s === 0 || min >= 60 ? durationText(whole) : t('trips.minutesSeconds', { min, s });
}

export const speedText = (kmh: number | null): string =>
  kmh === null ? '–' : t('trips.kmh', { kmh: formatNumber(Math.round(kmh)) });

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' });
const exactClock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Kolkata',
});
/** '10:42' of milliseconds, in India. */
export const clockText = (time: number): string => clock.format(time);
/** '10:42:07'. */
export const exactClockText = (time: number): string => exactClock.format(time);

/** '18.52043, 73.85674'. */
export const placeText = (lat: number, lon: number): string => `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

/** '85 in an 80', '78 in a 60': the top speed, and the limit. */
export function overText({ peakKmh, limitKmh }: { peakKmh: number; limitKmh: number }): string {
  const [peak, limit] = [Math.round(peakKmh), Math.round(limitKmh)];
  return t(String(limit).startsWith('8') ? 'trips.inAn' : 'trips.inA', { peak, limit });
}

/** '85 km/h, limit 80 km/h': where no heading or column says what the figures are. */
export const overWithUnits = ({ peakKmh, limitKmh }: { peakKmh: number; limitKmh: number }): string =>
  t('trips.overWithUnits', { speed: speedText(peakKmh), limit: speedText(limitKmh) });
