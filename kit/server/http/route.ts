import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import { fieldMessages } from '#kit/contract/input.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import { tooSlow } from '#kit/server/db/failures.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Caller } from '#kit/server/turns/turns.ts';
import { asCaller } from '#kit/server/turns/rooms.ts';
import { type AadhaarRule, withoutAadhaar } from './aadhaar.ts';
import type { Access, Call, TenantScope } from './call.ts';
import { placesOf } from './places.ts';
import { refuseExcess } from './body/excess.ts';
import { type ReadyAnswer, replyReady } from './ready.ts';

export interface RouteSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under /api/v1, path parameters as {name}. */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  scope: TenantScope;
  /** Also for a session that must change its password before it may do anything else. */
  whileMustChange?: boolean;
  /**
   * Whether a session that acts as somebody else may call it. Left out: what only reads is allowed, anything else refused.
   * A write is allowed only when its history names both people, and never when it touches a way in (passwords, codes,
   * sessions), roles and rights, money, devices or whole lists.
   */
  whileImpersonating?: 'allowed' | 'refused';
  /**
   * Whether an API key may call it. Left out: those that need a right may be called, those of any session may not. Refused is what touches a
   * way in, gives rights, or shows what is kept encrypted.
   */
  byKey?: 'allowed' | 'refused';
  /** JSON body. Left out: the route takes none, or reads it by itself. */
  body?: ZodMiniType;
  /**
   * Refuses by the headers alone: no room is made for the body, and none of it is read. Gives by whom the body is, where they say that:
   * it counts as one of theirs, and not as one of strangers.
   */
  beforeBody?: (request: FastifyRequest) => Promise<string | undefined>;
  /** Reads the bytes of a JSON body by itself, for bodies so large that to parse them would stop everything else. */
  readBody?: (content: unknown) => Promise<unknown>;
  /** What becomes of full Aadhaar numbers in what is sent. Left out: the call is refused. */
  aadhaar?: AadhaarRule;
  /** The route also takes multipart, which it reads by itself. */
  multipart?: boolean;
  /** Query parameters. Anything else in the query is refused. Left out: none are taken. */
  query?: Readonly<Record<string, Parameter>>;
  /** A successful answer's `data`, as a schema, for the documentation. `null` says that there is none. */
  answer?: ZodMiniType | null;
  /** What else a successful answer carries beside `message` and `data`. */
  beside?: Readonly<Record<string, ZodMiniType>>;
  /** The call honours If-Match. */
  versioned?: boolean;
  /** The call honours Idempotency-Key. */
  once?: boolean;
  /** Greatest body in bytes. Default 256 KB. */
  bodyLimit?: number;
  /** Successful status. Default 200. */
  status?: 200 | 201;
  /** The answer is a file of one of these media types, not JSON. */
  raw?: readonly string[];
  /** HEAD is answered as well, as GET is but for the body: for programs that ask first whether there is something. */
  head?: boolean;
  /** Milliseconds after which the request is answered 503. Default 2,800; 10,000 where files come with it. */
  deadlineMs?: number;
  /** It takes as long as it takes, in the room for long work, where it keeps nobody waiting but its own tenant. */
  long?: boolean;
  /** It may look through many rows: it takes turns at that, of which one tenant has a part. */
  searches?: boolean;
  /** A short cut that is tried first, once the caller is admitted: gives the answer at once, or undefined to go the usual way. */
  ready?: (request: FastifyRequest) => ReadyAnswer | undefined;
  handle: (call: Call) => Promise<unknown>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    tenantScope?: TenantScope;
    spec?: RouteSpec;
    /** Taken under any Host. */
    anyHost?: boolean;
  }
}

/** Refused while acting as somebody else; see `whileImpersonating`. */
export const isOwnOnly = (spec: Pick<RouteSpec, 'method' | 'whileImpersonating'>): boolean =>
  (spec.whileImpersonating ?? (spec.method === 'GET' ? 'allowed' : 'refused')) === 'refused';

/** May be called with an API key; see `byKey`. */
export const isForKeys = (spec: Pick<RouteSpec, 'access' | 'byKey'>): boolean =>
  (spec.byKey ?? (typeof spec.access === 'object' ? 'allowed' : 'refused')) === 'allowed';

export const basePath = '/api/v1';
const defaultDeadlineMs = 2_800;
/** Pictures and documents are looked into, in a process that may have to start first. */
const filesDeadlineMs = 10_000;

/**
 * Adds a route. Its right and its tenant scope are part of the declaration; the server refuses to start without them.
 * The handler gets a checked call and returns the answer's body; what it throws is answered by the one error handler.
 */
export function addRoute(app: FastifyInstance, spec: RouteSpec): void {
  const known = spec.query ?? {};
  app.route({
    method: spec.method,
    url: basePath + spec.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: spec.head === true,
    ...(spec.bodyLimit ? { bodyLimit: spec.bodyLimit } : {}),
    config: { access: spec.access, tenantScope: spec.scope, spec },
    handler: async (request, reply) => {
      // For whom it was not there, or who waited: see shortCut.
      const ready = spec.ready?.(request);
      if (ready) return replyReady(request, reply, ready);
      const query = request.query as Record<string, unknown>;
      let body = spec.readBody ? undefined : request.body;
      refuseExcess(body);
      body = withoutAadhaar(spec.aadhaar, body, query);
      const unknown = Object.keys(query).filter((key) => !Object.hasOwn(known, key));
      if (unknown.length > 0)
        throw refuse.badInput(Object.fromEntries(unknown.map((key) => [key, 'Not a parameter of this call'])));
      if (spec.readBody) body = await spec.readBody(request.body);
      else if (spec.body && !(spec.multipart && request.isMultipart())) {
        // Nothing sent is an empty body; null is not, and must not mean what leaving everything out does.
        const parsed = spec.body.safeParse(body === undefined ? {} : body);
        if (!parsed.success && !isObject(body)) throw refuse.badInput({ '': 'Send a JSON object' });
        if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
        body = parsed.data;
      }
      if (spec.status) reply.code(spec.status);
      const late = new AbortController();
      const call: Call = {
        request,
        reply,
        params: request.params as Record<string, string>,
        query,
        body,
        late: late.signal,
        get session() {
          if (!request.session) throw new Error(`${spec.method} ${spec.path} uses a session but is public`);
          return request.session;
        },
      };
      const caller = callerOf(request);
      if (spec.long) return asCaller(caller, 'long', () => spec.handle(call));
      const deadlineMs = spec.deadlineMs ?? (spec.multipart ? filesDeadlineMs : defaultDeadlineMs);
      return within(
        deadlineMs - reply.elapsedTime,
        asCaller(caller, spec.searches ? 'search' : 'brief', () => spec.handle(call)),
        late,
      );
    },
  });
}

/**
 * For whom a request is done: staff are tenants of their own. Whoever has no session is one of the strangers, who are one tenant however
 * many addresses they have, or one of those whose browser somebody signed in with before.
 */
export function callerOf(request: FastifyRequest): Caller {
  const { session, ip, server } = request;
  if (!session) {
    const browser = server.browserOf?.(request);
    return browser === undefined
      ? { tenant: 'strangers', account: placesOf(ip).address }
      : { tenant: 'known browsers', account: browser };
  }
  const account = session.actor?.id ?? session.user.id;
  return { tenant: session.orgId ?? account, account };
}

/** Answers 503 when the work takes longer: a caller must never hang on a database that does not answer. */
function within<T>(milliseconds: number, work: Promise<T>, controller: AbortController): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        controller.abort();
        reject(tooSlow());
      },
      Math.max(1, milliseconds),
    );
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isObject = (body: unknown): boolean => typeof body === 'object' && body !== null && !Array.isArray(body);
