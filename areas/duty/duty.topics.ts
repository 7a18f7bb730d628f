import type { Topic } from '#kit/server/notify/topic.ts';
import language from './duty-notices.en.json' with { type: 'json' };

/** What was promised is taken back, in part or as a whole. */
export const offDutyShows: Topic = {
  key: 'off-duty-shows',
  texts: language.notices['off-duty-shows'],
  module: 'off-duty-rule',
  severity: 'warning',
  channels: { client: ['app', 'email'] },
};
export const offDutyHides: Topic = {
  key: 'off-duty-hides',
  texts: language.notices['off-duty-hides'],
  module: 'off-duty-rule',
  severity: 'info',
  channels: { client: ['app'] },
};
