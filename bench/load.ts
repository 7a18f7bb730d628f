import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface Shot {
  path: string;
  method?: 'GET' | 'POST';
  /** A new body for every request. */
  body?: () => unknown;
  /** Carries an Idempotency-Key, another one with every request. */
  once?: boolean;
}
export interface Sample {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  bytes: number;
}

export type Headers = Record<string, string>;

const requestOf = ({ path, method = 'GET', body, once }: Shot, headers: Headers): autocannon.Request => ({
  method,
  path,
  headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
  ...(body
    ? {
        setupRequest: (request) => ({
          ...request,
          ...(once ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } } : {}),
          body: JSON.stringify(body()),
        }),
      }
    : {}),
});

/**
 * Sends the shots in turn over some connections, each waiting for its answer.
 * @param people headers of those who ask; the connections are theirs in turn.
 * @throws Error when an answer was not 2xx or a connection failed: what does not work is not measured.
 */
export async function fire(
  url: string,
  shots: readonly Shot[],
  { connections, seconds, people }: { connections: number; seconds: number; people: readonly Headers[] },
): Promise<Sample> {
  const asked = people.map((headers) => shots.map((shot) => requestOf(shot, headers)));
  const [requests = []] = asked;
  let client = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    // Connections start at different shots, so that they do not all ask the same thing at the same time.
    setupClient(one) {
      const own = asked[client % asked.length] ?? [];
      const from = Math.floor((client++ * own.length) / connections);
      one.setRequests([...own.slice(from), ...own.slice(0, from)]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}${shots[0]?.path}: ${result.non2xx} answers not 2xx, ${result.errors} errors`);
  const { requests: answered, latency, throughput } = result;
  return {
    perSecond: answered.total / result.duration,
    p50: latency.p50,
    p99: latency.p99,
    bytes: answered.total === 0 ? 0 : throughput.total / answered.total,
  };
}
