import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#kit/contract/words/languages.ts';
import { inLanguage } from '#kit/server/words/words.ts';

/** A header longer than this asks for nothing. */
const longestHeader = 1_000;
/** A language, like `hi` or `HI-in`. */
const tag = /^([a-z]{2,3})(?:-[a-z\d-]{1,35})?$/i;
/** How much it is wanted. */
const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The language of the product that an `Accept-Language` wants most, and of two that it wants alike the first; undefined: it names none.
 * One that it will not have (`q=0`) leads to English.
 */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (!header || header.length > longestHeader) return undefined;
  let best: { language: Language; wanted: number } | undefined;
  for (const part of header.split(',')) {
    const [name = '', given = 'q=1'] = part.split(';').map((one) => one.trim());
    const asked = tag.exec(name)?.[1]?.toLowerCase();
    const wanted = Number(weight.exec(given)?.[1]);
    if (!isLanguage(asked) || Number.isNaN(wanted) || (best && best.wanted >= wanted)) continue;
    best = wanted > 0 ? { language: asked, wanted } : (best ?? { language: 'en', wanted: 0 });
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
