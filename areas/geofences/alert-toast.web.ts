import { t } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import type { GeofenceAlert } from './alert.contract.ts';

/** So many at a time are read; more than that are counted. */
const shownAtOnce = 3;
const togetherMs = 1_000;
let waiting: GeofenceAlert[] = [];

/** Shows alerts on whatever page is open. Many at a time are one message. */
export function hearAlert(_: string, data: unknown): void {
  waiting.push(data as GeofenceAlert);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const alerts = waiting;
    waiting = [];
    if (alerts.length > shownAtOnce) toast.warn(t('geofences.many', { count: alerts.length }));
    else
      for (const { kind, vehicle, geofence } of alerts)
        toast.warn(t(`geofences.happened.${kind}`, { vehicle, geofence }));
    void invalidate('geofence-event');
  }, togetherMs);
}
