import { t } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import type { GeofenceAlert } from './alert.contract.ts';

/** So many at a time are read; more than that are counted. */
const shownAtOnce = 3;
const togetherMs = 1_000;
let waiting: GeofenceAlert[] = [];

/**
 * Shows alerts on whatever page a client has open. Many at a time are one message. Staff see the alerts of all their clients, which
 * would never stop: they have the list.
 */
export function hearAlert(_: string, data: unknown): void {
  waiting.push(data as GeofenceAlert);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const alerts = waiting;
    waiting = [];
    void invalidate('geofence-event');
    if (store.get('userData')?.kind !== 'client') return;
    if (alerts.length > shownAtOnce) toast.warn(t('geofences.many', { count: alerts.length }));
    else
      for (const { kind, vehicle, geofence } of alerts)
        toast.warn(t(`geofences.happened.${kind}`, { vehicle, geofence }));
  }, togetherMs);
}
