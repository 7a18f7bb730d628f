import { formatNumber, t } from '#kit/web/i18n.ts';

/** Minutes as people read them: '45 min', '2 h 5 min'. */
export const minutesText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  if (hours === 0) return t('trips.minutes', { min: rest });
  return rest === 0
    ? t('trips.hours', { h: formatNumber(hours) })
    : t('trips.hoursMinutes', { h: formatNumber(hours), min: rest });
};
