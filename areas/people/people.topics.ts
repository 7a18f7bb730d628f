import type { Topic } from '#kit/server/notify/topic.ts';
import language from './people-notices.en.json' with { type: 'json' };

export const invitationAccepted: Topic = {
  key: 'invitation-accepted',
  texts: language.notices['invitation-accepted'],
  module: 'drivers',
  severity: 'info',
  channels: { client: ['app'] },
};
