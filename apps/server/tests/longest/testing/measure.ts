import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { longestTurn } from '#kit/server/testing/longest-turn.ts';
import { boundary } from '../longest-bodies.ts';

/**
 * Most processor time between two turns of the event loop, in milliseconds: for so long nobody else is answered. The goal is 50,
 * which two quick cores keep; twice that is for slow ones. What takes the square of a length takes seconds.
 */
const longestTurnMs = 100;

/**
 * What is slow, with its longest turn. A collection of garbage may fall into one: what is slow is slow again.
 * @param prepare makes what is sent, anew each time, which does not count.
 */
export async function tooSlow<T>(
  name: string,
  send: (prepared: T) => Promise<unknown>,
  prepare?: () => T | Promise<T>,
): Promise<string[]> {
  const tried = async () => {
    const prepared = (await prepare?.()) as T;
    return (await longestTurn(() => send(prepared))).turnMs;
  };
  let turn = await tried();
  for (let again = 0; again < 4 && turn > longestTurnMs; again += 1) turn = Math.min(turn, await tried());
  return turn > longestTurnMs ? [`${name}: ${Math.round(turn)} ms`] : [];
}

/** Sends a body as a network would bring it: whoever wrote all of it at once would hold the loop, which is the server's as well. */
export async function sendInPieces(url: string, headers: Record<string, string>, body: Buffer, method = 'POST') {
  const asked = request(url, { method, headers: { ...headers, 'content-length': body.length } });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  // A server that has heard enough may close before all is sent.
  asked.on('error', () => undefined);
  for (let at = 0; at < body.length && !asked.destroyed; at += 65_536) {
    asked.write(body.subarray(at, at + 65_536));
    await new Promise((resolve) => setImmediate(resolve));
  }
  asked.end();
  const [response] = await answered;
  return { status: response.statusCode, text: await text(response) };
}

/** A form with one file, under the name that calls take. */
export const fileForm = (content: Buffer): { headers: Record<string, string>; body: Buffer } => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
});
