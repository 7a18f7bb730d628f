import type { Queryable } from '#kit/server/db/database.ts';
import { unpacked } from './decode-frames.ts';

/** A frame as a device sent it. */
export interface KeptFrame {
  /** Of its batch, milliseconds. */
  receivedAt: number;
  protocol: string;
  bytes: Buffer;
}

/** The frames of a device that came in some batches, the oldest first; of batches that are no longer kept there are none. */
export async function keptFrames(db: Queryable, slot: number, receivedAt: readonly number[]): Promise<KeptFrame[]> {
  const rows = await db.query<{ at: string; protocol: string; frames: Buffer }>(
    `select received_at as at, protocol, frames from raw_frame where device = $1 and received_at = any($2::timestamptz[])
     order by received_at, protocol`,
    [slot, receivedAt.map((time) => new Date(time).toISOString())],
  );
  return rows.flatMap(({ at, protocol, frames }) =>
    unpacked(frames).map((bytes) => ({ receivedAt: Date.parse(at), protocol, bytes })),
  );
}
