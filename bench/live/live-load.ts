import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import {
  fleetStream,
  frameKind,
  headBytes,
  placeBytes,
  readHead,
} from '#areas/livemap/channel/live-frames.contract.ts';
import { livePath } from '#kit/contract/live.ts';
import { teltonikaFullPacket, teltonikaLogin } from '#telematics/simulator/teltonika-frames.ts';

// Trackers and viewers in one process, so that one clock says when a fix left and when it was seen. A latitude says whose fix it is and which.

export interface LiveOrder {
  url: string;
  port: number;
  headers: Record<string, string>;
  identifiers: readonly string[];
  viewers: number;
  /** Each tracker reports so often. */
  everyS: number;
  /** Reports of each tracker that are measured, after one that is not. */
  reports: number;
}
export interface LiveAnswer {
  /** Milliseconds from the write on the tracker's socket to the frame at a viewer. */
  p50: number;
  p95: number;
  p99: number;
  most: number;
  seen: number;
  /** Of those that all viewers together should have seen. */
  expected: number;
  bytesPerSecond: number;
  seconds: number;
}

const base = 10e7;
/** Tenths of a millionth of a degree from a tracker to the next, and from a report to the next. */
const [between, step] = [1_000, 100];
const mostMs = 20_000;

/** A tracker of which only what it says matters. */
async function openTracker(identifier: string, port: number, at: number): Promise<Socket> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    localAddress: `127.0.2.${1 + Math.floor(at / 100)}`,
  });
  socket.on('error', (error) => console.error(error.message));
  await once(socket, 'connect');
  socket.write(teltonikaLogin(identifier));
  await once(socket, 'data');
  socket.on('data', () => undefined);
  return socket;
}

async function openViewer({ url, headers }: LiveOrder, take: (frame: Buffer) => void): Promise<WebSocket> {
  const answer = await fetch(`${url}${livePath}/ticket`, { method: 'POST', headers });
  const { ticket } = ((await answer.json()) as { data: { ticket: string } }).data;
  const socket = new WebSocket(url.replace('http', 'ws') + livePath, {
    headers: { origin: url },
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'ticket', ticket }));
  await once(socket, 'message');
  socket.on('message', (data, isBinary) => {
    if (isBinary) take(data as Buffer);
  });
  socket.send(JSON.stringify({ type: 'subscribe', topic: fleetStream, params: {} }));
  return socket;
}

async function run(order: LiveOrder): Promise<LiveAnswer> {
  const { identifiers, everyS, reports } = order;
  const count = identifiers.length;
  const sentAt = new Float64Array(count * (reports + 1));
  const delays = new Uint32Array(mostMs);
  let [seen, bytes, isMeasured] = [0, 0, false];
  const take = (frame: Buffer) => {
    if (!isMeasured) return;
    bytes += frame.length;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const head = readHead(view);
    if (head.kind !== frameKind.places) return;
    const now = performance.now();
    for (let n = 0; n < head.count; n += 1) {
      const latE7 = view.getInt32(headBytes + n * placeBytes + 4, true) - base;
      const tracker = Math.floor(latE7 / between);
      const report = Math.round((latE7 - tracker * between) / step);
      const sent = report > 0 && report <= reports ? (sentAt[tracker * (reports + 1) + report] ?? 0) : 0;
      if (sent === 0) continue;
      const ms = Math.min(mostMs - 1, Math.round(now - sent));
      delays[ms] = (delays[ms] ?? 0) + 1;
      seen += 1;
    }
  };
  const trackers: Socket[] = [];
  for (let at = 0; at < count; at += 200)
    trackers.push(
      ...(await Promise.all(
        identifiers.slice(at, at + 200).map((one, more) => openTracker(one, order.port, at + more)),
      )),
    );
  const say = (tracker: number, report: number) => {
    const lat = (base + tracker * between + report * step) / 1e7;
    const packet = teltonikaFullPacket([
      { time: Date.now(), lat, lon: 73.85, speedKmh: 40, course: 90, ignition: true },
    ]);
    sentAt[tracker * (reports + 1) + report] = performance.now();
    trackers[tracker]?.write(packet);
  };
  /** Every tracker reports once, one after the other over the whole interval. */
  const reportAll = async (report: number) => {
    const began = performance.now();
    for (let tracker = 0; tracker < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - began) / (everyS * 1_000)) * count) + 1);
      for (; tracker < due; tracker += 1) say(tracker, report);
      await wait(2);
    }
  };
  const viewers = await Promise.all(Array.from({ length: order.viewers }, () => openViewer(order, take)));
  await reportAll(0);
  await wait(2_000);
  isMeasured = true;
  const began = performance.now();
  for (let report = 1; report <= reports; report += 1) await reportAll(report);
  const seconds = (performance.now() - began) / 1_000;
  const sentBytes = bytes;
  await wait(2_000);
  for (const socket of viewers) socket.terminate();
  for (const socket of trackers) socket.destroy();
  const at = (share: number) => {
    let passed = 0;
    for (let ms = 0; ms < mostMs; ms += 1) {
      passed += delays[ms] ?? 0;
      if (passed >= seen * share) return ms;
    }
    return mostMs;
  };
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    most: at(1),
    seen,
    expected: count * reports * order.viewers,
    bytesPerSecond: Math.round(sentBytes / seconds / order.viewers),
    seconds,
  };
}

process.on('message', (order: LiveOrder) => {
  run(order)
    .then((answer) => process.send?.(answer))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.on('disconnect', () => process.exit());
