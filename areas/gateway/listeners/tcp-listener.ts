import { createServer, type Server, type Socket } from 'node:net';
import type { SocketProtocol } from '#telematics/protocols/protocol.ts';
import { guarded, type Hub } from './admission.ts';
import { Link } from './connection.ts';
import { countUp } from './metrics.ts';
import { createOpenConnections, type OpenConnection } from './open-connections.ts';
import { Rate } from './rate.ts';

/** Connections of devices over TCP, of all protocols. */
export interface TcpLinks {
  listener(protocol: SocketProtocol): Server;
  /** There is room again in the queue. */
  resume(): void;
  /** Devices may have changed: whoever is not let in any more is sent away. */
  lookAgain(): void;
  /** Closes those that are silent for too long. `now`: of a monotonous clock, milliseconds. */
  reap(now: number): void;
  closeAll(): void;
}

const keepAliveMs = 60_000;

export function createTcpLinks(hub: Hub): TcpLinks {
  const { limits, figures } = hub;
  const open = createOpenConnections(hub);

  const endIfDone = (connection: OpenConnection) => {
    if (connection.endedAt !== null && connection.link.pendingReplies === 0) connection.socket.end();
  };

  const take = (protocol: SocketProtocol, socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const reason = open.refusal(address);
    socket.on('error', () => socket.destroy());
    if (reason !== null) {
      countUp(figures.refused, reason);
      socket.destroy();
      return;
    }
    const link = new Link(hub, protocol, 'stream', {
      address,
      send(bytes) {
        if (socket.writable) socket.write(bytes);
        if (socket.writableLength > limits.unsentBytes) open.close(connection, 'answers not fetched');
        open.listen(connection);
        endIfDone(connection);
      },
      close: (why) => open.close(connection, why),
      met: (device) => open.identify(connection, device),
      goOn: () => {
        open.listen(connection);
        endIfDone(connection);
      },
    });
    const now = performance.now();
    const connection: OpenConnection = {
      socket,
      link,
      address,
      protocol: protocol.name,
      openedAt: now,
      lastSeenAt: now,
      endedAt: null,
      device: undefined,
      isPaused: false,
      rate: new Rate(limits.fixesPerSecond, limits.fixesAtOnce, now),
      heldTo: 0,
    };
    open.add(connection);
    socket.on('data', (bytes) => {
      const now = performance.now();
      connection.lastSeenAt = now;
      if (!open.all.has(connection)) return;
      const before = link.taken;
      guarded(
        hub,
        () => link.push(bytes),
        (why) => open.close(connection, why),
      );
      const waitMs = connection.rate.take(link.taken - before, now);
      if (waitMs === 0 && !hub.ingest.isFull && !link.isHeld && link.pendingReplies <= limits.pendingReplies) return;
      connection.isPaused = true;
      socket.pause();
      if (waitMs === 0) return;
      connection.heldTo = now + waitMs;
      // A little more, so that the time is over by then.
      setTimeout(() => open.listen(connection), waitMs + 2).unref();
    });
    socket.on('end', () => {
      connection.endedAt = performance.now();
      endIfDone(connection);
    });
    socket.on('close', () => open.forget(connection));
  };

  return {
    listener: (protocol) =>
      createServer(
        { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs },
        (socket) => take(protocol, socket),
      ),
    resume() {
      for (const connection of open.all) open.listen(connection);
    },
    lookAgain() {
      for (const connection of open.all)
        if (!connection.link.lookAgain()) open.close(connection, 'not let in any more');
    },
    reap: (now) => open.reap(now),
    closeAll() {
      for (const connection of open.all) {
        open.forget(connection);
        connection.socket.destroy();
      }
    },
  };
}
