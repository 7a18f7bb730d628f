import type { Topic } from '#kit/server/notify/topic.ts';
import language from './geofences-notices.en.json' with { type: 'json' };

/** The mails of a geofence go to addresses that stand in it, and are no one's to choose. */
export const geofenceAlert: Topic = {
  key: 'geofence-alert',
  texts: language.notices['geofence-alert'],
  module: 'geofence-event',
  severity: 'info',
  channels: { client: ['app'] },
};
