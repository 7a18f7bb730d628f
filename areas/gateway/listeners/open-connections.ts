import type { Socket } from 'node:net';
import type { KnownDevice } from '../ingest/device-registry.ts';
import type { Hub } from './admission.ts';
import type { Link } from './connection.ts';
import { countUp } from './metrics.ts';
import type { Rate } from './rate.ts';
import { Strangers } from './strangers.ts';

/** An open connection of a device. */
export interface OpenConnection {
  socket: Socket;
  link: Link;
  address: string;
  protocol: string;
  openedAt: number;
  lastSeenAt: number;
  /** When its end sent its last. */
  endedAt: number | null;
  device: KnownDevice | undefined;
  isPaused: boolean;
  rate: Rate;
  /** Until when it sent more than it may, by a monotonous clock. */
  heldTo: number;
}

/** The open connections of a gateway: in all, those of each address that did not say who they are, and the live one of each device. */
export interface OpenConnections {
  readonly all: ReadonlySet<OpenConnection>;
  /** Why an address may not open one more now; null when it may. A stranger makes room for it where there is none. */
  refusal(address: string): string | null;
  add(open: OpenConnection): void;
  /** The connection said which device it is; an older one of the same device is closed. */
  identify(open: OpenConnection, device: KnownDevice): void;
  /** Reads from a paused connection again, if nothing speaks against it any more. */
  listen(open: OpenConnection): void;
  /** Closes a connection after what it is still to be told. `reason` is counted. */
  close(open: OpenConnection, reason: string): void;
  forget(open: OpenConnection): void;
  /** Closes those that are silent for too long. `now`: of a monotonous clock, milliseconds. */
  reap(now: number): void;
}

export function createOpenConnections(hub: Hub): OpenConnections {
  const { limits, figures } = hub;
  const all = new Set<OpenConnection>();
  const strangers = new Strangers<OpenConnection>();
  /** The one live connection of each device. */
  const bySlot = new Map<number, OpenConnection>();

  const close = (open: OpenConnection, reason: string) => {
    if (all.has(open)) countUp(figures.refused, reason);
    // What it is still to be told leaves before the end; whoever does not fetch it is cut off.
    open.socket.end();
    setTimeout(() => open.socket.destroy(), 1_000).unref();
    forget(open);
  };
  const forget = (open: OpenConnection) => {
    if (!all.delete(open)) return;
    strangers.remove(open);
    countUp(figures.connections, open.protocol, -1);
    if (open.device) leaveDevice(open, open.device);
  };
  const listen = (open: OpenConnection) => {
    if (!open.isPaused || hub.ingest.isFull || open.link.isHeld) return;
    if (open.link.pendingReplies > limits.pendingReplies / 2) return;
    if (performance.now() < open.heldTo) return;
    open.isPaused = false;
    open.socket.resume();
  };
  /** The device is not reached over this connection any more. */
  const leaveDevice = (open: OpenConnection, device: KnownDevice) => {
    if (bySlot.get(device.slot) !== open) return;
    bySlot.delete(device.slot);
    hub.live.gone(device);
  };

  const makeRoom = (stranger: OpenConnection | undefined, reason: string): string | null => {
    if (!stranger) return reason;
    close(stranger, reason);
    return null;
  };

  return {
    all,
    refusal(address) {
      // Devices that are known count only among all: each has one connection, and a whole fleet may come through one address.
      if (strangers.countOf(address) >= limits.connectionsPerAddress)
        return makeRoom(strangers.oldestOf(address), 'too many of one address');
      return all.size >= limits.connections ? makeRoom(strangers.oldest(), 'too many') : null;
    },
    add(open) {
      all.add(open);
      strangers.add(open);
      countUp(figures.connections, open.protocol);
    },
    identify(open, device) {
      const before = bySlot.get(device.slot);
      if (open.device && open.device.slot !== device.slot) leaveDevice(open, open.device);
      open.device = device;
      strangers.remove(open);
      bySlot.set(device.slot, open);
      if (before && before !== open) close(before, 'connected anew');
      hub.live.activityOf(device, open.protocol, open.address, hub.clock.now().getTime()).isConnected = true;
    },
    listen,
    close,
    forget,
    reap(now) {
      for (const open of all) {
        const idleMs = open.protocol === 'its' ? limits.idleItsMs : limits.idleMs;
        if (open.endedAt !== null && now - open.endedAt > limits.halfClosedMs) open.socket.destroy();
        else if (!open.device && now - open.openedAt > limits.firstFrameMs) close(open, 'never said who it is');
        // Whoever is not listened to cannot be heard.
        else if (!open.isPaused && now - open.lastSeenAt > idleMs) close(open, 'silent');
      }
    },
  };
}
