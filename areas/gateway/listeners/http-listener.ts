import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestProtocol, TrackerRequest } from '#telematics/protocols/request.ts';
import type { KnownDevice } from '../ingest/device-registry.ts';
import { countUp } from './metrics.ts';
import { admitted, handOn, type Hub, turnAway } from './admission.ts';
import { comeAgain, createBodies } from './bodies.ts';
import { addressOf } from './forwarded.ts';
import { Rate } from './rate.ts';
import { Strangers } from './strangers.ts';

interface Answer {
  status: number;
  body?: string;
}

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
  const strangers = countConnections(hub, server, protocol.name);
  const bodies = createBodies(limits);

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const address = addressOf(request, hub.trusts);
    const body = await bodies.read(request, address, protocol.maxBodyBytes);
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
      return { status: decoded.status === 200 ? 400 : decoded.status, body: decoded.body };
    }
    if (!admitted(hub, decoded.identity)) await hub.learn();
    const device = admitted(hub, decoded.identity);
    if (!device) {
      turnAway(hub, protocol.name, decoded.identity, address, now);
      return { status: 404 };
    }
    if (device.secretHash !== null && hub.wrongPasswords.areTooMany(device.identifier, address, now)) {
      countUp(figures.refused, 'too many wrong passwords');
      return { status: 429 };
    }
    if (!isRight(device, decoded.token)) {
      countUp(figures.refused, 'wrong password');
      hub.wrongPasswords.note(device.identifier, address, now);
      return { status: 401 };
    }
    if (device.secretHash !== null) hub.wrongPasswords.forget(device.identifier, address);
    strangers.met(request.socket, device.slot);
    const rate = rates.get(device.slot) ?? new Rate(limits.fixesPerSecond, limits.fixesAtOnce, performance.now());
    rates.set(device.slot, rate);
    if (rate.take(0, performance.now()) > 0) return { status: 429 };
    rate.take(Math.max(1, decoded.readings.length), performance.now());
    const activity = hub.live.activityOf(device, protocol.name, address, now);
    activity.frames += 1;
    activity.isProven = device.secretHash !== null;
    if (decoded.refused !== undefined) activity.badFrames += 1;
    const frame = Buffer.from(asText(asked));
    const { readings, unread } = decoded;
    const isStored = await new Promise<boolean>((resolve) => {
      const tooLong = setTimeout(() => resolve(false), limits.requestMs);
      const stored = () => {
        clearTimeout(tooLong);
        resolve(true);
      };
      const said = { device, activity, protocol: protocol.name, frame, readings, unread, waiting: { stored } };
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

interface Connection {
  address: string;
  socket: Socket;
  /** Slot of the device that spoke over it last. */
  slot: number | null;
}

/**
 * Counts open connections and bounds them: where there is no room for one more the oldest goes that brought no device. A device is not let
 * have too many itself.
 */
function countConnections({ limits, figures, trusts }: Hub, server: Server, name: string) {
  const strangers = new Strangers<Connection>();
  const open = new Map<Socket, Connection>();
  const bySlot = new Map<number, Set<Connection>>();
  const leave = (connection: Connection) => {
    if (connection.slot === null) return;
    const own = bySlot.get(connection.slot);
    own?.delete(connection);
    if (own?.size === 0) bySlot.delete(connection.slot);
    connection.slot = null;
  };
  server.on('connection', (socket) => {
    const connection: Connection = { address: socket.remoteAddress ?? '', socket, slot: null };
    const { address } = connection;
    const isCrowded = strangers.countOf(address) >= limits.connectionsPerAddress && !trusts(address, 0);
    countUp(figures.connections, name);
    open.set(socket, connection);
    socket.on('close', () => {
      open.delete(socket);
      strangers.remove(connection);
      leave(connection);
      countUp(figures.connections, name, -1);
    });
    if (isCrowded || open.size > limits.connections) {
      countUp(figures.refused, isCrowded ? 'too many of one address' : 'too many');
      ((isCrowded ? strangers.oldestOf(address) : strangers.oldest())?.socket ?? socket).destroy();
    }
    strangers.add(connection);
  });
  return {
    /** A device spoke over it. */
    met(socket: Socket, slot: number) {
      const connection = open.get(socket);
      if (!connection) return;
      strangers.remove(connection);
      // Those of a proxy are of whichever device it speaks for next.
      if (connection.slot === slot || trusts(connection.address, 0)) return;
      leave(connection);
      connection.slot = slot;
      const own = bySlot.get(slot) ?? new Set();
      bySlot.set(slot, own.add(connection));
      const [oldest] = own;
      if (own.size <= limits.connectionsPerDevice || !oldest) return;
      countUp(figures.refused, 'too many of one device');
      leave(oldest);
      oldest.socket.destroy();
    },
  };
}

function end(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  if (status === 503 || status === 429) response.setHeader('retry-after', '10');
  // What is left of a body that was not read would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  response.end(body);
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
