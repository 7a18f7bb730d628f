import type { ByteCursor } from '../byte-cursor.ts';
import type { Attributes } from '../protocol.ts';
import { type Cell, cellText, wifiText } from '../networks.ts';

// Cell towers and access points in GT06 frames.

/** How wide the fields of a tower are; `mnc` 1 grows to 2 where the country's code has its highest bit set. */
export type TowerShape = { readonly mnc: 1 | 2; readonly lac: 2 | 4; readonly cell: 3 | 4 | 8 };

export const narrowTower: TowerShape = { mnc: 1, lac: 2, cell: 3 };
export const wideTower: TowerShape = { mnc: 1, lac: 4, cell: 8 };

const sized = (from: ByteCursor, bytes: 1 | 2 | 3 | 4 | 8) =>
  bytes === 1 ? from.u8() : bytes === 2 ? from.u16() : bytes === 3 ? from.u24() : bytes === 4 ? from.u32() : from.u64();

function readOperator(from: ByteCursor, shape: TowerShape): { mcc: number; mnc: number } {
  const mcc = from.u16();
  const mnc = sized(from, mcc & 0x8000 ? 2 : shape.mnc);
  return { mcc: mcc & 0x7fff, mnc };
}

const readCell = (from: ByteCursor, shape: TowerShape) => ({
  lac: sized(from, shape.lac),
  cid: sized(from, shape.cell),
});

export function readTower(from: ByteCursor, shape: TowerShape, attributes: Attributes): void {
  const cell = { ...readOperator(from, shape), ...readCell(from, shape) };
  if (cell.cid > 0) attributes['cells'] = cellText([cell]);
}

/** The tower that all is but the last bytes, `after`; perhaps its length stands before it. What has another length is passed over. */
export function readTowerBefore(from: ByteCursor, after: number, attributes: Attributes): void {
  const bytes = Math.max(0, from.left - after);
  for (const shape of [narrowTower, wideTower])
    for (const before of [0, 1]) {
      const mnc = from.peek(before) & 0x80 ? 2 : shape.mnc;
      if (bytes !== before + 2 + mnc + shape.lac + shape.cell) continue;
      from.skip(before);
      readTower(from, shape, attributes);
      return;
    }
  from.skip(bytes);
}

/** What wrist trackers hear: so many access points, then how many towers there are, their operator, and each. */
export function readWristScan(accessPoints: number, from: ByteCursor, attributes: Attributes): void {
  addPoints(accessPoints, from, attributes);
  if (from.left < 4) return;
  const count = from.u8();
  const operator = readOperator(from, { mnc: 1, lac: 2, cell: 3 });
  const cells = [];
  for (let at = 0; at < count && from.left >= 5; at += 1)
    cells.push({ ...operator, lac: from.u16(), cid: from.u16(), rssi: -from.u8() });
  addCells(cells, attributes);
}

/**
 * What asset trackers hear, each block behind its length in bytes: the tower that serves them with its signal, its neighbours, access points.
 */
export function readWatchScan(from: ByteCursor, attributes: Attributes): void {
  const bytes = from.u8();
  const cells = [];
  let operator = null;
  if (bytes > 0) {
    const before = from.left;
    operator = readOperator(from, narrowTower);
    const cell = readCell(from, narrowTower);
    from.skip(Math.max(0, bytes - 1 - (before - from.left)));
    const signal = from.u8();
    attributes['rssi'] = signal;
    cells.push({ ...operator, ...cell, rssi: -signal });
  }
  let left = from.u8();
  if (operator)
    for (; left >= 6 && from.left >= 6; left -= 6)
      cells.push({ ...operator, ...readCell(from, narrowTower), rssi: -from.u8() });
  from.skip(left);
  addCells(cells, attributes);
  const points = from.u8();
  addPoints(Math.trunc(points / 7), from, attributes);
  from.skip(points % 7);
}

function addCells(cells: readonly Cell[], attributes: Attributes): void {
  const heard = cells.filter(({ lac, cid }) => lac > 0 && cid > 0);
  if (heard.length > 0) attributes['cells'] = cellText(heard);
}

function addPoints(count: number, from: ByteCursor, attributes: Attributes): void {
  const points = [];
  for (let left = count; left > 0 && from.left >= 7; left -= 1) points.push({ mac: from.hex(6), rssi: -from.u8() });
  const heard = points.filter(({ mac }) => /[^0]/.test(mac));
  if (heard.length > 0) attributes['wifi'] = wifiText(heard);
}

/** The tower of models with modules: its kind stands first, its signal last. Kinds from 3 are 4G. */
export function readKindOfTower(from: ByteCursor, attributes: Attributes): void {
  const is4g = from.u8() >= 3;
  readTower(from, is4g ? wideTower : narrowTower, attributes);
  from.skip(is4g ? 2 : 1);
}

/** Types with towers after a clock: how wide their fields are, how many there are, and whether access points follow. */
const scans: Readonly<Record<number, { shape: TowerShape; count: number; wifi: boolean }>> = {
  0x18: { shape: narrowTower, count: 7, wifi: true },
  0x24: { shape: narrowTower, count: 7, wifi: false },
  0x28: { shape: narrowTower, count: 7, wifi: false },
  0x2c: { shape: narrowTower, count: 7, wifi: true },
  0x2e: { shape: narrowTower, count: 7, wifi: false },
  0x33: { shape: { mnc: 1, lac: 2, cell: 4 }, count: 6, wifi: true },
  0x34: { shape: { mnc: 2, lac: 2, cell: 4 }, count: 7, wifi: false },
  0xa1: { shape: wideTower, count: 7, wifi: false },
  0xa2: { shape: wideTower, count: 7, wifi: true },
};

export const isScan = (type: number): boolean => scans[type] !== undefined;

/** Towers and access points; what does not come out to the end is left out. */
export function readScanned(type: number, from: ByteCursor, attributes: Attributes): void {
  const scan = scans[type];
  if (!scan || from.left < 4) return;
  // Models with a counted list put the timing first.
  const counted = type === 0x24 && from.left === 38;
  if (counted || type === 0x34) from.skip(1);
  const operator = readOperator(from, scan.shape);
  const count = counted ? from.u8() : scan.count;
  const cells = [];
  const size = scan.shape.lac + scan.shape.cell + 1;
  for (let at = 0; at < count && from.left >= size; at += 1)
    cells.push({ ...operator, ...readCell(from, scan.shape), rssi: -from.u8() });
  addCells(cells, attributes);
  if (counted || !scan.wifi || from.left < 2) return;
  from.skip(1);
  addPoints(from.u8(), from, attributes);
}
