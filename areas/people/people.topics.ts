import type { Topic } from '#kit/server/notify/topic.ts';
import language from './people-notices.en.json' with { type: 'json' };

export const invitationAccepted: Topic = {
  key: 'invitation-accepted',
  texts: language.notices['invitation-accepted'],
  module: 'drivers',
  severity: 'info',
  channels: { client: ['app'] },
};
/** A person's own matter, whatever their role sees: it was offered to them. */
export const vehicleShared: Topic = {
  key: 'vehicle-shared',
  texts: language.notices['vehicle-shared'],
  severity: 'info',
  channels: { client: ['app', 'email'] },
  templates: ['vehicle-share'],
};
