import { refuse } from '#kit/server/refusals.ts';
import type { PaymentGateway, StartedOrder } from './gateway-port.ts';
import type { PaymentOptions } from './payment-options.ts';
import { isSignatureOf } from './signature.rules.ts';

const usualUrl = new URL('https://api.razorpay.com/v1/');
/** Somebody waits for it, and no connection of the database does. */
const timeoutMs = 6_000;
const away = () => refuse.unavailable('The payment gateway does not answer at the moment. Try again shortly', 10);

/** A payment link in an answer of Razorpay, as far as it is of interest. */
interface Link {
  id?: unknown;
  short_url?: unknown;
  reference_id?: unknown;
  amount?: unknown;
}

const orderOf = (link: Link | undefined): StartedOrder | undefined =>
  typeof link?.id === 'string' && typeof link.short_url === 'string'
    ? { orderId: link.id, payUrl: link.short_url }
    : undefined;

/** Razorpay: a payment link for each top-up, which is paid on Razorpay's own page, so that no card number comes near the product. */
export function razorpayGateway({
  keyId,
  keySecret,
  webhookSecret,
  apiUrl = usualUrl,
}: PaymentOptions): PaymentGateway {
  /** @returns undefined for what Razorpay does not accept. @throws 503 when it does not answer, or not as it should */
  const ask = async (path: string, body?: object): Promise<Record<string, unknown> | undefined> => {
    let answer: Response;
    try {
      answer = await fetch(new URL(path, apiUrl), {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
    } catch {
      throw away();
    }
    if (answer.status === 400) return undefined;
    const json = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    if (!answer.ok || typeof json !== 'object' || json === null) throw away();
    return json;
  };
  return {
    async start({ ref, paise, about, returnTo }) {
      const made = await ask('payment_links', {
        amount: paise,
        currency: 'INR',
        accept_partial: false,
        reference_id: ref,
        description: about,
        callback_url: returnTo,
        callback_method: 'get',
      });
      if (made) {
        const order = orderOf(made);
        if (!order) throw away();
        return order;
      }
      // Razorpay takes a reference once: when an earlier call was cut off after it, its link is there.
      const found = await ask(`payment_links?reference_id=${encodeURIComponent(ref)}`);
      const links: Link[] = Array.isArray(found?.['payment_links']) ? found['payment_links'] : [];
      const order = orderOf(links.find(({ reference_id, amount }) => reference_id === ref && amount === paise));
      if (!order) throw away();
      return order;
    },
    isSigned: (body, signature) => isSignatureOf(body, signature, webhookSecret),
  };
}
