import { t } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { overWithUnits } from '#kit/web/ui/units.ts';
import type { ToldAlert } from './alert.contract.ts';

/** So many at a time are read; more than that are counted. */
const shownAtOnce = 3;
const togetherMs = 1_000;
let waiting: ToldAlert[] = [];

/**
 * Shows speeding on whatever page a client has open, when it begins. Many at a time are one message. Staff see the alerts of all their clients, which
 * would never stop: they have the live map and the list.
 */
export function hearSpeeding(_: string, data: unknown): void {
  waiting.push(data as ToldAlert);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const began = waiting.filter(({ state }) => state === 'OPEN');
    waiting = [];
    void invalidate('speeding-alert');
    if (store.get('userData')?.kind !== 'client') return;
    if (began.length > shownAtOnce) toast.warn(t('alerts.many', { count: began.length }));
    else
      for (const alert of began)
        toast.warn(t('alerts.began', { vehicle: alert.vehicle, over: overWithUnits(alert), road: alert.road }));
  }, togetherMs);
}
