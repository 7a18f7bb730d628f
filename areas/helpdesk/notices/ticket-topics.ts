import type { Notice, Topic } from '#kit/server/notify/topic.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import language from './ticket-notices.en.json' with { type: 'json' };

const texts = language.notices;
const ofStaff = {
  module: helpDesk.path,
  severity: 'info',
  channels: { staff: ['app', 'email'] },
  templates: [],
} as const;
const ofCustomers = { module: helpDesk.path, severity: 'info', channels: { client: ['app', 'email'] } } as const;

export const ticketGiven: Topic = { ...ofStaff, key: 'ticket-given', texts: texts['ticket-given'] };
/** Those of a team see it on the screen: an email for each question would be too many, and who wants one chooses it. */
export const ticketNew: Topic = {
  key: 'ticket-new',
  texts: texts['ticket-new'],
  module: helpDesk.path,
  severity: 'info',
  channels: { staff: ['app'] },
};
export const ticketNews: Topic = { ...ofStaff, key: 'ticket-news', texts: texts['ticket-news'] };
export const ticketDue: Topic = { ...ofStaff, key: 'ticket-due', texts: texts['ticket-due'], severity: 'warning' };
export const ticketLate: Topic = { ...ofStaff, key: 'ticket-late', texts: texts['ticket-late'], severity: 'warning' };
export const ticketAnswered: Topic = {
  ...ofCustomers,
  key: 'ticket-answered',
  texts: texts['ticket-answered'],
  templates: ['ticket-answered', 'ticket-answered-by-mail'],
};
export const ticketOver: Topic = {
  ...ofCustomers,
  key: 'ticket-over',
  texts: texts['ticket-over'],
  templates: [
    'ticket-resolved',
    'ticket-resolved-by-mail',
    'ticket-resolved-answer',
    'ticket-resolved-answer-by-mail',
    'ticket-closed',
    'ticket-closed-by-mail',
    'ticket-closed-answer',
    'ticket-closed-answer-by-mail',
  ],
};
export const ticketReopened: Topic = { ...ofCustomers, key: 'ticket-reopened', texts: texts['ticket-reopened'] };
export const ticketTopics: readonly Topic[] = [
  ticketNew,
  ticketGiven,
  ticketNews,
  ticketDue,
  ticketLate,
  ticketAnswered,
  ticketOver,
  ticketReopened,
];

/** What people are told of a ticket. @param key the same one twice is told once */
export const ticketNotice = (
  topic: Topic,
  ticket: { id: string; orgId: string; ticketNo: string; subject: string },
  people: readonly { id: string }[],
  key: string,
  more: { params?: Record<string, string>; except?: string | null } = {},
): Notice => ({
  topic,
  orgId: ticket.orgId,
  to: { accounts: people.map(({ id }) => id) },
  params: { ticket: ticket.ticketNo, subject: ticket.subject, ...more.params },
  link: `/${helpDesk.path}/${ticket.id}`,
  record: { module: helpDesk.path, id: ticket.id },
  onceKey: `${topic.key}:${key}`,
  except: more.except ?? null,
});
