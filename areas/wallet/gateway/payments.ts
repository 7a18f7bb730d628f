import { type FakeGateway, fakeGateway } from './fake-gateway.ts';
import type { PaymentGateway } from './gateway-port.ts';
import type { PaymentOptions } from './payment-options.ts';
import { razorpayGateway } from './razorpay.ts';

export interface Payments {
  /** Undefined: nobody can top up. */
  gateway?: PaymentGateway;
  /** The gateway when it is the made-up one of the demo. */
  fake?: FakeGateway;
}
export interface WithPayments {
  payments: Payments;
}

/**
 * The gateway of an installation. The made-up one exists in the demo profile alone, which listens on this machine only: no
 * setting turns it on in production.
 */
export function openPayments(options: PaymentOptions | undefined, demo: boolean): Payments {
  if (options) return { gateway: razorpayGateway(options) };
  if (!demo) return {};
  const fake = fakeGateway();
  return { gateway: fake, fake };
}
