import { gt06Login, gt06Position, gt06Report } from '#telematics/simulator/gt06-frames.ts';
import type { Place } from '#telematics/simulator/place.ts';
import { osmandRequest } from '#telematics/simulator/speeches.ts';
import { teltonikaFullPacket, teltonikaLogin } from '#telematics/simulator/teltonika-frames.ts';

/** What is measured: a protocol, and how its devices speak it. */
export type Dialect = {
  readonly name: string;
  readonly protocol: 'gt06' | 'teltonika' | 'osmand';
  login(identifier: string): Buffer | null;
  /** Fixes in one frame. */
  readonly records: number;
  /** Frames under way without an answer. */
  readonly window: number;
  frame(identifier: string, places: readonly Place[], serial: number): Buffer;
};

const first = (places: readonly Place[]): Place => {
  const [place] = places;
  if (!place) throw new Error('A frame without a place');
  return place;
};
const teltonika = (name: string, records: number, window: number): Dialect => ({
  name,
  protocol: 'teltonika',
  login: teltonikaLogin,
  records,
  window,
  frame: (_, places) => teltonikaFullPacket(places),
});
const osmand = (name: string, window: number): Dialect => ({
  name,
  protocol: 'osmand',
  login: () => null,
  records: 1,
  window,
  frame: (identifier, places) => Buffer.from(osmandRequest(identifier, first(places)), 'latin1'),
});

const listed: readonly Dialect[] = [
  {
    name: 'gt06',
    protocol: 'gt06',
    login: gt06Login,
    records: 1,
    window: 100,
    frame: (_, places, serial) => gt06Position(first(places), serial),
  },
  {
    name: 'gt06 with odometer',
    protocol: 'gt06',
    login: gt06Login,
    records: 1,
    window: 100,
    frame: (_, places, serial) => gt06Report(first(places), serial, false),
  },
  teltonika('teltonika 8E, 25 a packet', 25, 1),
  teltonika('teltonika 8E, 1 a packet', 1, 20),
  osmand('osmand', 1),
];
export const dialects: ReadonlyMap<string, Dialect> = new Map(listed.map((one) => [one.name, one]));

/** Frames of one device, one behind the other, and where each ends. */
export type Frames = { readonly bytes: Buffer; readonly ends: Uint32Array };

export function framesOf(dialect: Dialect, identifier: string, places: readonly Place[]): Frames {
  const frames: Buffer[] = [];
  for (let at = 0; at < places.length; at += dialect.records)
    frames.push(dialect.frame(identifier, places.slice(at, at + dialect.records), (at & 0x7fff) + 2));
  const ends = new Uint32Array(frames.length);
  let end = 0;
  for (const [at, frame] of frames.entries()) {
    end += frame.length;
    ends[at] = end;
  }
  return { bytes: Buffer.concat(frames), ends };
}
