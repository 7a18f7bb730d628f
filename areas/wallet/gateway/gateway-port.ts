/** A payment that was asked for at the gateway. */
export interface StartedOrder {
  orderId: string;
  /** Where people pay it; null where that is on our own page. */
  payUrl: string | null;
}

/** What a message of the gateway says, as far as it is of interest. */
export interface GatewayNotice {
  event: string;
  kind: 'CAPTURED' | 'FAILED' | 'OTHER';
  /** The orders that it may be about: a payment names its order, and the link that it was paid by. */
  orderIds: readonly string[];
  paymentId: string | null;
  paise: number | null;
  currency: string | null;
  why: string | null;
}

/** How the product asks for payments and hears of them. */
export interface PaymentGateway {
  /** Asks for a payment. Asked twice with one `ref`, it is the same payment. @throws 503 when the gateway does not answer */
  start(order: { ref: string; paise: number; about: string; returnTo: string }): Promise<StartedOrder>;
  /** Whether bytes were signed by the gateway. */
  isSigned(body: Buffer, signature: string): boolean;
}
