import type { Topic } from '#kit/server/notify/topic.ts';
import language from './policies-notices.en.json' with { type: 'json' };

const common = { module: 'app-user-policy', severity: 'warning', channels: { client: ['app', 'email'] } } as const;

export const policyExpiring: Topic = {
  ...common,
  key: 'policy-expiring',
  texts: language.notices['policy-expiring'],
  templates: ['policy-ends'],
};
export const policyLapsed: Topic = {
  ...common,
  key: 'policy-lapsed',
  texts: language.notices['policy-lapsed'],
  templates: ['policy-over'],
};
export const policyTopics: readonly Topic[] = [policyExpiring, policyLapsed];
