import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { mostMailBytes } from '#areas/mail/mail.server.ts';
import { release } from '#kit/server/bounded/release.ts';
import { sumInSteps } from '#kit/server/bounded/sum-in-steps.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Inbound } from './inbound-parts.ts';
import { takeIn, type TakenIn } from './take-in.ts';

/** A signature counts for so long before and after its time. */
const validMs = 5 * 60_000;

/** HMAC-SHA256 in hex of the time in seconds, a point, and the mail as it is. */
export const signatureOf = (secret: string, timestamp: string, raw: Buffer): Promise<string> =>
  sumInSteps(createHmac('sha256', secret).update(`${timestamp}.`), raw);

/**
 * HMAC-SHA256 in hex of the time in seconds, `.length.`, and how many bytes follow: whoever sends it with the headers need not wait
 * for room among strangers, of whom nobody knows yet whether what they announce is signed rightly.
 */
const lengthSignatureOf = (secret: string, timestamp: string, bytes: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.length.${bytes}`).digest('hex');

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
const isSignature = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** Mails come in over HTTP: from a mail server that hands each one on, signed with the secret of both. */
export function addWebhook(app: FastifyInstance, { kit, mail }: Inbound): void {
  /** What the headers say of a mail, whose signature is not tried yet. @throws 404 or 401 where it cannot be one that is taken. */
  const announced = ({ headers }: FastifyRequest) => {
    const secret = mail.incoming?.secret;
    if (secret === undefined) throw refuse.notFound('Emails are not taken in here');
    const [timestamp, signature] = [headers['x-mail-timestamp'], headers['x-mail-signature']];
    if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp) || !isSignature(signature)) throw notSigned();
    if (Math.abs(kit.clock.now().getTime() - Number(timestamp) * 1_000) > validMs)
      throw refuse.unauthorised('The signature is too old');
    return { secret, timestamp, signature };
  };
  /** Whose body it is, where the headers prove that they are of somebody who knows the secret. */
  const senderOf = (request: FastifyRequest): string | undefined => {
    const { secret, timestamp } = announced(request);
    const { 'x-mail-length-signature': given, 'content-length': bytes } = request.headers;
    if (!isSignature(given) || bytes === undefined) return undefined;
    return isSame(given, lengthSignatureOf(secret, timestamp, bytes)) ? 'mail server' : undefined;
  };
  addRoute(app, {
    method: 'POST',
    path: '/mail/inbound',
    summary: 'Hand in an email for the help desk as message/rfc822, signed; one that comes again is known',
    tag: 'Mail',
    access: 'public',
    scope: 'none',
    bodyLimit: mostMailBytes,
    // A long email of a slow line, after a wait for room.
    deadlineMs: 30_000,
    beforeBody: async (request) => senderOf(request),
    readBody: async (content) => content,
    answer: z.strictObject({ result: z.enum(['taken', 'copy', 'refused']) }),
    handle: async ({ request, body: raw }) => {
      const { secret, timestamp, signature } = announced(request);
      if (!Buffer.isBuffer(raw)) throw notSigned();
      let result: TakenIn;
      try {
        const signed = await signatureOf(secret, timestamp, raw);
        if (!isSame(signature, signed)) throw notSigned();
        result = await takeIn(kit.db, mail, raw, 'WEBHOOK');
      } finally {
        release(raw);
      }
      if (result === 'full') throw refuse.tooMany('Too many emails of unknown senders. Try again later', 900);
      return { message: 'OK', data: { result } };
    },
  });
}

const notSigned = () => refuse.unauthorised('The signature does not belong to this email');
