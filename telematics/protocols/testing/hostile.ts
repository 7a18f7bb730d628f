import { expect, test } from 'vitest';
import { randomFrom } from '../../simulator/random.ts';
import { FrameStream } from '../frame-stream.ts';
import type { Conversation, ConversationOptions, SocketProtocol } from '../protocol.ts';

// What a broken device, a bad line or somebody with bad intentions may send: real frames with some bytes changed.

const limits = Buffer.from([0x00, 0xff, 0x7f, 0x80, 0x0d, 0x0a, 0x2c, 0x23, 0x24, 0x2a, 0x30, 0x39]);

export function mutate(frame: Buffer, random: () => number): Buffer {
  const below = (count: number) => Math.floor(random() * count);
  let bytes = Buffer.from(frame);
  for (let change = 0; change <= below(4); change += 1) {
    const at = below(bytes.length);
    const kind = below(6);
    if (kind === 0) bytes[at] = below(256);
    else if (kind === 1) bytes[at] = limits[below(limits.length)] ?? 0;
    else if (kind === 2) bytes = Buffer.from(bytes.subarray(0, at));
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(below(bytes.length))]);
    else if (kind === 4) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([below(256)]), bytes.subarray(at)]);
    else if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    if (bytes.length === 0) return Buffer.from([below(256)]);
  }
  return bytes;
}

/** A second's worth of each protocol; more is asked for in the environment. */
export const mutations = Number(process.env['MUTATED_FRAMES'] ?? 20_000);
const seed = Number(process.env['MUTATION_SEED'] ?? 20_261_122);

/** A stall: processor time of the one thread, so a machine that is busy with other work makes none. */
export const stallMs = 50;
/** For 100,000 frames on a machine that others use. */
export const longMs = 300_000;
const now = 1_800_000_000_000;

/** Processor time of some work, ms. */
export function timed(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of three tries: a stall is in each of them, a clean-up of memory or a first compilation is not. */
export const timedAgain = (work: () => void): number => Math.min(timed(work), timed(work), timed(work));

function readAlone(conversation: Conversation, protocol: SocketProtocol, frame: Buffer): void {
  conversation.read(frame, { now });
  for (const cut of new FrameStream(conversation, protocol.maxFrameBytes).push(frame)) conversation.read(cut, { now });
}

export function testHostile(
  protocol: SocketProtocol,
  samples: readonly Buffer[],
  transport: ConversationOptions['transport'] = 'stream',
): void {
  test.skipIf(samples.length === 0)(
    `${protocol.name} survives ${transport === 'stream' ? 'frames' : 'datagrams'} with bytes changed (seed ${seed}, ${mutations} frames)`,
    () => {
      const random = randomFrom(seed);
      let slowest = 0;
      let heldBefore = 0;
      let conversation = protocol.open({ checksum: 'lenient', transport });
      let stream = new FrameStream(conversation, protocol.maxFrameBytes);
      for (let round = 0; round < mutations; round += 1) {
        const sample = samples[Math.floor(random() * samples.length)];
        if (!sample) throw new Error('No sample');
        const frame = mutate(sample, random);
        slowest = Math.max(
          slowest,
          timed(() => {
            conversation.read(frame, { now });
            for (const cut of stream.push(frame)) conversation.read(cut, { now });
          }),
        );
        if (slowest >= stallMs)
          slowest = timedAgain(() => readAlone(protocol.open({ checksum: 'lenient', transport }), protocol, frame));
        expect(stream.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameBytes);
        if (stream.refused !== null || round % 500 === 499) {
          conversation = protocol.open({ checksum: 'lenient', transport });
          stream = new FrameStream(conversation, protocol.maxFrameBytes);
        }
        if (round === Math.floor(mutations / 2)) heldBefore = process.memoryUsage().heapUsed;
      }
      expect(slowest).toBeLessThan(stallMs);
      expect(process.memoryUsage().heapUsed - heldBefore).toBeLessThan(64 * 1024 * 1024);
    },
    longMs,
  );
}
