import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#kit/contract/words/languages.ts';
import { inLanguage } from '#kit/server/words/words.ts';

/** The language that answers to a request speak: the first that it accepts, where the product has it. Calls that say nothing get English. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const first = /^\s*([a-zA-Z]{2,3})\b/.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase();
  return isLanguage(first) ? first : 'en';
}

/** What an answer says to people; the rest of it is data. */
interface Said {
  message?: unknown;
  fields?: unknown;
  warnings?: unknown;
  data?: unknown;
}
/** Answers of reads say no more than this. */
const plain = '{"message":"OK"';
const longest = 512 * 1_024;

/** Puts the words of an answer into the language of who asked: its message, those of its fields, and its warnings. */
export function translateAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const language = languageOf(request);
  if (language === 'en' || typeof payload !== 'string' || payload.length > longest) return payload;
  if (!payload.startsWith('{"message":') || payload.startsWith(plain)) return payload;
  const answer = JSON.parse(payload) as Said;
  const say = (one: unknown) => (typeof one === 'string' ? inLanguage(language, one) : one);
  answer.message = say(answer.message);
  if (isObject(answer.fields))
    answer.fields = Object.fromEntries(Object.entries(answer.fields).map(([name, text]) => [name, say(text)]));
  if (Array.isArray(answer.warnings)) answer.warnings = answer.warnings.map(say);
  const { failed } = isObject(answer.data) ? answer.data : {};
  if (Array.isArray(failed))
    for (const one of failed as unknown[]) if (isObject(one)) one['message'] = say(one['message']);
  reply.header('content-language', language);
  reply.removeHeader('content-length');
  return JSON.stringify(answer);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
