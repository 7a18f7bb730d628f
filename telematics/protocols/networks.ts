// Cell towers, access points and beacons that a device heard, as a text: kept beside its fixes for whoever looks up where they stand.

export type Cell = {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cid: number;
  /** dBm; left out where it is not known. */
  readonly rssi?: number;
};

export type AccessPoint = { readonly mac: string; readonly rssi: number };

/** A Bluetooth beacon, perhaps a sensor. */
export type Beacon = {
  /** What it announces: 'uuid:major:minor', 'namespace:instance', its address. Empty where it is known by its name alone. */
  readonly id: string;
  readonly name?: string;
  readonly rssi?: number;
  readonly batteryV?: number;
  /** Degrees Celsius. */
  readonly temperature?: number;
  /** Percent. */
  readonly humidity?: number;
};

const most = 16;
const mostBeacons = 32;

/** dBm of the signal as modems state it, 0 to 31; left out where they do not know it (99). */
export const rssiOfCsq = (csq: number | null): { rssi?: number } =>
  csq !== null && csq >= 0 && csq <= 31 ? { rssi: 2 * csq - 113 } : {};

/** 'mcc-mnc-area-cell' or 'mcc-mnc-area-cell@dBm', the nearest first, with a space between them. */
export const cellText = (cells: readonly Cell[]): string =>
  cells
    .slice(0, most)
    .map(({ mcc, mnc, lac, cid, rssi }) => `${mcc}-${mnc}-${lac}-${cid}${rssi === undefined ? '' : `@${rssi}`}`)
    .join(' ');

/** 'aabbccddeeff@dBm', with a space between them. `mac`: hexadecimal digits, also in pairs. */
export const wifiText = (points: readonly AccessPoint[]): string =>
  points
    .slice(0, most)
    .map(({ mac, rssi }) => `${mac.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()}@${rssi}`)
    .join(' ');

/** 'identity@dBm', before it the name and behind it what it measures where it says so: 'Cold-box/7cd9f4110c40@-58;3.1V;4.25C;52%'. */
export const beaconText = (beacons: readonly Beacon[]): string =>
  beacons.slice(0, mostBeacons).map(oneBeacon).join(' ');

function oneBeacon({ id, name = '', rssi, batteryV, temperature, humidity }: Beacon): string {
  const who =
    [
      name
        .replaceAll(/[^\w.:-]+/g, ' ')
        .trim()
        .replaceAll(' ', '-'),
      id,
    ]
      .filter(Boolean)
      .join('/') || '-';
  const measures = [
    ...(batteryV === undefined ? [] : [`${batteryV}V`]),
    ...(temperature === undefined ? [] : [`${temperature}C`]),
    ...(humidity === undefined ? [] : [`${humidity}%`]),
  ];
  return [`${who}${rssi === undefined ? '' : `@${rssi}`}`, ...measures].join(';');
}
