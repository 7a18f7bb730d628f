import type { OneWay, RoadLine } from '../road-line.ts';
import { metresEast, metresPerUnit } from '../metric.ts';
import { randomOf } from './planted.ts';

/**
 * A made-up city of one seed: streets in a grid of about 120 m that is bent and has gaps, a fifth of them one-way, a main road on every eighth line, and
 * every sixteenth a flyover that passes over the streets it crosses and meets them only where it begins and ends.
 */
export function cityLines(seed: number, rows: number, columns: number): RoadLine[] {
  const random = randomOf(seed);
  const [latE7, lonE7] = [185_000_000, 738_000_000];
  const [up, east] = [120 / metresPerUnit, 120 / metresEast(latE7)];
  const bend = (): number => (random() - 0.5) * 0.35;
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column): [number, number] => [
      Math.round(latE7 + (row + bend()) * up),
      Math.round(lonE7 + (column + bend()) * east),
    ]),
  );
  const lines: RoadLine[] = [];
  const at = (row: number, column: number): [number, number] => grid[row]?.[column] ?? [latE7, lonE7];
  const street = (a: [number, number], b: [number, number], main: boolean): void => {
    if (!main && random() < 0.08) return;
    const middle = [0, 1].map((i) => Math.round(((a[i] ?? 0) + (b[i] ?? 0)) / 2 + (random() - 0.5) * 600));
    const oneWay: OneWay = !main && random() < 0.2 ? (random() < 0.5 ? 'forward' : 'backward') : 'both';
    lines.push({ points: Int32Array.from([...a, ...middle, ...b]), oneWay, level: 0 });
  };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (column + 1 < columns) street(at(row, column), at(row, column + 1), row % 8 === 0);
      if (row + 1 < rows) street(at(row, column), at(row + 1, column), column % 8 === 0);
    }
  for (let column = 16; column < columns; column += 16) {
    const points = Array.from({ length: rows }, (_, row) =>
      at(row, column).map((one, i) => one + (i === 1 ? Math.round(east * 0.15) : 0)),
    );
    const ends = [at(0, column), ...points.slice(1, -1), at(rows - 1, column)];
    lines.push({ points: Int32Array.from(ends.flat()), oneWay: 'both', level: 1 });
  }
  return lines;
}
