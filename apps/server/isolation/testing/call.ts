import sharp from 'sharp';
import type { CallAnswer, TestProduct } from '#apps/server/testing.ts';
import type { Caller } from './callers.ts';

/** One request, without who makes it. */
export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Address with its query. */
  url: string;
  body?: unknown;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

/** Makes a request as somebody. */
export const ask = (test: TestProduct, caller: Pick<Caller, 'token'>, asked: Asked): Promise<CallAnswer> =>
  test.call(asked.method, asked.url, {
    token: caller.token,
    ...(asked.body === undefined ? {} : { body: asked.body }),
    ...(asked.payload === undefined ? {} : { payload: asked.payload }),
    ...(asked.headers ? { headers: asked.headers } : {}),
  });

/** Makes a request once more where a busy machine was too slow the first time, and said so. */
export async function askPatiently(...given: Parameters<typeof ask>): Promise<CallAnswer> {
  const answer = await ask(...given);
  return answer.status === 503 ? ask(...given) : answer;
}

/** Makes calls, some of them on their way together, and gives what each came to in the order of the calls. */
export async function* inOrder<T, Said>(
  all: readonly T[],
  call: (one: T) => Promise<Said>,
  atOnce: number,
): AsyncGenerator<[T, Said]> {
  for (let from = 0; from < all.length; from += atOnce) {
    const some = all.slice(from, from + atOnce);
    const answers = await Promise.all(some.map(call));
    for (const [at, one] of some.entries()) yield [one, answers[at] as Said];
  }
}

/** A body of multipart parts, with its content type. */
export async function multipart(
  fields: Readonly<Record<string, unknown>>,
  file?: { field: string; name: string; content: Buffer | string; type: string },
): Promise<Pick<Asked, 'payload'> & { headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  if (file) form.append(file.field, new File([file.content as string], file.name, { type: file.type }));
  const sent = new Response(form);
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  };
}

/** A body of plain multipart parts, made at once. */
export function formOf(
  fields: Readonly<Record<string, string>>,
): Pick<Asked, 'payload'> & { headers: Record<string, string> } {
  const boundary = 'parts-of-a-form';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    payload: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** A small picture. */
export const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } })
  .png()
  .toBuffer();

/** The rows of an answer, where it has some. */
export const rowsOf = (answer: CallAnswer): Record<string, unknown>[] =>
  [answer.json?.data, answer.json?.data?.rows].find((rows) => Array.isArray(rows)) ?? [];
