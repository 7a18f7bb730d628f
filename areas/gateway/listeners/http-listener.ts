import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Gathered } from '#kit/server/bounded/gather.ts';
import type { RequestProtocol, TrackerRequest } from '#telematics/protocols/request.ts';
import type { KnownDevice } from '../ingest/device-registry.ts';
import { countUp } from './metrics.ts';
import { admitted, handOn, type Hub, turnAway } from './admission.ts';
import type { GatewayLimits } from './limits.ts';
import { Rate } from './rate.ts';

interface Answer {
  status: number;
  body?: string;
}
const comeAgain: Answer = { status: 503 };

/** Takes requests: each says by itself who sends it, and is answered when what it brought is stored. */
export function createHttpListener(hub: Hub, protocol: RequestProtocol): Server {
  const { limits, figures } = hub;
  /** By slot: as many as there are devices. */
  const rates = new Map<number, Rate>();
  const server = createServer(
    {
      keepAlive: true,
      keepAliveTimeout: 75_000,
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      void answer(request)
        .catch((error: unknown): Answer => {
          // A client that left halfway is not answered anyhow.
          if (!request.destroyed) hub.log(`tracking: a request was not read: ${String(error)}`);
          return { status: 500 };
        })
        .then(({ status, body = '' }) => end(request, response, status, body));
    },
  );
  server.maxConnections = limits.connections;
  const perAddress = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    countUp(figures.connections, protocol.name);
    countUp(perAddress, address);
    socket.on('close', () => {
      countUp(figures.connections, protocol.name, -1);
      countUp(perAddress, address, -1);
      if ((perAddress.get(address) ?? 0) <= 0) perAddress.delete(address);
    });
    const isAway = hub.backOff.isAway(address, hub.clock.now().getTime());
    if (!isAway && (perAddress.get(address) ?? 0) <= limits.connectionsPerAddress) return;
    countUp(figures.refused, isAway ? 'back-off' : 'too many of one address');
    socket.destroy();
  });
  const bodies = createBodies(limits);

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const address = request.socket.remoteAddress ?? '';
    const body = await bodies.read(request, protocol.maxBodyBytes);
    if (typeof body !== 'string') return body;
    if (hub.ingest.isFull) return comeAgain;
    const now = hub.clock.now().getTime();
    const asked: TrackerRequest = {
      method: request.method ?? 'GET',
      uri: request.url ?? '/',
      headers: headersOf(request),
      body,
    };
    const decoded = protocol.read(asked, { now });
    if (decoded.identity === undefined) {
      figures.badFrames += 1;
      hub.backOff.blame(address, 1, now);
      return { status: decoded.status === 200 ? 400 : decoded.status, body: decoded.body };
    }
    if (!admitted(hub, decoded.identity)) await hub.learn();
    const device = admitted(hub, decoded.identity);
    if (!device) {
      turnAway(hub, protocol.name, decoded.identity, address, now);
      return { status: 404 };
    }
    if (!isRight(device, decoded.token)) {
      countUp(figures.refused, 'wrong password');
      hub.backOff.blame(address, 0.5, now);
      return { status: 401 };
    }
    const rate = rates.get(device.slot) ?? new Rate(limits.fixesPerSecond, limits.fixesAtOnce, performance.now());
    rates.set(device.slot, rate);
    if (rate.take(0, performance.now()) > 0) return { status: 429 };
    rate.take(Math.max(1, decoded.readings.length), performance.now());
    const activity = hub.live.activityOf(device, protocol.name, address, now);
    activity.frames += 1;
    activity.isProven = device.secretHash !== null;
    if (decoded.refused !== undefined) activity.badFrames += 1;
    else hub.backOff.praise(address);
    const frame = Buffer.from(asText(asked));
    const { readings } = decoded;
    const isStored = await new Promise<boolean>((resolve) => {
      const tooLong = setTimeout(() => resolve(false), limits.requestMs);
      const stored = () => {
        clearTimeout(tooLong);
        resolve(true);
      };
      const said = { device, activity, protocol: protocol.name, frame, readings, waiting: { stored } };
      if (handOn(hub, said, now) === null) stored();
    });
    return isStored ? { status: decoded.status, body: decoded.body } : comeAgain;
  };

  const isRight = ({ secretHash }: KnownDevice, token: string | undefined): boolean => {
    if (secretHash === null) return true;
    if (token === undefined) return false;
    const [given, right] = [Buffer.from(hub.hashOf(token)), Buffer.from(secretHash)];
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return server;
}

function end(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  if (status === 503 || status === 429) response.setHeader('retry-after', '10');
  // What is left of a body that was not read would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  response.end(body);
}

/** Reads bodies, as many bytes at a time as there is room for: whoever sends them has not said who it is. */
function createBodies({ bodyBytes, bodyBytesPerAddress }: GatewayLimits) {
  let all = 0;
  const own = new Map<string, number>();
  /** Gives whether there is room. */
  const take = (address: string, bytes: number): boolean => {
    const mine = (own.get(address) ?? 0) + bytes;
    if (bytes > 0 && (all + bytes > bodyBytes || mine > bodyBytesPerAddress)) return false;
    all += bytes;
    if (mine > 0) own.set(address, mine);
    else own.delete(address);
    return true;
  };
  return {
    /** The body, or the answer to one that is too long or for which there is no room. The rest of it is not waited for. */
    async read(request: IncomingMessage, maxBytes: number): Promise<string | Answer> {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      if (length === undefined && encoding === undefined) return '';
      const address = request.socket.remoteAddress ?? '';
      const gathered = new Gathered();
      let taken = 0;
      let isOver = false;
      try {
        return await new Promise((resolve, reject) => {
          request
            .on('data', (piece: Buffer) => {
              if (isOver) return;
              if (gathered.length + piece.length > maxBytes) return resolve({ status: 413 });
              if (!take(address, piece.length)) return resolve(comeAgain);
              taken += piece.length;
              gathered.add(piece);
            })
            .on('end', () => resolve(gathered.take().toString('utf8')))
            .on('error', reject)
            .on('close', () => request.complete || reject(new Error('gone')));
        });
      } finally {
        isOver = true;
        take(address, -taken);
      }
    },
  };
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers[name] = value;
  return headers;
}

/** What is kept of a request: its line and its body, without the password. */
function asText({ method, uri, body }: TrackerRequest): string {
  const bare = (text: string) => text.replace(/(^|[?&])token=[^&]*&?/gi, '$1');
  return `${method} ${bare(uri)}\n\n${bare(body)}`;
}
