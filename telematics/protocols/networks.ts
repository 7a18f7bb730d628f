// Cell towers and access points that a device heard, as a text: kept beside its fixes for whoever looks up where they stand.

export type Cell = {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cid: number;
  /** dBm; left out where it is not known. */
  readonly rssi?: number;
};

export type AccessPoint = { readonly mac: string; readonly rssi: number };

const most = 16;

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
