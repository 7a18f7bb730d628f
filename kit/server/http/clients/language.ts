import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#kit/contract/words/languages.ts';
import { inLanguage } from '#kit/server/words/words.ts';

/** A header longer than this asks for nothing. */
const longestHeader = 1_000;
/** One that is accepted, like `hi`, `HI-in` or `en;q=0.5`, with how much it is wanted. */
const accepted = /^\s*([a-z]{2,3}|\*)(?:-[a-z\d-]{1,35})?\s*(?:;\s*q=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * The language of the product that an `Accept-Language` wants most, and of two that it wants alike the first; undefined: it names none.
 * One that it will not have (`q=0`) leads to English.
 */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (!header || header.length > longestHeader) return undefined;
  let best: { language: Language; wanted: number } | undefined;
  for (const part of header.split(',')) {
    const [, name = '', wanted = '1'] = accepted.exec(part) ?? [];
    const [asked, weight] = [name.toLowerCase(), Number(wanted)];
    if (!isLanguage(asked) || (best && best.wanted >= weight)) continue;
    best = weight > 0 ? { language: asked, wanted: weight } : (best ?? { language: 'en', wanted: 0 });
  }
  return best?.language;
}

/**
 * The language that answers to a request speak: that which it accepts; where it says nothing of one that the product has, that of
 * the account. Programs with an API key, and whoever acts as somebody else, get English then.
 */
export function languageOf({ headers, session }: Pick<FastifyRequest, 'headers' | 'session'>): Language {
  const own = session && !session.key && !session.actor ? session.user.language : null;
  return acceptedLanguage(headers['accept-language']) ?? own ?? 'en';
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
