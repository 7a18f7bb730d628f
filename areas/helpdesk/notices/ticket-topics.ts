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
  templates: ['ticket-resolved', 'ticket-resolved-by-mail', 'ticket-closed', 'ticket-closed-by-mail'],
};
export const ticketTopics: readonly Topic[] = [
  ticketGiven,
  ticketNews,
  ticketDue,
  ticketLate,
  ticketAnswered,
  ticketOver,
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
