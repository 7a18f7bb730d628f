import { expect, test } from 'vitest';
import { FrameStream } from './frame-stream.ts';
import { socketProtocols } from './index.ts';
import type { SocketProtocol } from './protocol.ts';

const streamOf = (protocol: SocketProtocol) =>
  new FrameStream(protocol.open({ checksum: 'lenient', transport: 'stream' }), protocol.maxFrameBytes);

/** How each protocol's frame begins; what follows never ends it. */
const begun: Readonly<Record<string, Buffer>> = {
  gt06: Buffer.from([0x79, 0x79, 0x27, 0x00, 0x21]),
  teltonika: Buffer.from([0, 0, 0, 0, 0, 0, 0x7f, 0xf0, 0x08]),
  its: Buffer.from('$,'),
  h02: Buffer.from('*HQ,'),
  gps103: Buffer.from('imei:'),
  tk103: Buffer.from('('),
};

test('a frame that does not end is refused at its limit, in every protocol, and nothing of it is kept', () => {
  for (const [name, protocol] of Object.entries(socketProtocols)) {
    const stream = streamOf(protocol);
    expect(stream.push(begun[name] ?? Buffer.alloc(0)), name).toEqual([]);
    let sent = 0;
    while (stream.refused === null && sent <= protocol.maxFrameBytes * 4) {
      stream.push(Buffer.alloc(97, 0x61));
      sent += 97;
      expect(stream.pendingBytes, name).toBeLessThanOrEqual(protocol.maxFrameBytes);
    }
    // Binary frames state their length: theirs comes to its end within the limit, and what follows is noise.
    expect(stream.refused !== null || name === 'gt06', name).toBe(true);
    expect(stream.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameBytes);
    if (stream.refused !== null) expect(stream.push(Buffer.from('more'))).toEqual([]);
  }
});

test('noise without end is dropped as it comes', () => {
  for (const name of ['gt06', 'its', 'h02', 'tk103']) {
    const stream = streamOf(socketProtocols[name] as SocketProtocol);
    for (let at = 0; at < 500; at += 1) expect(stream.push(Buffer.alloc(1_000, 0x61))).toEqual([]);
    expect([name, stream.refused, stream.pendingBytes]).toEqual([name, null, 0]);
  }
});

test('a small rest does not hold a large piece in memory', () => {
  const stream = streamOf(socketProtocols['tk103'] as SocketProtocol);
  const piece = Buffer.from(`${'(123456789012,ZC20)'.repeat(3_000)}(1234`);
  expect(stream.push(piece).length).toBe(3_000);
  expect(stream.pendingBytes).toBe(5);
  expect(stream.push(Buffer.from('56789012,ZC20)')).toString()).toBe('(123456789012,ZC20)');
});
