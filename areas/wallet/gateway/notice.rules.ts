import type { GatewayNotice } from './gateway-port.ts';

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 200 ? value : null;

/** Events that say that money is there, or that a payment did not go through. */
const kinds: Readonly<Record<string, GatewayNotice['kind']>> = {
  'payment.captured': 'CAPTURED',
  'order.paid': 'CAPTURED',
  'payment_link.paid': 'CAPTURED',
  'payment.failed': 'FAILED',
};

/** Reads a webhook in Razorpay's form: event, payload.payment.entity, payload.order.entity, payload.payment_link.entity. @returns undefined for anything else */
export function readNotice(body: unknown): GatewayNotice | undefined {
  const { event, payload } = record(body);
  const name = text(event);
  if (!name) return undefined;
  const entity = (of: string) => record(record(record(payload)[of])['entity']);
  const payment = entity('payment');
  const paise = payment['amount'];
  const orderIds = [payment['order_id'], entity('order')['id'], entity('payment_link')['id']].map(text);
  return {
    event: name,
    kind: kinds[name] ?? 'OTHER',
    orderIds: [...new Set(orderIds.filter((one) => one !== null))],
    paymentId: text(payment['id']),
    paise: Number.isSafeInteger(paise) && (paise as number) > 0 ? (paise as number) : null,
    currency: text(payment['currency']),
    why: text(payment['error_description']),
  };
}
