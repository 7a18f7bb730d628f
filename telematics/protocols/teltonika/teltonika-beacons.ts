import { ByteCursor, FrameError } from '../byte-cursor.ts';
import { type Beacon, beaconText } from '../networks.ts';

// The Bluetooth beacons that a Teltonika device heard: lists of any length, which codec 8 extended carries.

/** Beacons by what they announce, one after the other: element 385 of all models. */
const simpleList = 385;
/** Beacons and sensors as fields of number, length and value: filtered by the device's own lists, or by their names. */
const fieldLists: ReadonlySet<number> = new Set([548, 10_828, 10_829, 10_831, 11_317]);

/** Null for an element that is no such list, or that does not come out to its end. */
export function readBeacons(id: number, bytes: Buffer): string | null {
  const read = id === simpleList ? readSimple : fieldLists.has(id) ? readFields : null;
  if (!read) return null;
  try {
    const from = new ByteCursor(bytes);
    // Which part of how many the list is.
    from.skip(1);
    const beacons: Beacon[] = [];
    while (from.left > 0) beacons.push(read(from));
    return beacons.length > 0 ? beaconText(beacons) : null;
  } catch (error) {
    if (error instanceof FrameError) return null;
    throw error;
  }
}

const has = (flags: number, bit: number) => (flags & (1 << bit)) !== 0;

/** The flags say the kind (high half: iBeacon, else Eddystone) and what stands behind its signal: bit 1 millivolts, bit 2 degrees. */
function readSimple(from: ByteCursor): Beacon {
  const flags = from.u8();
  const id = flags >> 4 > 0 ? `${from.hex(16)}:${from.u16()}:${from.u16()}` : `${from.hex(10)}:${from.hex(6)}`;
  return {
    id,
    rssi: from.i8(),
    ...(has(flags, 1) ? { batteryV: from.u16() / 1000 } : {}),
    ...(has(flags, 2) ? { temperature: from.i16() } : {}),
  };
}

/** Numbers of the fields, and what each says. */
const fields: Readonly<Record<number, (from: ByteCursor, size: number) => Partial<Beacon>>> = {
  0: (from) => ({ rssi: from.i8() }),
  1: (from, size) => ({ id: from.hex(size) }),
  // The flags of the beacon's own, then its volts above two, in hundredths.
  2: (from, size) => {
    const isMeasured = size > 1 && has(from.u8(), 7);
    return isMeasured ? { batteryV: (from.u8() + 200) / 100 } : {};
  },
  5: (from, size) => ({ name: from.ascii(size) }),
  6: (from) => ({ temperature: from.i16() / 100 }),
  7: (from) => ({ humidity: from.u8() }),
  14: (from) => ({ batteryV: from.u16() / 1000 }),
  15: (from, size) => ({ id: from.hex(size) }),
};

function readFields(from: ByteCursor): Beacon {
  const own = new ByteCursor(from.bytes(from.u8()));
  let beacon: Beacon = { id: '' };
  while (own.left > 0) {
    const number = own.u8();
    const size = own.u8();
    const value = new ByteCursor(own.bytes(size));
    beacon = { ...beacon, ...fields[number]?.(value, size) };
  }
  return beacon;
}
