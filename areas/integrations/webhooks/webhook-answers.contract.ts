import * as z from 'zod/mini';

// What the calls about webhooks take and answer. Times are ISO UTC.

/** What may be told, with the module that whoever chooses it must be allowed to view. */
export const webhookEvents = {
  'vehicle.blocked': 'vehicle',
  'document.expiring': 'vehicle-kyc-doc',
  'trip.completed': 'vehicle-trips',
  'geofence.entered': 'geofence-event',
  'geofence.left': 'geofence-event',
  'alarm.raised': 'incident',
  'alarm.recorded': 'alarm',
  'violation.detected': 'violation',
  'violation.confirmed': 'violation',
  'challan.issued': 'challan',
  'challan.notice': 'challan',
  'challan.cancelled': 'challan',
  'challan.paid': 'challan',
  'ticket.opened': 'help-desk',
  'ticket.answered': 'ticket-reply',
  'ticket.resolved': 'help-desk',
  'payment.completed': 'wallet',
} as const;
export type WebhookEvent = keyof typeof webhookEvents;
export const eventNames = Object.keys(webhookEvents) as WebhookEvent[];
/** Sent when somebody asks for it, whatever was chosen. */
export const testEvent = 'webhook.test';

export const messageStates = ['WAITING', 'DONE', 'FAILED'] as const;

export const webhookLimits = {
  name: 60,
  url: 500,
  /** Webhooks of an organisation. */
  most: 20,
  /** Days that messages are kept. */
  keptDays: 30,
  /** Days without success after which a webhook is switched off. */
  failingDays: 3,
} as const;

export const webhook = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  /** Why it was switched off, where nobody did. */
  offWhy: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  madeBy: z.string(),
  orgId: z.string(),
  org: z.string(),
  createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** A webhook that was just made: the secret that signs is told this once. */
export const madeWebhook = z.extend(webhook, { secret: z.string() });
export type MadeWebhook = z.infer<typeof madeWebhook>;

export const delivery = z.strictObject({
  id: z.string(),
  event: z.string(),
  state: z.enum(messageStates),
  createdAt: z.string(),
  /** When it is tried next. */
  dueAt: z.nullable(z.string()),
  body: z.string(),
  tries: z.array(
    z.strictObject({
      at: z.string(),
      /** Null: there was no answer. */
      status: z.nullable(z.int()),
      ms: z.int(),
      answer: z.nullable(z.string()),
      failure: z.nullable(z.string()),
    }),
  ),
});
export type Delivery = z.infer<typeof delivery>;
