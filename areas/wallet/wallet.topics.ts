import type { Topic } from '#kit/server/notify/topic.ts';
import language from './wallet-notices.en.json' with { type: 'json' };

export const walletCredited: Topic = {
  key: 'wallet-credited',
  texts: language.notices['wallet-credited'],
  module: 'wallet',
  severity: 'info',
  channels: { client: ['app'] },
};
/** What can be spent of a wallet fell below the amount that its owner chose. */
export const walletLow: Topic = {
  key: 'wallet-low',
  texts: language.notices['wallet-low'],
  module: 'wallet',
  severity: 'warning',
  channels: { client: ['app', 'email'], staff: ['digest'] },
};
/** Told to staff who may approve: no money moves before. */
export const walletApproval: Topic = {
  key: 'wallet-approval',
  texts: language.notices['wallet-approval'],
  module: 'wallet',
  severity: 'info',
  channels: { staff: ['app'] },
};
