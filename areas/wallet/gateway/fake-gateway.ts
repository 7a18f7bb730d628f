import { randomBytes } from 'node:crypto';
import type { PaymentGateway } from './gateway-port.ts';
import { isSignatureOf, signatureOf } from './signature.rules.ts';

export interface FakeGateway extends PaymentGateway {
  /** A message as the gateway would send it, signed with a secret that only this process knows. */
  notice(of: { orderId: string; paise: number; paid: boolean }): { body: string; signature: string; eventId: string };
}

const name = (kind: string) => `${kind}_demo${randomBytes(8).toString('hex')}`;

/** A payment gateway that takes no money: for demonstrations and tests. */
export function fakeGateway(): FakeGateway {
  const secret = randomBytes(32).toString('hex');
  return {
    start: async ({ ref }) => ({ orderId: `order_demo${ref}`, payUrl: null }),
    isSigned: (body, signature) => isSignatureOf(body, signature, secret),
    notice({ orderId, paise, paid }) {
      const body = JSON.stringify({
        event: paid ? 'payment.captured' : 'payment.failed',
        payload: {
          payment: {
            entity: {
              id: name('pay'),
              order_id: orderId,
              amount: paise,
              currency: 'INR',
              ...(paid ? {} : { error_description: 'The payment was declined' }),
            },
          },
        },
      });
      return { body, signature: signatureOf(body, secret), eventId: name('event') };
    },
  };
}
