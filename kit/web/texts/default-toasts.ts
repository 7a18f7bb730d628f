import { t } from '../i18n.ts';
import type { PlainTextKey } from './texts.ts';

/** What a write is confirmed with when its answer carries no message, by its call as 'PUT /rto/{id}'. */
export type DefaultToasts = Readonly<Record<string, PlainTextKey>>;

const known = new Map<string, PlainTextKey>();
const id = /\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=\/|$)/g;
const status = /^PUT \/[\w-]+(?:\/[\w-]+)?\/status\/\{id\}$/;

/** Tells the kit of an area's texts. */
export function addDefaultToasts(toasts: DefaultToasts): void {
  for (const [call, key] of Object.entries(toasts)) known.set(call, key);
}

/** @param path of a call below /api/v1, with the ids of its records. */
export function defaultToastKey(method: string, path: string): PlainTextKey {
  const call = `${method} ${path.replace(id, '/{id}')}`;
  return known.get(call) ?? (status.test(call) ? 'toast.status.updated' : 'toast.done');
}

/** The answer to a write with the text that it is confirmed with: the server's message, or the default of the call. */
export function withMessage<A extends object>(method: string, path: string, answer: A): A {
  const { message } = answer as { message?: unknown };
  if (typeof message === 'string' && message !== '') return answer;
  return { ...answer, message: t(defaultToastKey(method, path)) };
}
