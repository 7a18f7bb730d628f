import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 of a message's bytes in hex, as Razorpay signs webhooks. */
export const signatureOf = (body: Buffer | string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Whether a text has the form of a signature. */
export const isSignature = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Whether a signature is that of these very bytes, in a time that tells nothing of the right one. */
export function isSignatureOf(body: Buffer, signature: string, secret: string): boolean {
  if (!isSignature(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signatureOf(body, secret), 'hex'));
}
