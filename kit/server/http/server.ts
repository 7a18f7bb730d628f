import { createSecretKey, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ErrorBody } from '#kit/contract/answers.ts';
import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { livePath } from '#kit/contract/live.ts';
import { translateFailure } from '#kit/server/db/failures.ts';
import { Refusal, refuse } from '#kit/server/refusals.ts';
import type { Tracing } from '#kit/server/tracing.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { maskedFields } from './aadhaar.ts';
import { admit, type Doorway, goOn, headers } from './admission.ts';
import { beforeBody } from './body/before-body.ts';
import { wholeBody } from './body/whole-body.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { createBodyRoom } from './clients/bodies.ts';
import { translateAnswer } from './clients/language.ts';
import type { BytesOut } from './clients/bytes-out.ts';
import { openToOrigins } from './clients/cors.ts';
import { type ClientLimits, clientLimits } from './clients/limits.ts';
import type { Clients } from './clients/metrics.ts';
import { watchSending } from './clients/sending.ts';
import { oneByOne } from './clients/one-by-one.ts';
import { closeUnread } from './clients/unread.ts';
import { endWith } from './end-with.ts';
import { logRequests } from './request-log.ts';
import { sendReady } from './ready.ts';
import type { RouteSpec } from './route.ts';
import { createSite, type Site, type SiteOptions } from './site.ts';
import { traceRequests } from './trace-requests.ts';
import { type TrustedProxies, trustOf } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session;
  }
  interface FastifyInstance {
    site: Site;
    browserOf?: Doorway['browserOf'];
  }
}

export interface ServerOptions extends Doorway, SiteOptions {
  /** See onceOf. */
  onceKey: Buffer;
  log: FastifyBaseLogger | false;
  /** Reverse proxies in front whose X-Forwarded-For is believed. */
  trustedProxies?: TrustedProxies;
  /** Told of each call that was refused for lack of a right, after its session was checked. */
  refused?: (session: Session, request: FastifyRequest) => void;
  /** Other pages that may call with an API key: exact origins. */
  apiOrigins?: readonly string[];
  /** Follows requests. */
  tracing?: Pick<Tracing, 'request'>;
  /** Other bounds than usual. */
  limits?: Partial<ClientLimits>;
}

/** Makes the HTTP server with its hooks; routes are added by `addRoute`. Nothing listens yet. */
export async function createServer(
  options: ServerOptions,
): Promise<{ app: FastifyInstance; specs: RouteSpec[]; clients: Clients; lanes: Lanes }> {
  const limits: ClientLimits = { ...clientLimits, ...options.limits };
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: limits.requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: 16_384,
      highWaterMark: limits.unsent,
      // Whoever offers another protocol, as some HTTP clients do with HTTP/2, is answered as if they had not.
      shouldUpgradeCallback: ({ headers, url }) => url === livePath && headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    trustProxy: trustOf(options.trustedProxies ?? 0),
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => refuseUnread('code' in error ? error.code : undefined, socket),
    // An address that cannot be decoded never reaches a route nor the handlers below.
    frameworkErrors: (_, request, reply: FastifyReply) => {
      const body: ErrorBody = { message: 'The address cannot be read', code: 'bad_input', requestId: request.id };
      void reply.code(400).headers(headers).header('x-request-id', request.id).send(body);
    },
    forceCloseConnections: 'idle',
  });
  const clients = boundClients(app, limits);
  const specs: RouteSpec[] = [];
  const lanes = createLanes();
  logRequests(app, options.log);
  if (options.tracing) traceRequests(app, options.tracing);
  app.addHook('onSend', (request, reply, payload, done) => {
    lanes.leave(reply);
    done(null, translateAnswer(request, reply, payload));
  });
  app.decorate('onceKey', createSecretKey(options.onceKey));
  const site = createSite(options, options.log);
  app.decorate('site', site);
  if (options.browserOf) app.decorate('browserOf', options.browserOf);
  const doorway = { ...options, site };

  app.addHook('onRoute', (route) => {
    const { access, tenantScope, spec } = route.config ?? {};
    if (!access || !tenantScope)
      throw new Error(`Route ${String(route.method)} ${route.url} declares no right or no tenant scope`);
    if (access === 'public') route.bodyLimit ??= limits.publicBody;
    // HEAD is the same call once more.
    if (spec && route.method !== 'HEAD') specs.push(spec);
  });

  // The specification's status call has no body but some clients still send the JSON content type.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (request.routeOptions.config.spec?.readBody) return done(null, body);
    void jsonParser(request, body.toString(), done);
  });
  // A mail as it is: only for routes that read the bytes by themselves.
  app.addContentTypeParser('message/rfc822', async (request: FastifyRequest, body: IncomingMessage) => {
    if (!request.routeOptions.config.spec?.readBody) throw refuse.wrongType('This call takes no email');
    return wholeBody(request, body);
  });
  const jsonParser = app.getDefaultJsonParser('error', 'error');
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fieldNameSize: 100,
      fieldSize: 100_000,
      fields: 100,
      files: 10,
      parts: 110,
      fileSize: 25 * 1024 * 1024,
      headerPairs: 50,
    },
  });

  openToOrigins(app, options.apiOrigins ?? []);
  app.addHook('onRequest', (request, reply, done) => {
    const admitted = admit(doorway, request, reply);
    if (!admitted && shortCut(request, reply, lanes, clients.sending.out)) return;
    const entered = admitted ? admitted.then(() => lanes.enter(request, reply)) : lanes.enter(request, reply);
    if (entered) void goOn(entered, done);
    else done();
  });

  app.addHook('onRequest', beforeBody);
  // Whose body it is, is known by now.
  app.addHook('onRequest', clients.bodies.hook);
  app.setErrorHandler(failureAnswer(options));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: 'Not found', code: 'not_found', requestId: request.id } satisfies ErrorBody),
  );
  return { app, specs, clients: { sending: clients.sending.figures, bodies: clients.bodies }, lanes };
}

/**
 * Answers an admitted request from memory, where the route has its answer ready and its turn would begin at once: it would end in
 * the same moment. Gives whether it did.
 */
function shortCut(request: FastifyRequest, reply: FastifyReply, lanes: Lanes, out: BytesOut): boolean {
  const ready = request.routeOptions.config.spec?.ready;
  if (!ready || !lanes.isFree(request)) return false;
  // A body has to find room first.
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length !== undefined || encoding !== undefined) return false;
  const answer = ready(request);
  if (answer) sendReady(request, reply, answer, out);
  return answer !== undefined;
}

/** Bounds what clients take of the server: connections, answers that wait, and room for bodies. */
function boundClients(app: FastifyInstance, limits: ClientLimits) {
  const sending = watchSending(limits);
  const { server } = app;
  server.maxConnections = limits.connections;
  // Whoever comes next finds room; who was idle connects anew.
  server.on('drop', () => server.closeIdleConnections());
  app.addHook('onRequest', oneByOne(limits));
  app.addHook('onRequest', sending.begin);
  app.addHook('onSend', sending.cut);
  app.addHook('onSend', closeUnread(limits));
  app.addHook('onClose', async () => sending.stop());
  return { sending, bodies: createBodyRoom(limits) };
}

/** Answers what could not be read as a request, and closes the connection, whatever the other end does. */
function refuseUnread(code: string | undefined, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too long']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive']
        : ['400 Bad Request', 'The request cannot be read'];
  endWith(socket, status, { message, code: 'bad_input', requestId: randomUUID() });
}

/** Whether an answer could not be sent because nobody waits for it any more. */
const isGone = (request: FastifyRequest, error: unknown): boolean =>
  request.raw.socket.destroyed && (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Answers what was thrown: a refusal in its own words, anything else as a fault that is logged. */
const failureAnswer =
  (options: ServerOptions) => (thrown: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const error = translateFailure(fromFastify(thrown));
    const body: ErrorBody =
      error instanceof Refusal
        ? {
            message: maskAadhaar(error.message),
            code: error.code,
            ...error.details,
            ...(error.details.fields ? { fields: maskedFields(error.details.fields) } : {}),
            requestId: request.id,
          }
        : { message: 'Something went wrong!', code: 'fault', requestId: request.id };
    if (error instanceof Refusal) {
      if (error.code === 'forbidden' && request.session) options.refused?.(request.session, request);
      if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
      if (error.code === 'unavailable')
        request.log.warn({ requestId: request.id, url: request.routeOptions.url }, error.message);
    } else if (isGone(request, error)) {
      const line = { requestId: request.id, url: request.routeOptions.url };
      request.log.info(line, 'the client left before its answer was there');
    } else {
      request.log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, 'fault');
    }
    return reply
      .code(error instanceof Refusal ? error.status : 500)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  };

/** Fastify's own errors in the house's words; what is not the caller's doing comes back unchanged. */
function fromFastify(error: FastifyError | Refusal): unknown {
  if (error instanceof Refusal) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse.tooLarge('The request is too large');
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return refuse.tooLarge('The upload is too large or has too many parts');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return refuse.wrongType('Send application/json, or multipart/form-data where a file is taken');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_PROTO_VIOLATION':
      return refuse.badInput({ '': 'The body is not valid JSON' });
  }
  if (error instanceof SyntaxError && error.statusCode === 400)
    return refuse.badInput({ '': 'The body is not valid JSON' });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal(
      error.statusCode === 413 ? 'too_large' : error.statusCode === 415 ? 'wrong_type' : 'bad_input',
      'The request cannot be read',
    );
  return error;
}
