import type { Cut, Fix } from './protocol.ts';
import { waitForMore } from './protocol.ts';

// Fields as text protocols write them.

/** 'ddmm.mmmm' (or 'dddmm.mmmm') to degrees; south and west are negative. */
export function degreesOf(text: string, hemisphere: string): number {
  const point = text.indexOf('.');
  const whole = point < 0 ? text.length : point;
  const degrees = Number(text.slice(0, Math.max(0, whole - 2))) + Number(text.slice(Math.max(0, whole - 2))) / 60;
  return hemisphere === 'S' || hemisphere === 'W' ? -degrees : degrees;
}

/** Decimal digits 'ddmmyy' or 'ddmmyyyy', and 'hhmmss', to UTC milliseconds. Fields beyond the calendar roll over, as most servers do it. */
export function timeOf(ddmmyy: string, hhmmss: string): number {
  const year = Number(ddmmyy.slice(4));
  return Date.UTC(
    year < 100 ? 2000 + year : year,
    Number(ddmmyy.slice(2, 4)) - 1,
    Number(ddmmyy.slice(0, 2)),
    Number(hhmmss.slice(0, 2)),
    Number(hhmmss.slice(2, 4)),
    Number(hhmmss.slice(4, 6)),
  );
}

const knotKmh = 1.852;
export const kmhOfKnots = (knots: number): number => knots * knotKmh;

/** A number, or null for a field that is empty or no number. */
export function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^[+-]?\d+(?:\.\d*)?$/.test(text.trim())) return null;
  return Number(text);
}

export function plainFix(fix: Pick<Fix, 'time' | 'lat' | 'lon' | 'valid'> & Partial<Fix>): Fix {
  const stated = {
    speedKmh: null,
    course: null,
    altitudeM: null,
    satellites: null,
    hdop: null,
    accuracyM: null,
    ...fix,
  };
  const { speedKmh, course, hdop, accuracyM } = stated;
  return {
    ...stated,
    speedKmh: unlessNegative(speedKmh),
    course: unlessNegative(course),
    hdop: unlessNegative(hdop),
    accuracyM: unlessNegative(accuracyM),
  };
}

/** Below zero is how some say that they do not know. */
const unlessNegative = (value: number | null): number | null => (value !== null && value < 0 ? null : value);

/** 'yyyyMMddHHmmss' of the server's clock, for replies. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);

/** Drops what stands before the first of these bytes; null when the frame begins right here. */
export function dropUntil(bytes: Buffer, starts: readonly number[]): Cut | null {
  for (let at = 0; at < bytes.length; at += 1)
    if (starts.includes(bytes[at] ?? 0)) return at === 0 ? null : { kind: 'frame', start: at, end: at };
  return { kind: 'frame', start: bytes.length, end: bytes.length };
}

/** The frame up to and including this byte. */
export function cutAfter(bytes: Buffer, end: number): Cut {
  const at = bytes.indexOf(end, 1);
  return at < 0 ? waitForMore : { kind: 'frame', start: 0, end: at + 1 };
}
