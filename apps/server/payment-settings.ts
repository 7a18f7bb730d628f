import type { PaymentOptions } from '#areas/wallet/wallet.server.ts';

/**
 * Reads RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET, which belong together.
 * @throws Error with one line that names the variables.
 */
export function readPayments(value: (name: string) => string | undefined): PaymentOptions | undefined {
  const [keyId, keySecret, webhookSecret] = [
    value('RAZORPAY_KEY_ID'),
    value('RAZORPAY_KEY_SECRET'),
    value('RAZORPAY_WEBHOOK_SECRET'),
  ];
  if (keyId === undefined && keySecret === undefined && webhookSecret === undefined) return undefined;
  if (keyId === undefined || keySecret === undefined || webhookSecret === undefined)
    throw new Error('RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET belong together');
  if (!/^rzp_(test|live)_\w{4,60}$/.test(keyId))
    throw new Error(`RAZORPAY_KEY_ID must be a key id like rzp_live_AbC123, not '${keyId}'`);
  if (webhookSecret.length < 16) throw new Error('RAZORPAY_WEBHOOK_SECRET needs 16 or more characters');
  return { keyId, keySecret, webhookSecret };
}
