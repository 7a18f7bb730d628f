import type { Happened } from '#kit/server/events.ts';
import type { Change } from '#kit/server/history.ts';
import { type WebhookEvent, webhookEvents } from './webhook-answers.contract.ts';

/** Something to tell. */
export type News = Happened & { event: WebhookEvent };

const isKnown = (one: Happened): one is News => Object.hasOwn(webhookEvents, one.event);
/** Of what happened, what may be told. */
export const knownNews = (all: readonly Happened[]): News[] => all.filter(isKnown);

const challanEvents: Readonly<Record<string, WebhookEvent>> = {
  ISSUED: 'challan.issued',
  NOTIFIED: 'challan.notice',
  CANCELLED: 'challan.cancelled',
  PAID: 'challan.paid',
};
/** Number of the request status of a resolved ticket. */
const resolved = 4;

/**
 * What a row of the history tells other programs; undefined: nothing. Each is told once for what it became: a ticket that is resolved again
 * is told again, by its number of the write.
 */
function eventOf({
  module,
  action,
  before,
  after,
}: Change): { event: WebhookEvent; facts: Record<string, unknown> } | undefined {
  const now = after ?? {};
  const was = (field: string) => before?.[field];
  const turned = (field: string) => (now[field] !== undefined && now[field] !== was(field) ? now[field] : undefined);
  switch (module) {
    case 'vehicle-kyc-doc':
      return turned('reviewState') === 'EXPIRING_SOON'
        ? { event: 'document.expiring', facts: { reviewState: 'EXPIRING_SOON' } }
        : undefined;
    case 'violation':
      return turned('state') === 'CONFIRMED'
        ? { event: 'violation.confirmed', facts: { state: 'CONFIRMED' } }
        : undefined;
    case 'challan': {
      const status = turned('challanStatus');
      const event = typeof status === 'string' ? challanEvents[status] : undefined;
      return event && { event, facts: { challanStatus: status } };
    }
    case 'help-desk':
      if (action === 'create') return { event: 'ticket.opened', facts: {} };
      return Number(turned('requestStatus') ?? -1) === resolved
        ? { event: 'ticket.resolved', facts: { requestStatus: resolved } }
        : undefined;
  }
  return undefined;
}

/** What rows of the history tell. @param at when; @param mark tells writes apart */
export const newsOf = (changes: readonly Change[], at: Date, mark: string): News[] =>
  changes.flatMap((change) => {
    const found = change.orgId === null ? undefined : eventOf(change);
    if (!found || change.orgId === null) return [];
    const { event, facts } = found;
    const record = { module: change.module, id: change.recordId, title: change.recordTitle };
    return [{ event, key: `${change.recordId}:${mark}`, at, orgId: change.orgId, record, facts }];
  });
