import { crc32 } from 'node:zlib';
import { alarmWords } from '../protocols/alarms.ts';
import { gt06Login, gt06Report } from './gt06-frames.ts';
import type { Place } from './place.ts';
import { listener, type Report, type Speech } from './speech.ts';
import { teltonikaFullPacket, teltonikaLogin } from './teltonika-frames.ts';

// The protocols that simulated trackers speak.

const stored = { kind: 'stored' } as const;
const single = ([report]: readonly Report[]): Report => {
  if (!report) throw new Error('Nothing to tell');
  return report;
};

function gt06(identifier: string): Speech {
  let serial = 1;
  return {
    login: gt06Login(identifier),
    most: 1,
    window: 50,
    report(reports) {
      const { place, archived } = single(reports);
      serial = (serial + 1) & 0xffff;
      return { frame: gt06Report(place, serial, archived), key: serial };
    },
    hear: listener(
      (bytes) => (bytes.length < 3 ? 0 : 5 + (bytes[2] ?? 0)),
      (answer) => {
        if (answer[0] !== 0x78 || answer.length < 10) return { kind: 'refused', why: 'No frame of GT06' };
        if (answer[3] === 0x01) return { kind: 'welcome' };
        return { ...stored, key: answer.readUInt16BE(answer.length - 6) };
      },
    ),
  };
}

function teltonika(identifier: string): Speech {
  let isKnown = false;
  return {
    login: teltonikaLogin(identifier),
    most: 20,
    window: 1,
    report: (reports) => ({ frame: teltonikaFullPacket(reports.map(({ place }) => place)) }),
    hear: listener(
      () => (isKnown ? 4 : 1),
      (answer) => {
        if (isKnown) return { ...stored, count: answer.readUInt32BE() };
        isKnown = answer[0] === 1;
        return isKnown ? { kind: 'welcome' } : { kind: 'refused', why: 'Not admitted' };
      },
    ),
  };
}

/** Parts of a UTC time with two digits each, the year with four. */
function clockOf(time: number) {
  const [date = '', clock = ''] = new Date(time).toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day, clock: clock.slice(0, 8).replaceAll(':', '') };
}

function itsLine(identifier: string, { place, archived }: Report, number: number): string {
  const { year, month, day, clock } = clockOf(place.time);
  const north = `${Math.abs(place.lat).toFixed(7)},${place.lat < 0 ? 'S' : 'N'}`;
  const east = `${Math.abs(place.lon).toFixed(7)},${place.lon < 0 ? 'W' : 'E'}`;
  const motion = `${(place.speedKmh ?? 0).toFixed(1)},${Math.round(place.course) % 360},12,53.0,1.1,0.8`;
  const state = `SIM,${place.ignition ? 1 : 0},1,${place.ignition ? '13.9' : '12.6'},4.1,0,C,24,404,45,1F40,3A11`;
  const head = `$NRM,SIM,1.0,NR,01,${archived ? 'H' : 'L'},${identifier},MH12XX0000,1,${day}${month}${year},${clock}`;
  const text = `${head},${north},${east},${motion},${state},0000,00,${String(number).padStart(6, '0')},`;
  return `${text}${crc32(text).toString(16).padStart(8, '0').toUpperCase()}*\n`;
}

/** The standard has no answer to positions. The heartbeat behind them has one, and answers keep their order: it stands for all before it. */
function its(identifier: string): Speech {
  let number = 0;
  return {
    login: null,
    most: 20,
    window: 1,
    report(reports) {
      const lines = reports.map((report) => {
        number = (number + 1) % 1_000_000;
        return itsLine(identifier, report, number);
      });
      return { frame: Buffer.from(`${lines.join('')}${heartbeat(identifier)}`, 'latin1') };
    },
    hear: listener(
      (bytes) => bytes.indexOf(0x2a) + 1,
      () => stored,
    ),
  };
}

function heartbeat(identifier: string): string {
  const text = `$HBT,SIM,1.0,${identifier},`;
  return `${text}${crc32(text).toString(16).padStart(8, '0').toUpperCase()}*\n`;
}

const minutesOf = (value: number, digits: number) => {
  const ten = Math.round(Math.abs(value) * 60 * 10_000);
  return `${String(Math.floor(ten / 600_000)).padStart(digits, '0')}${((ten % 600_000) / 10_000).toFixed(4).padStart(7, '0')}`;
};

function h02Sentence(identifier: string, place: Place): string {
  const { year, month, day, clock } = clockOf(place.time);
  const north = `${minutesOf(place.lat, 2)},${place.lat < 0 ? 'S' : 'N'}`;
  const east = `${minutesOf(place.lon, 3)},${place.lon < 0 ? 'W' : 'E'}`;
  const motion = `${((place.speedKmh ?? 0) / 1.852).toFixed(2)},${Math.round(place.course) % 360}`;
  const date = `${day}${month}${year.slice(2)}`;
  return `*HQ,${identifier},V1,${clock},A,${north},${east},${motion},${date},${place.ignition ? 'FFFFFFFF' : 'FFFFFBFF'}#`;
}

const h02 = (identifier: string): Speech => ({
  login: null,
  most: 1,
  window: 10,
  report: (reports) => ({ frame: Buffer.from(h02Sentence(identifier, single(reports).place), 'latin1') }),
  hear: listener(
    (bytes) => bytes.indexOf(0x23) + 1,
    () => stored,
  ),
});

/** A fix as parameters of a request over a connection that is kept. */
export function osmandRequest(identifier: string, place: Place): string {
  const query = new URLSearchParams({
    id: identifier,
    timestamp: String(place.time),
    lat: place.lat.toFixed(7),
    lon: place.lon.toFixed(7),
    bearing: place.course.toFixed(1),
  });
  if (place.speedKmh !== null) query.set('speed', (place.speedKmh / 1.852).toFixed(4));
  if (typeof place.accuracyM === 'number') query.set('accuracy', String(place.accuracyM));
  if (place.harsh) query.set('alarm', alarmWords[place.harsh]);
  if (place.ignition !== undefined) query.set('ignition', String(place.ignition));
  return `GET /?${query.toString()} HTTP/1.1\r\nHost: tracker\r\n\r\n`;
}

/** HTTP with a connection that is kept. */
const osmand = (identifier: string): Speech => ({
  login: null,
  most: 1,
  window: 1,
  report: (reports) => ({ frame: Buffer.from(osmandRequest(identifier, single(reports).place), 'latin1') }),
  hear: listener(
    (bytes) => {
      const head = bytes.indexOf('\r\n\r\n');
      if (head < 0) return 0;
      return head + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1] ?? 0);
    },
    (answer) => {
      const status = answer.toString('latin1', 9, 12);
      return status === '200' ? stored : { kind: 'refused', why: `Answered ${status}` };
    },
  ),
});

/** By the names of the readers. */
export const speeches: Readonly<Record<string, (identifier: string) => Speech>> = { gt06, teltonika, its, h02, osmand };
