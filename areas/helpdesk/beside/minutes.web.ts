import { formatNumber } from '#kit/web/i18n.ts';

/** Minutes as people read them: '45 min', '2 h 5 min'. */
export const minutesText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${rest} min`;
};
