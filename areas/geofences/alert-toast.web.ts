import { t } from '#kit/web/i18n.ts';
import { tellTogether } from '#kit/web/live/told-together.ts';
import type { GeofenceAlert } from './alert.contract.ts';

/**
 * Shows alerts on whatever page a client has open. Staff see the alerts of all their clients, which would never stop: they have the
 * list.
 */
export const hearAlert = tellTogether<GeofenceAlert>({
  to: 'client',
  stale: 'geofence-event',
  one: ({ kind, vehicle, geofence }) => t(`geofences.happened.${kind}`, { vehicle, geofence }),
  many: ({ length }) => t('geofences.many', { count: length }),
});
