import { lookup as dnsLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { addressOf, addressProblem, mayReach } from './address.ts';

/** How messages leave. */
export interface OutgoingOptions {
  /** For tests: receivers on this machine, over http as well. */
  allowLoopback?: boolean;
  /** Looks a name up. Default: as everything on this machine does. */
  resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
  /** Milliseconds for all of a try. */
  timeoutMs?: number;
}

/** What came of a try. */
export interface Sent {
  /** Null: there was no answer. */
  status: number | null;
  ms: number;
  /** Its beginning. */
  answer: string | null;
  /** Its Retry-After, as it was sent. */
  retryAfter?: string | undefined;
  failure: string | null;
}

class Refused extends Error {}
const refused = 'The address is not on the public internet';
const usualTimeoutMs = 10_000;
/** Bytes of an answer that are kept. */
export const keptAnswer = 2_048;

/**
 * Sends a message once. Its name is looked up here, each address is checked, and the connection goes to one of those that were checked: a
 * name that answers otherwise a moment later leads nowhere else. Redirects are answers like others, and of a long answer only the
 * beginning is read.
 * @param headers with the type of the body
 */
export async function sendOnce(
  to: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  options: OutgoingOptions,
  stop: AbortSignal,
): Promise<Sent> {
  const began = performance.now();
  const ended = (rest: Omit<Sent, 'ms'>): Sent => ({ ...rest, ms: Math.round(performance.now() - began) });
  const none = (failure: string) => ended({ status: null, answer: null, failure });
  const { allowLoopback = false, timeoutMs = usualTimeoutMs } = options;
  const problem = addressProblem(to, allowLoopback);
  if (problem !== undefined) return none(problem);
  const url = new URL(to);
  // Addresses are connected to without a look-up.
  const address = addressOf(url.hostname);
  if (address !== undefined && !mayReach(address, allowLoopback)) return none(refused);
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]);
  try {
    return ended(await post(url, headers, body, checkedLookup(options), signal));
  } catch (error) {
    return none(wordsOf(error, signal));
  }
}

type Found = { addresses: readonly { address: string; family: number }[] } | { error: NodeJS.ErrnoException };

/** Looks a name up and checks each of its addresses. */
async function checkedAddresses(hostname: string, { allowLoopback = false, resolve }: OutgoingOptions): Promise<Found> {
  try {
    const addresses = resolve ? await resolve(hostname) : await dnsLookup(hostname, { all: true });
    const areOpen = addresses.length > 0 && addresses.every(({ address }) => mayReach(address, allowLoopback));
    return areOpen ? { addresses } : { error: new Refused(refused) };
  } catch (error) {
    return { error: error as NodeJS.ErrnoException };
  }
}

/** A name that takes longer is looked up again with each message. */
const nameTimeoutMs = 1_000;

/**
 * What is wrong with where the name of an address leads, in words, so that it is said when it is entered. Undefined also where the name could
 * not be looked up: it may be made later, and each message looks it up and checks it again.
 */
export async function nameProblem(to: string, options: OutgoingOptions): Promise<string | undefined> {
  const { hostname } = new URL(to);
  if (addressOf(hostname) !== undefined) return undefined;
  const found = await Promise.race([
    checkedAddresses(hostname, options),
    setTimeout(nameTimeoutMs, undefined, { ref: false }),
  ]);
  return found && 'error' in found && found.error instanceof Refused
    ? 'This name leads to an address that is not on the public internet'
    : undefined;
}

const checkedLookup =
  (options: OutgoingOptions): LookupFunction =>
  async (hostname, { all }, callback) => {
    const found = await checkedAddresses(hostname, options);
    if ('error' in found) return callback(found.error, '');
    const { addresses } = found;
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<Omit<Sent, 'ms'>> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asked = request(
      url,
      {
        method: 'POST',
        // No connection is kept, and none of another message is taken.
        agent: false,
        lookup,
        signal,
        maxHeaderSize: 16_384,
        headers: {
          ...headers,
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const end = () => {
          const text = Buffer.concat(chunks).subarray(0, keptAnswer).toString('utf8');
          // What no database keeps, and the half of a letter at the end.
          const answer = text.replaceAll('\u0000', '').replace(/\uFFFD$/, '');
          resolve({
            status: response.statusCode ?? 0,
            answer,
            retryAfter: response.headers['retry-after'],
            failure: null,
          });
          asked.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes >= keptAnswer) end();
        });
        response.on('end', end);
        response.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const knownFailures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the server is not known',
  EAI_AGAIN: 'The name of the server could not be looked up',
  ECONNREFUSED: 'The server refused the connection',
  ECONNRESET: 'The server closed the connection',
  EHOSTUNREACH: 'The server could not be reached',
  ENETUNREACH: 'The server could not be reached',
  ETIMEDOUT: 'The server did not answer in time',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
};

/** In words of this list only: what is behind an address is not told by how it fails. */
function wordsOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The server did not answer in time';
  if (error instanceof Refused) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (knownFailures[code]) return knownFailures[code];
  return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code)
    ? 'The certificate of the server is not valid'
    : 'The connection failed';
}
