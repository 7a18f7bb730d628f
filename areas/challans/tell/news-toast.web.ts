import { t } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import type { ChallanNews } from './challan-news.contract.ts';

/** So many at a time are read; more than that are counted. */
const shownAtOnce = 3;
const togetherMs = 1_000;
let waiting: ChallanNews[] = [];

/**
 * Says on whatever page a client has open what happened to a challan of theirs. Staff have the board and the cards of the dashboard, which say
 * what waits for them of all clients.
 */
export function hearNews(_: string, data: unknown): void {
  waiting.push(data as ChallanNews);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const told = waiting;
    waiting = [];
    void invalidate('challan');
    if (store.get('userData')?.kind !== 'client') return;
    if (told.length > shownAtOnce) toast.warn(t('challanNews.many', { count: told.length }));
    else
      for (const { challanNo, vehicle, what } of told)
        toast.warn(t('challanNews.one', { challan: challanNo, vehicle, what }));
  }, togetherMs);
}
