import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { flag, type Position } from '../positions/position.ts';
import { type ClockSession, putClockSessions } from './clock-sessions.store.ts';
import type { DeviceRegistry } from './device-registry.ts';

/** How far the clocks of devices are from the server's, gathered in memory and written down now and then. */
export interface ClockSessions {
  /** Takes a batch that was stored. */
  take(positions: readonly Position[]): void;
  /** Writes down what is new. */
  write(): Promise<void>;
}

const silenceMs = 600_000;
/** Clocks drift: a long session is told in pieces. */
const longestMs = 2 * 3_600_000;
const mostSamples = 61;
const atOnce = 2_000;

export function createClockSessions(db: Database, registry: Pick<DeviceRegistry, 'bySlot'>): ClockSessions {
  const sessions = new Map<number, ClockSession>();
  let changed = new Set<ClockSession>();

  const begin = (slot: number, deviceId: string, { fixAt, receivedAt }: Position): ClockSession => {
    const session = { deviceId, fromAt: fixAt, toAt: fixAt, heardAt: receivedAt, samples: [], count: 0 };
    sessions.set(slot, session);
    return session;
  };
  const note = (session: ClockSession, { fixAt, receivedAt }: Position): void => {
    // Several positions of one frame: only the latest was taken when it was sent.
    const isSameFrame = session.count > 0 && receivedAt === session.heardAt;
    if (!isSameFrame) session.count += 1;
    session.samples[(session.count - 1) % mostSamples] = receivedAt - fixAt;
    session.toAt = fixAt;
    session.heardAt = receivedAt;
    changed.add(session);
  };

  return {
    take(positions) {
      for (const position of positions) {
        const { device: slot, fixAt, flags, receivedAt, unfit } = position;
        if (unfit !== 0 || (flags & flag.archived) !== 0) continue;
        let session = sessions.get(slot);
        if (session && fixAt <= session.toAt) continue;
        if (!session || receivedAt - session.heardAt > silenceMs || fixAt - session.fromAt > longestMs) {
          const device = registry.bySlot(slot);
          // Times that are taken by their arrival say nothing of a clock.
          if (!device || device.clock.kind === 'arrival') continue;
          session = begin(slot, device.id, position);
        }
        note(session, position);
      }
    },
    async write() {
      const taken = [...changed].slice(0, atOnce);
      if (taken.length === 0) return;
      changed = new Set([...changed].slice(atOnce));
      try {
        await transact(db, everything, (db) => putClockSessions(db, taken));
      } catch (error) {
        for (const session of taken) changed.add(session);
        throw error;
      }
    },
  };
}
