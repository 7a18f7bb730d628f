import { t } from '#kit/web/i18n.ts';
import { tellTogether } from '#kit/web/live/told-together.ts';
import { overWithUnits } from '#kit/web/ui/units.ts';
import type { ToldAlert } from './alert.contract.ts';

/**
 * Shows speeding on whatever page a client has open, when it begins. Staff see the alerts of all their clients, which would never stop:
 * they have the live map and the list.
 */
export const hearSpeeding = tellTogether<ToldAlert>({
  to: 'client',
  stale: 'speeding-alert',
  fits: ({ state }) => state === 'OPEN',
  one: (alert) => t('alerts.began', { vehicle: alert.vehicle, over: overWithUnits(alert), road: alert.road }),
  many: ({ length }) => t('alerts.many', { count: length }),
});
