import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AlarmName, alarmWords } from '../alarms.ts';
import { FrameStream } from '../frame-stream.ts';
import type { Conversation, Reading, SocketProtocol, Decoded } from '../protocol.ts';

// Frames of real devices with what they say, kept outside the project. Where they are absent, their tests are skipped and say so.

type Position = {
  time: string | null;
  valid: boolean;
  lat: number;
  lon: number;
  speedKph: number;
  course: number;
  noFix?: boolean;
  attributes: Record<string, unknown>;
};

export type Vector<Frame = string> = {
  id: string;
  frame: Frame;
  encoding: 'hex' | 'text' | 'http';
  expect: 'null' | Position | Position[];
  deviceIds?: string[];
  serverResponse?: ({ hex?: string; text?: string; httpStatus?: number } | string)[];
  testMethod?: string;
  protocol?: string;
};

const folder = join(import.meta.dirname, '../../../../shared/data/protocols');

export const vectorsAreHere = existsSync(folder);
if (!vectorsAreHere) process.stdout.write('Skipped: ../shared/data/protocols is not here\n');

const readJson = <T>(name: string): T[] =>
  vectorsAreHere ? (JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T[]) : [];

export const vectorsOf = <Frame = string>(name: string): Vector<Frame>[] => readJson<Vector<Frame>>(name);

export const bytesOf = (vector: Vector): Buffer =>
  vector.encoding === 'hex' ? Buffer.from(vector.frame, 'hex') : Buffer.from(vector.frame, 'latin1');

/** When replies carry the server's clock: this. */
export const now = Date.UTC(2026, 10, 22, 4, 5, 6);

export const positionsOf = (vector: Vector<unknown>): Position[] =>
  vector.expect === 'null' ? [] : Array.isArray(vector.expect) ? vector.expect : [vector.expect];

const sameNumber = (actual: number | null, expected: number, within: number) =>
  Math.abs((actual ?? 0) - expected) <= within;

/** Also told as alarms by this product; the expectations have them as the attribute alone. */
const isIgnition = (name: AlarmName) => name === 'IGNITION_ON' || name === 'IGNITION_OFF';

/** Everything in which the reading differs from what is expected. `promised`: the attributes that the reader has. */
export function differences(reading: Reading | undefined, expected: Position, promised: string): string[] {
  if (!reading) return ['nothing was read'];
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const { fix } = reading;
  check((fix === null) === (expected.noFix === true), `fix: ${JSON.stringify(fix)}`);
  if (fix && !expected.noFix) {
    const known = expected.time !== '<<server-clock>>';
    check(!known || fix.time === Date.parse(expected.time ?? ''), `time ${fix.time} for ${expected.time}`);
    check(sameNumber(fix.lat, expected.lat, 1e-5) && sameNumber(fix.lon, expected.lon, 1e-5), `${fix.lat},${fix.lon}`);
    check(sameNumber(fix.speedKmh, expected.speedKph, 0.1), `speed ${fix.speedKmh} for ${expected.speedKph}`);
    check(sameNumber(fix.course, expected.course, 1), `course ${fix.course} for ${expected.course}`);
    check(fix.valid === expected.valid, `valid ${fix.valid}`);
  }
  const own: Record<string, unknown> = { sat: fix?.satellites, hdop: fix?.hdop, ...reading.attributes };
  const attributes = promised.split(' ');
  for (const name of attributes) {
    const [want, have] = [expected.attributes[name], own[name]];
    if (want === undefined || name === 'alarm') continue;
    const same = typeof want === 'number' && typeof have === 'number' ? sameNumber(have, want, 1e-6) : have === want;
    check(same, `${name} ${JSON.stringify(have)} for ${JSON.stringify(want)}`);
  }
  if (attributes.includes('alarm')) {
    const want = new Set(
      String(expected.attributes['alarm'] ?? '')
        .split(',')
        .filter(Boolean),
    );
    const have = new Set<string>(reading.alarms.filter((name) => !isIgnition(name)).map((name) => alarmWords[name]));
    check(
      want.size === have.size && [...want].every((word) => have.has(word)),
      `alarms ${[...have].join()} for ${[...want].join()}`,
    );
  }
  return found;
}

export type Suite = {
  readonly protocol: SocketProtocol;
  readonly vectors: readonly Vector[];
  /** The names that the reader promises, with a space between them. */
  readonly attributes: string;
  /** Vectors that are read otherwise on purpose: which part, and why (docs/decisions). */
  readonly decided?: Readonly<Record<string, readonly string[]>>;
  readonly transport?: 'stream' | 'datagram';
  /** What ends a frame on the wire and was taken off the samples. */
  readonly ends?: string;
};

const open = ({ protocol, transport = 'stream' }: Suite): Conversation =>
  protocol.open({ checksum: 'lenient', transport });

const replyText = (reply: Buffer | undefined, hex: boolean) => reply?.toString(hex ? 'hex' : 'latin1');

/** Reads every vector in its order, one conversation for each of the suite's sections, as the devices spoke. */
function readAll(suite: Suite): Map<Vector, Decoded> {
  const decoded = new Map<Vector, Decoded>();
  let conversation = open(suite);
  let section: string | undefined;
  for (const vector of suite.vectors) {
    if (vector.testMethod !== section) conversation = open(suite);
    section = vector.testMethod;
    decoded.set(vector, conversation.read(bytesOf(vector), { now }));
  }
  return decoded;
}

export function testVectors(suite: Suite): void {
  const { protocol, vectors, decided = {} } = suite;
  test.skipIf(!vectorsAreHere)(`every ${protocol.name} frame is read as it was meant`, () => {
    const wrong: string[] = [];
    for (const [vector, { readings, identity }] of readAll(suite)) {
      const positions = positionsOf(vector);
      const excused = decided[vector.id] ?? [];
      const found = positions.flatMap((position, at) => differences(readings[at], position, suite.attributes));
      if (vector.expect !== 'null' && readings.length !== positions.length) found.push(`${readings.length} readings`);
      if (vector.expect === 'null' && readings.some(({ fix }) => fix)) found.push('a fix that nobody sent');
      const who = identity ?? readings[0]?.deviceId;
      if (vector.deviceIds?.[0] && who !== vector.deviceIds[0]) found.push(`speaks for ${who}`);
      const left = found.filter((line) => !excused.some((start) => line.startsWith(start)));
      if (left.length > 0) wrong.push(`${vector.id}: ${left.join('; ')}`);
    }
    expect(wrong).toEqual([]);
    expect(vectors.length).toBeGreaterThan(0);
  });

  test.skipIf(!vectorsAreHere)(`every ${protocol.name} frame is answered to the byte`, () => {
    const wrong: string[] = [];
    for (const [vector, { reply }] of readAll(suite)) {
      const expected = (vector.serverResponse ?? []).map((one) =>
        typeof one === 'string' ? one : (one.hex ?? one.text),
      );
      const hex = vector.serverResponse?.some((one) => typeof one !== 'string' && one.hex !== undefined) ?? false;
      const have = replyText(reply, hex);
      if (
        expected[0] === '<<server-clock>>'
          ? have === undefined
          : have !== (expected.length ? expected.join('') : undefined)
      )
        wrong.push(`${vector.id}: ${have} for ${expected.join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });

  test.skipIf(!vectorsAreHere)(`every ${protocol.name} frame says the same wherever the wire cuts it`, () => {
    const wrong: string[] = [];
    let whole = 0;
    for (const vector of vectors) {
      const bytes = Buffer.concat([bytesOf(vector), Buffer.from(suite.ends ?? '')]);
      const once = decodedBy(suite, [bytes]);
      whole += once === '[]' ? 0 : 1;
      for (let at = 1; at < bytes.length; at += 1)
        if (decodedBy(suite, [bytes.subarray(0, at), bytes.subarray(at)]) !== once) wrong.push(`${vector.id} at ${at}`);
      const single = [...bytes].map((byte) => Buffer.from([byte]));
      if (decodedBy(suite, single) !== once) wrong.push(`${vector.id} byte by byte`);
    }
    expect(wrong).toEqual([]);
    expect(whole).toBeGreaterThan(vectors.length * 0.7);
  });

  testFraming(suite);
}

/** The frames of a connection whose bytes arrive in these pieces, as hexadecimal digits. */
function framesOf(suite: Suite, pieces: readonly Buffer[]): string[] {
  const stream = new FrameStream(open(suite), suite.protocol.maxFrameBytes);
  return pieces.flatMap((piece) => stream.push(piece).map((frame) => frame.toString('hex')));
}

/** All that a connection says whose bytes arrive in these pieces. */
function decodedBy(suite: Suite, pieces: readonly Buffer[]): string {
  const conversation = open(suite);
  const stream = new FrameStream(conversation, suite.protocol.maxFrameBytes);
  const decoded = pieces.flatMap((piece) => stream.push(piece).map((frame) => conversation.read(frame, { now })));
  return JSON.stringify(decoded.filter(({ refused }) => refused === undefined));
}

function testFraming(suite: Suite): void {
  type Case = { protocol: string; stream: string; firstFrame: string | null };
  const cases = readJson<Case>('framing').filter(({ protocol }) => protocol === suite.protocol.name);
  test.skipIf(cases.length === 0)(`${suite.protocol.name} frames are found in partial, joined and noisy reads`, () => {
    for (const { stream, firstFrame } of cases) {
      const [first] = framesOf(suite, [Buffer.from(stream, 'hex')]);
      expect(first ?? null, stream).toBe(firstFrame);
    }
  });
}
