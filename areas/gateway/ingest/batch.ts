import type { DeviceAlarm } from '../alarms/device-alarm.ts';
import type { Position } from '../positions/position.ts';
import type { RawFrames } from '../positions/positions.store.ts';

/** Somebody who is to be told when a batch is stored, once. */
export interface Waiting {
  stored(): void;
}

const maxFrameBytes = 65_535;
/** What a frame takes beside its bytes: the buffer around them, and the answer that waits for it. */
const aroundFrame = 512;
/** A frame is a view of the piece that it came in: of a large one it is copied, so that few bytes do not keep many. */
const ownBytes = (frame: Buffer): Buffer =>
  frame.buffer.byteLength > frame.length * 2 + aroundFrame ? Buffer.from(frame) : frame;
/** A column counts them. */
const maxFrames = 32_000;

/** What arrived together, and is stored together. */
export class Batch {
  /** After COMMIT. */
  isStored = false;
  /** Rows that are not stored: there is no day for them, or the database refuses them. */
  left = 0;
  /** Set when it is closed: milliseconds, unlike those of any other batch. */
  receivedAt = 0;
  readonly positions: Position[] = [];
  readonly alarms: DeviceAlarm[] = [];
  readonly frames = new Map<number, RawFrames>();
  readonly waiting = new Set<Waiting>();
  /** Of memory that its frames take. */
  bytes = 0;

  get isEmpty(): boolean {
    return this.positions.length === 0 && this.alarms.length === 0 && this.frames.size === 0 && this.waiting.size === 0;
  }

  /** Whether the frame can be part of it: one row keeps the frames of a device, and says of one protocol. */
  fits(device: number, protocol: string): boolean {
    const of = this.frames.get(device);
    return !of || (of.protocol === protocol && of.frames.length < maxFrames);
  }

  addFrame(device: number, protocol: string, frame: Buffer): void {
    const kept = ownBytes(frame.length > maxFrameBytes ? frame.subarray(0, maxFrameBytes) : frame);
    const of = this.frames.get(device);
    if (of) of.frames.push(kept);
    else this.frames.set(device, { device, protocol, frames: [kept] });
    this.bytes += kept.length + aroundFrame;
  }

  /** Its time, which all its rows carry. */
  close(receivedAt: number): void {
    this.receivedAt = receivedAt;
    for (const position of this.positions) position.receivedAt = receivedAt;
    for (const alarm of this.alarms) alarm.receivedAt = receivedAt;
  }
}
