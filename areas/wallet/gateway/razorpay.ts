import { refuse } from '#kit/server/refusals.ts';
import type { PaymentGateway } from './gateway-port.ts';
import type { PaymentOptions } from './payment-options.ts';
import { isSignatureOf } from './signature.rules.ts';

const usualUrl = new URL('https://api.razorpay.com/v1/');
/** A request of ours waits for it. */
const timeoutMs = 2_000;
const away = () => refuse.unavailable('The payment gateway does not answer at the moment. Try again shortly', 10);

/** Razorpay: a payment link for each top-up, which is paid on Razorpay's own page, so that no card number comes near the product. */
export function razorpayGateway({
  keyId,
  keySecret,
  webhookSecret,
  apiUrl = usualUrl,
}: PaymentOptions): PaymentGateway {
  return {
    async start({ ref, paise, about, returnTo }) {
      let answer: Response;
      try {
        answer = await fetch(new URL('payment_links', apiUrl), {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            amount: paise,
            currency: 'INR',
            accept_partial: false,
            reference_id: ref,
            description: about,
            callback_url: returnTo,
            callback_method: 'get',
          }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        });
      } catch {
        throw away();
      }
      const link = (await answer.json().catch(() => undefined)) as { id?: unknown; short_url?: unknown } | undefined;
      if (!answer.ok || typeof link?.id !== 'string' || typeof link.short_url !== 'string') throw away();
      return { orderId: link.id, payUrl: link.short_url };
    },
    isSigned: (body, signature) => isSignatureOf(body, signature, webhookSecret),
  };
}
