import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A fresh secret, as the Standard Webhooks specification writes them. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Headers by which a receiver knows who sends a message, and when: HMAC-SHA-256 over its id, the seconds and the body. */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
