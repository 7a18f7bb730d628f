import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { mostMailBytes } from '#areas/mail/mail.server.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Inbound } from './inbound-parts.ts';
import { takeIn } from './take-in.ts';

/** A signature counts for so long before and after its time. */
const validMs = 5 * 60_000;

/** HMAC-SHA256 in hex of the time in seconds, a point, and the mail as it is. */
export const signatureOf = (secret: string, timestamp: string, raw: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex');

/** Mails come in over HTTP: from a mail server that hands each one on, signed with the secret of both. */
export function addWebhook(app: FastifyInstance, { kit, mail }: Inbound): void {
  addRoute(app, {
    method: 'POST',
    path: '/mail/inbound',
    summary: 'Hand in an email for the help desk as message/rfc822, signed; one that comes again is known',
    tag: 'Mail',
    access: 'public',
    scope: 'none',
    bodyLimit: mostMailBytes,
    deadlineMs: 10_000,
    readBody: async (content) => content,
    answer: z.strictObject({ result: z.enum(['taken', 'copy', 'refused']) }),
    handle: async (call) => {
      const secret = mail.incoming?.secret;
      if (secret === undefined) throw refuse.notFound('Emails are not taken in here');
      const { headers } = call.request;
      const [timestamp, signature] = [headers['x-mail-timestamp'], headers['x-mail-signature']];
      const raw = call.body;
      if (
        !Buffer.isBuffer(raw) ||
        typeof timestamp !== 'string' ||
        typeof signature !== 'string' ||
        !isSigned(secret, timestamp, raw, signature)
      )
        throw refuse.unauthorised('The signature does not belong to this email');
      if (Math.abs(kit.clock.now().getTime() - Number(timestamp) * 1_000) > validMs)
        throw refuse.unauthorised('The signature is too old');
      const result = await takeIn(kit.db, mail, raw, 'WEBHOOK');
      if (result === 'full') throw refuse.tooMany('Too many emails of unknown senders. Try again later', 900);
      return { message: 'OK', data: { result } };
    },
  });
}

function isSigned(secret: string, timestamp: string, raw: Buffer, signature: string): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signatureOf(secret, timestamp, raw), 'hex'));
}
