/** Stands for the calls of the document; `clientOf` puts those in its place. */
interface Calls {
  [name: string]: AnyCall;
}
// --- From here on it is copied as it is.

/** A call that was refused or failed, with what the server said. */
export class RoadkeeperError extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong, by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which another try may go through. */
  readonly retryAfterS: number | undefined;
  readonly requestId: string | undefined;
  constructor(status: number, said: Record<string, unknown>, retryAfter: string | null) {
    super(typeof said['message'] === 'string' ? said['message'] : `Answered ${status}`);
    this.name = 'RoadkeeperError';
    this.status = status;
    this.code = typeof said['code'] === 'string' ? said['code'] : 'unknown';
    this.fields = (said['fields'] ?? {}) as Record<string, string>;
    this.retryAfterS = retryAfter === null ? undefined : Number(retryAfter);
    this.requestId = typeof said['requestId'] === 'string' ? said['requestId'] : undefined;
  }
}

interface AnyCall {
  path: unknown;
  query: unknown;
  body: unknown;
  answer: unknown;
}
type Given<Call extends AnyCall> = {
  [Part in 'path' | 'query' | 'body' as Call[Part] extends undefined ? never : Part]: Call[Part];
} & {
  /** Repeats with this key get the first answer: for writes that must not be done twice. */
  onceKey?: string;
};
/** Nothing has to be given where nothing is required. */
type Arguments<Call extends AnyCall> =
  Record<string, never> extends Omit<Given<Call>, 'query'>
    ? Call['query'] extends undefined
      ? [given?: Given<Call>]
      : [given?: Partial<Given<Call>>]
    : [given: Omit<Given<Call>, 'query'> & Partial<Pick<Given<Call>, keyof Given<Call> & 'query'>>];

/**
 * Makes calls with an API key.
 * @param options.baseUrl where people open the product, like https://fleet.example.in
 */
export function createClient(options: { baseUrl: string; key: string; fetch?: typeof fetch }) {
  const send = options.fetch ?? fetch;
  return {
    /** Makes a call by its name, as in the manual. @throws RoadkeeperError when it is refused or fails */
    async call<Name extends keyof Calls>(
      name: Name,
      ...[given]: Arguments<Calls[Name]>
    ): Promise<Calls[Name]['answer']> {
      const parts = (given ?? {}) as { path?: object; query?: object; body?: unknown; onceKey?: string };
      const [method = 'GET', pattern = ''] = String(name).split(' ');
      const places = new Map(Object.entries(parts.path ?? {}));
      const path = pattern.replace(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(String(places.get(place))));
      const url = new URL(`/api/v1${path}`, options.baseUrl);
      for (const [key, value] of Object.entries(parts.query ?? {}))
        if (value !== undefined) url.searchParams.set(key, String(value));
      const headers = new Headers({ authorization: `Bearer ${options.key}` });
      if (parts.body !== undefined) headers.set('content-type', 'application/json');
      if (parts.onceKey !== undefined) headers.set('idempotency-key', parts.onceKey);
      const body = parts.body === undefined ? null : JSON.stringify(parts.body);
      const answer = await send(url, { method, headers, body });
      const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
      if (!answer.ok) throw new RoadkeeperError(answer.status, said, answer.headers.get('retry-after'));
      return said as Calls[Name]['answer'];
    },
  };
}
