import { type ErrorBody } from '#kit/contract/answers.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { withMessage } from './texts/default-toasts.ts';
import { t } from './i18n.ts';
import { loading } from './loading.ts';
import { reach } from './live/reach.ts';
import { proof } from './step-up.ts';
import { clearSession, freshToken, isActing, isLeaving, isSignedIn, renewRefused } from './session.ts';
import { makeOnceKeys } from './storage/once-keys.ts';
import { store, tokenType } from './storage/store.ts';
import { toast } from './toast.tsx';

/** A call that was refused or did not arrive; `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<ErrorBody>;
  /** Seconds after which another try makes sense, where the server says so. */
  readonly retryAfterS: number | undefined;
  constructor(status: number, body: Partial<ErrorBody>, retryAfterS?: number) {
    super(typeof body.message === 'string' && body.message !== '' ? body.message : t('error.wrong'));
    this.status = status;
    this.body = body;
    this.retryAfterS = retryAfterS;
  }
  get fields(): Record<string, string> {
    return this.body.fields ?? {};
  }
}

export interface CallOptions {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  /** ETag the change is meant for. */
  ifMatch?: string;
  /** Counts once, however often it is asked until it is answered; every create and status change of the app says so. */
  once?: boolean;
  /** The same for work whose caller knows itself what is one and the same, as a file of many that is sent again. */
  idempotencyKey?: string;
  /** Goes on when the page is left. */
  keepalive?: boolean;
  /** The caller shows errors itself: no toast. */
  quiet?: boolean;
  /** The page does without the answer: a missing right (403) is no reason to leave it. */
  stays?: boolean;
  /** Has nothing to do with the session: for pages of people without an account. What they prove goes along as headers. */
  open?: Readonly<Record<string, string>>;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const base = '/api/v1';
const away = new Set([0, 502, 503, 504]);

/** Where to go is the router's business; it says here how. */
export const navigation = {
  toLogin: (_reason: 'ended' | 'none') => {},
  toDashboard: () => {},
  /** Back from acting as somebody else, to one's own account or, where that is over too, to the sign-in page. */
  toOwn: async (_why: 'asked' | 'ended'): Promise<void> => {},
};

async function send(method: Method, path: string, options: CallOptions, token: string | null): Promise<Response> {
  const url = new URL(base + path, location.origin);
  for (const [key, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) url.searchParams.set(key, String(value));
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': store.get('language'),
    'x-client': 'web',
  };
  if (token) headers['authorization'] = `${tokenType} ${token}`;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.ifMatch) headers['if-match'] = options.ifMatch;
  Object.assign(headers, options.open);
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const body = options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const attempts = method === 'GET' ? 3 : 1;
  for (let attempt = 1; ; attempt += 1) {
    let response: Response | undefined;
    try {
      response = await fetch(url, {
        method,
        headers,
        body: body ?? null,
        signal: options.signal ?? null,
        credentials: 'same-origin',
        keepalive: options.keepalive ?? false,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
    }
    if (response && !away.has(response.status)) return response;
    // Only reads are asked again by themselves; a write might have happened.
    if (attempt >= attempts) {
      reach.doubt();
      if (response) return response;
      throw new ApiError(0, { message: t('error.offline') });
    }
    await new Promise((resolve) => setTimeout(resolve, 400 * attempt));
  }
}

/** The error body, also of an answer that was asked for as a file. */
async function errorOf(response: Response): Promise<ApiError> {
  try {
    const body = JSON.parse(await (await response.blob()).text()) as Partial<ErrorBody>;
    return new ApiError(response.status, body, Number(response.headers.get('retry-after')) || undefined);
  } catch {
    return new ApiError(response.status, {});
  }
}

async function handle(error: ApiError, path: string, options: CallOptions, token: string | null): Promise<void> {
  if (options.open) {
    if (!options.quiet) toast.error(error.message);
    return;
  }
  if (error.status === 401 && path !== '/login') {
    const now = store.get('accessToken');
    // Asked with a token that is no longer the one in use: the answer says nothing of today's session.
    if (now !== null && now !== token) return;
    if (isActing()) return navigation.toOwn('ended');
    clearSession();
    navigation.toLogin('ended');
    return;
  }
  // Asked and refused: the person chose not to, and stays where they are.
  if (error.body.code === 'prove_first') return;
  if (error.status === 403 && options.stays) return;
  // What is not done for somebody else is no right that was lost: one stays, and is told.
  if (error.status === 403 && error.body.code !== 'impersonating' && path !== '/permission') {
    // What the person may do has changed: learn it anew, and leave the page that needed more.
    await loadPermissions().catch(() => undefined);
    navigation.toDashboard();
    toast.error(error.message);
    return;
  }
  if (error.status !== 404 && !options.quiet) toast.error(error.message);
}

/**
 * Whether a call that needs a session has none: somebody signs out here, or did in another tab. By the time of an answer nobody looks at the
 * page that would show it. Signing in again is a write.
 */
const hasNoSession = (method: Method, path: string): boolean =>
  isLeaving() ? path !== '/logout' && (method === 'GET' || isSignedIn()) : method === 'GET' && !isSignedIn();

async function call(method: Method, path: string, options: CallOptions, proved = false): Promise<Response> {
  if (!options.open && hasNoSession(method, path)) throw new ApiError(401, {});
  loading.begin();
  let error: ApiError;
  try {
    let token = options.open ? null : await freshToken();
    let response = await send(method, path, options, token);
    if (response.status === 401 && token && path !== '/login' && !isActing()) {
      // Only a refused renewal ends the session: the token may be older than this machine's clock knows.
      const renewed = await renewRefused(token);
      if (renewed === undefined) throw new ApiError(0, { message: t('error.offline') });
      if (renewed) {
        token = await freshToken();
        response = await send(method, path, options, token);
      }
    }
    if (response.ok) return response;
    error = await errorOf(response);
    await handle(error, path, options, token);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0 && !options.quiet) toast.error(error.message);
    throw error;
  } finally {
    loading.end();
  }
  // The server asks who is there: the call is repeated once they have shown it.
  if (error.body.code === 'prove_first' && !proved && (await proof.ask())) return call(method, path, options, true);
  throw error;
}

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

const onceKeys = makeOnceKeys();

/** A write that counts once: without an answer it may have been done, and is asked again by the key it had. */
async function callOnce(method: Method, path: string, options: CallOptions): Promise<Response> {
  const { key, answered } = onceKeys.of(method, path, options);
  try {
    const response = await call(method, path, { ...options, idempotencyKey: key });
    answered();
    return response;
  } catch (error) {
    if (error instanceof ApiError && isAnswer(error)) answered();
    throw error;
  }
}
/** Whether a refusal says that nothing was done. What failed on the way, or is still worked on, says nothing. */
const isAnswer = ({ status, retryAfterS }: ApiError) =>
  status >= 400 && status < 500 && !(status === 409 && retryAfterS !== undefined);

/** A write's answer always has a message. An empty one says only that it was done. */
async function write<T>(method: Method, path: string, options: CallOptions): Promise<T> {
  const text = await (await (options.once ? callOnce : call)(method, path, options)).text();
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  return withMessage(method, path, answer as object) as T;
}

/** Calls to the product's API. Each answers the parsed body, or throws an ApiError after the common handling. */
export const api = {
  get: async <T>(path: string, options: CallOptions = {}) => json<T>(await call('GET', path, options)),
  post: <T>(path: string, options: CallOptions = {}) => write<T>('POST', path, options),
  put: <T>(path: string, options: CallOptions = {}) => write<T>('PUT', path, options),
  delete: <T>(path: string, options: CallOptions = {}) => write<T>('DELETE', path, options),
  /** A file: its bytes and the name the server gave it. */
  async blob(method: 'GET' | 'POST', path: string, options: CallOptions = {}): Promise<{ blob: Blob; name: string }> {
    const response = await call(method, path, options);
    const disposition = response.headers.get('content-disposition') ?? '';
    return { blob: await response.blob(), name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download' };
  },
};

/** Fetches what the person may see and keeps it. */
export async function loadPermissions(): Promise<PermittedModule[]> {
  const { data } = await api.get<{ data: PermittedModule[] }>('/permission', { quiet: true });
  store.set('_accessible', data);
  return data;
}
