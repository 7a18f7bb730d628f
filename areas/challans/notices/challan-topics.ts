import type { Topic } from '#kit/server/notify/topic.ts';
import { challan } from '../challan/challan.contract.ts';
import language from './challan-notices.en.json' with { type: 'json' };

const texts = language.notices;
const ofClients = { module: challan.path, severity: 'info', channels: { client: ['app', 'email'] } } as const;

export const challanAsked: Topic = {
  ...ofClients,
  key: 'challan-asked',
  texts: texts['challan-asked'],
  templates: ['challan-asked'],
};
export const challanNotice: Topic = {
  ...ofClients,
  key: 'challan-notice',
  texts: texts['challan-notice'],
  severity: 'warning',
  templates: ['challan-notice'],
};
export const challanLate: Topic = {
  ...ofClients,
  key: 'challan-late',
  texts: texts['challan-late'],
  severity: 'warning',
  templates: [],
};
export const challanNews: Topic = { ...ofClients, key: 'challan-news', texts: texts['challan-news'], templates: [] };
export const challanContested: Topic = {
  module: challan.path,
  severity: 'info',
  key: 'challan-contested',
  texts: texts['challan-contested'],
  channels: { staff: ['app'] },
};
export const challanTopics: readonly Topic[] = [
  challanAsked,
  challanNotice,
  challanLate,
  challanNews,
  challanContested,
];
