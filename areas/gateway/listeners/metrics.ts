import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { IngestFigures } from '../ingest/ingest.ts';

/** What the doors count. */
export interface GatewayFigures {
  /** Open connections, by protocol. */
  connections: Map<string, number>;
  frames: number;
  badFrames: number;
  /** Tries of devices that are not known or not let in. */
  unknown: number;
  /** Bytes of frames that wait until it is known who speaks. */
  heldBytes: number;
  /** Connections that were not taken, or closed, by reason. */
  refused: Map<string, number>;
}

export const newFigures = (): GatewayFigures => ({
  connections: new Map(),
  frames: 0,
  badFrames: 0,
  unknown: 0,
  heldBytes: 0,
  refused: new Map(),
});

export const countUp = (counts: Map<string, number>, key: string, by = 1): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

/**
 * Shows the figures among the product's measurements.
 * @returns what is to be told of each batch: how long it took to be stored, milliseconds.
 */
export function measureTracking(
  register: Registry,
  gateway: GatewayFigures,
  ingest: () => IngestFigures | undefined,
): (ms: number) => void {
  const registers = [register];
  const connections = new Gauge({
    name: 'tracking_connections',
    help: 'Open connections of devices, by protocol',
    labelNames: ['protocol'],
    registers,
    collect() {
      for (const [protocol, count] of gateway.connections) connections.set({ protocol }, count);
    },
  });
  const frames = new Counter({
    name: 'tracking_frames_total',
    help: 'Frames of devices: taken, bad, or of a device that is not known',
    labelNames: ['kind'],
    registers,
    collect() {
      frames.reset();
      frames.inc({ kind: 'taken' }, gateway.frames);
      frames.inc({ kind: 'bad' }, gateway.badFrames);
      frames.inc({ kind: 'unknown' }, gateway.unknown);
    },
  });
  const refused = new Counter({
    name: 'tracking_connections_refused_total',
    help: 'Connections of devices that were not taken or were closed, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      refused.reset();
      for (const [reason, count] of gateway.refused) refused.inc({ reason }, count);
    },
  });
  const fixes = new Counter({
    name: 'tracking_fixes_total',
    help: 'Fixes: stored, there already, or left out',
    labelNames: ['kind'],
    registers,
    collect() {
      fixes.reset();
      const figures = ingest();
      for (const kind of ['stored', 'repeated', 'left'] as const) fixes.inc({ kind }, figures?.[kind] ?? 0);
    },
  });
  const held = new Gauge({
    name: 'tracking_held_bytes',
    help: 'Bytes that wait: of frames until it is known who sends them, or until they are stored',
    labelNames: ['for'],
    registers,
    collect() {
      held.set({ for: 'identity' }, gateway.heldBytes);
      held.set({ for: 'store' }, ingest()?.pendingBytes ?? 0);
    },
  });
  const waiting = new Gauge({
    name: 'tracking_fixes_waiting',
    help: 'Fixes that are not stored yet',
    registers,
    collect() {
      waiting.set(ingest()?.pendingRows ?? 0);
    },
  });
  const commits = new Histogram({
    name: 'tracking_commit_seconds',
    help: 'Time until a batch of fixes is stored',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  return (ms) => commits.observe(ms / 1_000);
}
