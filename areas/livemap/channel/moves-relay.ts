import type { Relay } from '#kit/server/live/relay.ts';
import { bit, type PlaceRecord } from './live-frames.contract.ts';

/** Where a vehicle is, as processes tell it to each other. Without a place only whether it moves is new. */
export interface ToldMove {
  vehicleId: string;
  place: Omit<PlaceRecord, 'slot'> | null;
  isMoving: boolean;
  isOnTrip: boolean;
}

const subject = 'moves';
/** Id, latitude, longitude, time of the fix, four bytes. */
const recordBytes = 16 + 4 + 4 + 8 + 4;
/** Servers take messages of up to a megabyte. */
const atOnce = 10_000;

/** Tells other processes where vehicles are. */
export function tellMoves(relay: Relay, moves: readonly ToldMove[]): void {
  for (let from = 0; from < moves.length; from += atOnce) {
    const some = moves.slice(from, from + atOnce);
    const bytes = Buffer.alloc(some.length * recordBytes);
    some.forEach((move, n) => writeMove(bytes, n * recordBytes, move));
    relay.tell(subject, bytes);
  }
}

/** Hears where other processes say that vehicles are. @returns what ends it. */
export const hearMoves = (relay: Relay, take: (moves: readonly ToldMove[]) => void): (() => void) =>
  relay.hear(subject, (message) => {
    const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    take(Array.from({ length: Math.floor(bytes.length / recordBytes) }, (_, n) => readMove(bytes, n * recordBytes)));
  });

function writeMove(bytes: Buffer, at: number, { vehicleId, place, isMoving, isOnTrip }: ToldMove): void {
  bytes.write(vehicleId.replaceAll('-', ''), at, 'hex');
  bytes.writeInt32LE(place?.latE7 ?? 0, at + 16);
  bytes.writeInt32LE(place?.lonE7 ?? 0, at + 20);
  bytes.writeDoubleLE(place?.fixAt ?? Number.NaN, at + 24);
  bytes[at + 32] = place?.speedKmh ?? 0;
  bytes[at + 33] = place?.course ?? 0;
  bytes[at + 34] = place?.bits ?? (isMoving ? bit.moving : 0) | (isOnTrip ? bit.onTrip : 0);
  bytes[at + 35] = place?.limitKmh ?? 0;
}

function readMove(bytes: Buffer, at: number): ToldMove {
  const hex = bytes.toString('hex', at, at + 16);
  const fixAt = bytes.readDoubleLE(at + 24);
  const bits = bytes[at + 34] ?? 0;
  return {
    vehicleId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    place: Number.isNaN(fixAt)
      ? null
      : {
          latE7: bytes.readInt32LE(at + 16),
          lonE7: bytes.readInt32LE(at + 20),
          fixAt,
          speedKmh: bytes[at + 32] ?? 0,
          course: bytes[at + 33] ?? 0,
          bits,
          limitKmh: bytes[at + 35] ?? 0,
        },
    isMoving: (bits & bit.moving) !== 0,
    isOnTrip: (bits & bit.onTrip) !== 0,
  };
}
