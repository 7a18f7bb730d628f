import { createServer, type Server, type Socket } from 'node:net';
import type { SocketProtocol } from '#telematics/protocols/protocol.ts';
import type { KnownDevice } from '../device-book.ts';
import { countUp } from './figures.ts';
import { guarded, type Hub } from './hub.ts';
import { Link } from './link.ts';
import { Rate } from './rate.ts';

/** Connections of devices over TCP, of all protocols. */
export interface TcpLinks {
  door(protocol: SocketProtocol): Server;
  /** There is room again in the queue. */
  resume(): void;
  /** Devices may have changed: whoever is not let in any more is sent away. */
  lookAgain(): void;
  /** Closes those that are silent for too long. `now`: of a monotonous clock, milliseconds. */
  reap(now: number): void;
  closeAll(): void;
}

interface Open {
  socket: Socket;
  link: Link;
  address: string;
  protocol: string;
  openedAt: number;
  heardAt: number;
  /** When its end sent its last. */
  endedAt: number | null;
  device: KnownDevice | undefined;
  isPaused: boolean;
  rate: Rate;
  /** Until when it sent more than it may, by a monotonous clock. */
  heldTo: number;
}

const keepAliveMs = 60_000;

export function createTcpLinks(hub: Hub): TcpLinks {
  const { limits, figures } = hub;
  const all = new Set<Open>();
  const perAddress = new Map<string, number>();
  /** The one live connection of each device. */
  const bySlot = new Map<number, Open>();

  const close = (open: Open, reason: string) => {
    if (all.has(open)) countUp(figures.refused, reason);
    // What it is still to be told leaves before the end; whoever does not fetch it is cut off.
    open.socket.end();
    setTimeout(() => open.socket.destroy(), 1_000).unref();
    forget(open);
  };
  const forget = (open: Open) => {
    if (!all.delete(open)) return;
    countUp(perAddress, open.address, -1);
    if ((perAddress.get(open.address) ?? 0) <= 0) perAddress.delete(open.address);
    countUp(figures.connections, open.protocol, -1);
    if (open.device && bySlot.get(open.device.slot) === open) {
      bySlot.delete(open.device.slot);
      hub.live.gone(open.device);
    }
  };
  const listen = (open: Open) => {
    if (!open.isPaused || hub.ingest.isFull || open.link.pendingReplies > limits.pendingReplies / 2) return;
    if (performance.now() < open.heldTo) return;
    open.isPaused = false;
    open.socket.resume();
  };
  const endIfDone = (open: Open) => {
    if (open.endedAt !== null && open.link.pendingReplies === 0) open.socket.end();
  };

  const take = (protocol: SocketProtocol, socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const reason = hub.backOff.isAway(address, hub.clock.now().getTime())
      ? 'back-off'
      : all.size >= limits.connections
        ? 'too many'
        : (perAddress.get(address) ?? 0) >= limits.connectionsPerAddress
          ? 'too many of one address'
          : null;
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
        if (socket.writableLength > limits.unsentBytes) close(open, 'answers not fetched');
        listen(open);
        endIfDone(open);
      },
      close: (why) => close(open, why),
      met(device) {
        const before = bySlot.get(device.slot);
        if (open.device && open.device.slot !== device.slot && bySlot.get(open.device.slot) === open) {
          bySlot.delete(open.device.slot);
          hub.live.gone(open.device);
        }
        open.device = device;
        bySlot.set(device.slot, open);
        if (before && before !== open) close(before, 'connected anew');
        hub.live.heard(device, protocol.name, address, hub.clock.now().getTime()).isConnected = true;
      },
    });
    const now = performance.now();
    const open: Open = {
      socket,
      link,
      address,
      protocol: protocol.name,
      openedAt: now,
      heardAt: now,
      endedAt: null,
      device: undefined,
      isPaused: false,
      rate: new Rate(limits.fixesPerSecond, limits.fixesAtOnce, now),
      heldTo: 0,
    };
    all.add(open);
    countUp(perAddress, address);
    countUp(figures.connections, protocol.name);
    socket.on('data', (bytes) => {
      const now = performance.now();
      open.heardAt = now;
      if (!all.has(open)) return;
      const before = link.taken;
      guarded(
        hub,
        () => link.push(bytes),
        (why) => close(open, why),
      );
      const waitMs = open.rate.take(link.taken - before, now);
      if (waitMs === 0 && !hub.ingest.isFull && link.pendingReplies <= limits.pendingReplies) return;
      open.isPaused = true;
      socket.pause();
      if (waitMs === 0) return;
      open.heldTo = now + waitMs;
      // A little more, so that the time is over by then.
      setTimeout(() => listen(open), waitMs + 2).unref();
    });
    socket.on('end', () => {
      open.endedAt = performance.now();
      endIfDone(open);
    });
    socket.on('close', () => forget(open));
  };

  return {
    door: (protocol) =>
      createServer(
        { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs },
        (socket) => take(protocol, socket),
      ),
    resume() {
      for (const open of all) listen(open);
    },
    lookAgain() {
      for (const open of all) if (!open.link.lookAgain()) close(open, 'not let in any more');
    },
    reap(now) {
      for (const open of all) {
        const idleMs = open.protocol === 'its' ? limits.idleItsMs : limits.idleMs;
        if (open.endedAt !== null && now - open.endedAt > limits.halfClosedMs) open.socket.destroy();
        else if (!open.device && now - open.openedAt > limits.firstFrameMs) close(open, 'never said who it is');
        // Whoever is not listened to cannot be heard.
        else if (!open.isPaused && now - open.heardAt > idleMs) close(open, 'silent');
      }
    },
    closeAll() {
      for (const open of all) {
        forget(open);
        open.socket.destroy();
      }
    },
  };
}
