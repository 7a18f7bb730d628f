import * as z from 'zod/mini';
import type { LiveRequest } from '#kit/contract/live.ts';

const topic = z.string().check(z.minLength(1), z.maxLength(100));
const params = z.optional(z.record(z.string().check(z.maxLength(100)), z.unknown()));
const request = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ticket'), ticket: z.string().check(z.maxLength(200)) }),
  z.strictObject({ type: z.literal('subscribe'), topic, params }),
  z.strictObject({ type: z.literal('unsubscribe'), topic, params }),
]);

/** What a client said, or why it is nothing that may be said. */
export function readRequest(text: string): LiveRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'Not JSON';
  }
  const parsed = request.safeParse(value);
  return parsed.success ? (parsed.data as LiveRequest) : 'Unknown message';
}
