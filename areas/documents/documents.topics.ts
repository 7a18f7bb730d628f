import type { Topic } from '#kit/server/notify/topic.ts';
import language from './documents-notices.en.json' with { type: 'json' };

const texts = language.notices;
const common = { module: 'vehicle-kyc-doc', channels: { client: ['app', 'email'] } } as const;

export const documentVerified: Topic = {
  ...common,
  key: 'document-verified',
  texts: texts['document-verified'],
  severity: 'info',
  channels: { client: ['app'] },
};
export const documentRejected: Topic = {
  ...common,
  key: 'document-rejected',
  texts: texts['document-rejected'],
  severity: 'warning',
  templates: ['paper-turned-down'],
};
/** Told by who reminds of papers. */
export const documentExpiring: Topic = {
  ...common,
  key: 'document-expiring',
  texts: texts['document-expiring'],
  severity: 'warning',
  templates: ['paper-ends'],
};
export const documentTopics: readonly Topic[] = [documentVerified, documentRejected, documentExpiring];
