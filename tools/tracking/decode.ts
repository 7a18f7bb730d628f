import '../node-version.ts';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { requestProtocols, socketProtocols } from '#telematics/protocols/index.ts';
import type { Conversation, SocketProtocol, Decoded } from '#telematics/protocols/protocol.ts';
import type { RequestProtocol, TrackerRequest } from '#telematics/protocols/request.ts';
import { speakReading } from '#telematics/protocols/spoken.ts';

// Reads frames of trackers with the very code that the gateway runs. Lines of JSON in, lines of JSON out; docs/how-to/extend/add-a-protocol.md.

type Line = { frame: string; encoding: 'hex' | 'text'; deviceIds?: string[] };

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function parseLine(text: string): Line {
  const line: unknown = JSON.parse(text);
  if (typeof line !== 'object' || line === null) throw new Error('A line is an object');
  const { frame, encoding = 'hex', deviceIds } = line as Record<string, unknown>;
  if (typeof frame !== 'string') throw new Error("A line has a 'frame'");
  if (encoding !== 'hex' && encoding !== 'text') throw new Error("'encoding' is hex or text");
  if (encoding === 'hex' && !/^(?:[0-9a-f]{2})+$/i.test(frame)) throw new Error("'frame' is not hexadecimal");
  return { frame, encoding, ...(isStrings(deviceIds) ? { deviceIds } : {}) };
}

/** Requests of devices that speak HTTP: 'frame' is { method, uri, headers, body }. */
function requestDecoder(protocol: RequestProtocol) {
  return (text: string) => {
    let request: TrackerRequest;
    try {
      const { frame = {} } = JSON.parse(text) as { frame?: Partial<TrackerRequest> };
      const { method = 'GET', uri = '/', headers = {}, body = '' } = frame;
      if (typeof uri !== 'string' || typeof body !== 'string') throw new Error("A 'frame' has texts");
      request = { method, uri, headers, body };
    } catch (error) {
      return { positions: [], replies: [], refused: error instanceof Error ? error.message : 'Not a line' };
    }
    const decoded = protocol.read(request, { now: Date.now() });
    return {
      positions: decoded.readings.map((reading) => speakReading(reading, decoded.identity ?? null)),
      replies: [{ httpStatus: decoded.status }],
      ...(decoded.refused === undefined ? {} : { refused: decoded.refused }),
    };
  };
}

/** Reads line after line as one connection would, and remembers who speaks. */
function decoder(protocol: SocketProtocol, open: () => Conversation, fresh: boolean) {
  let conversation = open();
  let speaker: string | null = null;
  return (text: string) => {
    let line: Line;
    try {
      line = parseLine(text);
    } catch (error) {
      return { positions: [], replies: [], refused: error instanceof Error ? error.message : 'Not a line' };
    }
    if (fresh) {
      conversation = open();
      speaker = null;
    }
    const frame = Buffer.from(line.frame, line.encoding === 'hex' ? 'hex' : 'latin1');
    const decoded: Decoded = conversation.read(frame, { now: Date.now() });
    speaker = decoded.identity ?? line.deviceIds?.[0] ?? speaker;
    return {
      positions: decoded.readings.map((reading) => speakReading(reading, speaker)),
      replies: decoded.reply ? [decoded.reply.toString(protocol.writes === 'text' ? 'latin1' : 'hex')] : [],
      ...(decoded.refused === undefined ? {} : { refused: decoded.refused }),
    };
  };
}

const { values } = parseArgs({
  options: {
    protocol: { type: 'string' },
    checksum: { type: 'string', default: 'lenient' },
    fresh: { type: 'boolean', default: false },
    udp: { type: 'boolean', default: false },
  },
});
const name = values.protocol ?? '';
const overSocket = Object.hasOwn(socketProtocols, name) ? socketProtocols[name] : undefined;
const overHttp = Object.hasOwn(requestProtocols, name) ? requestProtocols[name] : undefined;
const { checksum } = values;
if ((!overSocket && !overHttp) || (checksum !== 'strict' && checksum !== 'lenient')) {
  const names = [...Object.keys(socketProtocols), ...Object.keys(requestProtocols)].join('|');
  process.stderr.write(
    `npm run decode -- --protocol ${names} [--checksum strict|lenient] [--fresh] [--udp] < frames.jsonl\n`,
  );
  process.exit(2);
}
const transport = values.udp ? 'datagram' : 'stream';
const decode = overSocket
  ? decoder(overSocket, () => overSocket.open({ checksum, transport }), values.fresh)
  : overHttp
    ? requestDecoder(overHttp)
    : null;
for await (const text of createInterface({ input: process.stdin }))
  if (decode && text.trim() !== '') process.stdout.write(`${JSON.stringify(decode(text))}\n`);
