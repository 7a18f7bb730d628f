import { t } from '#kit/web/i18n.ts';
import { tellTogether } from '#kit/web/live/told-together.ts';
import type { ChallanNews } from './challan-news.contract.ts';

/**
 * Says on whatever page a client has open what happened to a challan of theirs. Staff have the board and the cards of the dashboard, which
 * say what waits for them of all clients.
 */
export const hearNews = tellTogether<ChallanNews>({
  to: 'client',
  stale: 'challan',
  one: ({ challanNo, vehicle, what }) => t('challanNews.one', { challan: challanNo, vehicle, what }),
  many: ({ length }) => t('challanNews.many', { count: length }),
});
