import { socketProtocols, requestProtocols } from '#telematics/protocols/index.ts';
import type { Conversation, Reading, SocketProtocol, Decoded } from '#telematics/protocols/protocol.ts';
import type { TrackerRequest } from '#telematics/protocols/request.ts';
import type { KnownDevice } from '../ingest/device-registry.ts';
import type { DeviceFrame, FrameReading } from './positions.contract.ts';

/** Of a long frame so many bytes are shown. */
const shownBytes = 4_096;
/** A frame can carry 255 records. */
const shownReadings = 20;

/** What is known of a frame by reading it. */
type Meaning = Pick<Decoded, 'identity' | 'refused' | 'unread' | 'readings'>;

/** The frames of a device in one batch, oldest first, as they read today: readers are better than they were. */
export function decodeBatch(protocol: string, receivedAt: number, packed: Buffer): DeviceFrame[] {
  const read = readerOf(protocol.toLowerCase(), asLenient);
  return unpacked(packed).map((frame, index) => {
    const { identity, refused, unread, readings } = read(frame, receivedAt);
    return {
      id: `${receivedAt}.${index}`,
      receivedAt: new Date(receivedAt).toISOString(),
      protocol,
      bytes: frame.length,
      hex: frame.toString('hex', 0, shownBytes),
      text: printed(frame),
      identity: identity ?? null,
      refused: refused ?? null,
      unread: unread ?? null,
      readings: readings.slice(0, shownReadings).map(asRecord),
      records: readings.length,
    };
  });
}

/** Each frame stands behind its length: 2 bytes, big-endian. */
export function unpacked(packed: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 2 <= packed.length; ) {
    const end = at + 2 + packed.readUInt16BE(at);
    frames.push(packed.subarray(at + 2, end));
    at = end;
  }
  return frames;
}

/** How its frames are read: by the rules of its device. */
type ReadBy = Pick<KnownDevice, 'checksum' | 'model'>;

const asLenient: ReadBy = { checksum: 'lenient', model: '' };

/** Reads frames of a device one after the other, each with the moment in which it was received. */
export function readerOf(name: string, { checksum, model }: ReadBy): (frame: Buffer, now: number) => Meaning {
  const request = requestProtocols[name];
  if (request) return (frame, now) => request.read(requestOf(frame), { now });
  const protocol = socketProtocols[name];
  if (!protocol) return () => ({ readings: [], refused: `Nothing reads ${name}` });
  const open = (transport: 'stream' | 'datagram') => protocol.open({ checksum, transport, model });
  const [stream, datagrams] = [open('stream'), open('datagram')];
  return (frame, now) => (isWhole(stream, protocol, frame) ? stream : datagrams).read(frame, { now });
}

/** A datagram is not cut out of a stream: what a stream would cut elsewhere came in one. */
function isWhole(stream: Conversation, { maxFrameBytes }: SocketProtocol, frame: Buffer): boolean {
  const cut = stream.cut(frame);
  return cut.kind === 'frame' && cut.end === frame.length && cut.end - cut.start <= maxFrameBytes;
}

/** A request as the gateway keeps it: method and address, an empty line, the body. Headers and passwords are not kept. */
function requestOf(frame: Buffer): TrackerRequest {
  const text = frame.toString('utf8');
  const end = text.indexOf('\n\n');
  const [method = 'GET', uri = '/'] = text.slice(0, end < 0 ? text.length : end).split(' ');
  return { method, uri, headers: {}, body: end < 0 ? '' : text.slice(end + 2) };
}

/** The frame as a text, where it is one. */
function printed(frame: Buffer): string | null {
  const text = frame.toString('utf8', 0, shownBytes);
  return /^[\t\r\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffc]*$/.test(text) ? text : null;
}

const iso = (time: number | null): string | null => {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
const finite = (value: number | null): number | null => (Number.isFinite(value) ? value : null);

const asRecord = ({ deviceTime, fix, archived, alarms, attributes }: Reading): FrameReading => ({
  deviceTime: iso(deviceTime),
  fix: fix && {
    time: iso(fix.time),
    lat: finite(fix.lat) ?? 0,
    lon: finite(fix.lon) ?? 0,
    speedKmh: finite(fix.speedKmh),
    valid: fix.valid,
  },
  archived,
  alarms: [...alarms],
  attributes,
});
