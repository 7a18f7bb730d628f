/*
 * A track in some seven bytes a fix, without loss. Numbers stand in columns, each as what is left when it is guessed from
 * those before; docs/how-to/read-trips-and-tracks.md gives it byte by byte. Runs in browsers as well as on the server.
 */

/** A fix of a track, in the whole numbers in which it is stored: `Position` fits. */
export interface TrackPoint {
  /** Milliseconds, UTC. */
  readonly fixAt: number;
  /** Degrees times 10,000,000. */
  readonly latE7: number;
  readonly lonE7: number;
  /** Hundredths of km/h, tenths of a degree, centimetres. */
  readonly speedCkmh: number | null;
  readonly courseDdeg: number | null;
  readonly accuracyCm: number | null;
}

const version = 1;
/** What a column says of itself; 0: it says nothing of any fix. */
const steady = 1;
const moving = 2;
const holes = 4;

/** Numbers of any size that JavaScript holds exactly: seven bits a byte, the lowest first, the eighth says that more follow. */
function putNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Signs become the lowest bit, so that numbers near zero on either side are short. */
const putSigned = (bytes: number[], value: number) => putNumber(bytes, value < 0 ? -value * 2 - 1 : value * 2);

function greatestCommon(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** Guesses each number as the one before, or, `order` 2, as going on like the two before it. */
function residuals(values: readonly number[], order: number, unit: number): number[] {
  const bytes: number[] = [];
  let [before, step] = [values[0] ?? 0, 0];
  for (const value of values.slice(1)) {
    putSigned(bytes, (value - before - step) / unit);
    step = order === 2 ? value - before : 0;
    before = value;
  }
  return bytes;
}

function putColumn(bytes: number[], column: readonly (number | null)[]): void {
  const values = column.filter((value) => value !== null);
  const [first] = values;
  if (first === undefined) {
    bytes.push(0);
    return;
  }
  let unit = 0;
  for (const [at, value] of values.entries()) unit = greatestCommon(unit, value - (values[at - 1] ?? value));
  unit ||= 1;
  const [flat, steep] = [residuals(values, 1, unit), residuals(values, 2, unit)];
  const isFlat = flat.length <= steep.length;
  const isFull = values.length === column.length;
  bytes.push((isFlat ? steady : moving) + (isFull ? 0 : holes));
  if (!isFull)
    for (let at = 0; at < column.length; at += 8)
      bytes.push(
        column.slice(at, at + 8).reduce<number>((bits, value, bit) => bits + (value === null ? 0 : 1 << bit), 0),
      );
  putNumber(bytes, unit);
  putSigned(bytes, first);
  for (const byte of isFlat ? flat : steep) bytes.push(byte);
}

/** Packs fixes in the order of their times. */
export function packTrack(track: readonly TrackPoint[]): Uint8Array<ArrayBuffer> {
  const bytes = [version];
  putNumber(bytes, track.length);
  putColumn(
    bytes,
    track.map(({ fixAt }) => fixAt),
  );
  putColumn(
    bytes,
    track.map(({ latE7 }) => latE7),
  );
  putColumn(
    bytes,
    track.map(({ lonE7 }) => lonE7),
  );
  putColumn(
    bytes,
    track.map(({ speedCkmh }) => speedCkmh),
  );
  putColumn(
    bytes,
    track.map(({ courseDdeg }) => courseDdeg),
  );
  putColumn(
    bytes,
    track.map(({ accuracyCm }) => accuracyCm),
  );
  return Uint8Array.from(bytes);
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function takeByte(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw new RangeError('The track ends too early');
  cursor.at += 1;
  return byte;
}

function takeNumber(cursor: Cursor): number {
  let [value, times] = [0, 1];
  for (;;) {
    const byte = takeByte(cursor);
    value += (byte % 128) * times;
    if (byte < 128) return value;
    times *= 128;
    if (times > Number.MAX_SAFE_INTEGER) throw new RangeError('A number of the track is too long');
  }
}

function takeSigned(cursor: Cursor): number {
  const value = takeNumber(cursor);
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

function takeColumn(cursor: Cursor, count: number): (number | null)[] {
  const column = Array.from<number | null>({ length: count }).fill(null);
  const kind = takeByte(cursor);
  if (kind === 0) return column;
  const bits = kind >= holes ? Array.from({ length: Math.ceil(count / 8) }, () => takeByte(cursor)) : null;
  const unit = takeNumber(cursor);
  let [before, step, isFirst] = [0, 0, true];
  for (let at = 0; at < count; at += 1) {
    if (bits && (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 0) continue;
    const value = isFirst ? takeSigned(cursor) : before + step + takeSigned(cursor) * unit;
    if (!isFirst && kind % holes === moving) step = value - before;
    [before, isFirst] = [value, false];
    column[at] = value;
  }
  return column;
}

/** The fixes of a packed track. Throws a RangeError for bytes that are none. */
export function unpackTrack(bytes: Uint8Array): TrackPoint[] {
  const cursor = { bytes, at: 0 };
  if (takeByte(cursor) !== version) throw new RangeError('The track is packed in another way');
  const count = takeNumber(cursor);
  // Every fix takes a byte of each of the first three columns.
  if (count > bytes.length) throw new RangeError('The track ends too early');
  const [times, lats, lons, speeds, courses, accuracies] = Array.from({ length: 6 }, () => takeColumn(cursor, count));
  return Array.from({ length: count }, (_, at) => ({
    fixAt: times?.[at] ?? 0,
    latE7: lats?.[at] ?? 0,
    lonE7: lons?.[at] ?? 0,
    speedCkmh: speeds?.[at] ?? null,
    courseDdeg: courses?.[at] ?? null,
    accuracyCm: accuracies?.[at] ?? null,
  }));
}
