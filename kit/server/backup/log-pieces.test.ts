import { expect, test } from 'vitest';
import { chainFrom, type Piece, pieceName } from './log-pieces.ts';
import { formatLsn, parseLsn, segmentName } from './lsn.ts';

const piece = (from: bigint, to: bigint): Piece => ({ name: pieceName(from, to), from, to });
const names = (pieces: readonly Piece[]) => pieces.map(({ from, to }) => `${from}-${to}`);

test('pieces that follow each other are a chain; those that others hold are left out', () => {
  const pieces = [piece(0n, 10n), piece(10n, 12n), piece(10n, 20n), piece(12n, 15n), piece(20n, 23n)];
  const { chain, end } = chainFrom(pieces, 0n);
  expect(names(chain)).toEqual(['0-10', '10-20', '20-23']);
  expect(end).toBe(23n);
});

test('a chain ends before a gap, and is empty where the log does not begin', () => {
  expect(chainFrom([piece(0n, 10n), piece(11n, 20n)], 0n).end).toBe(10n);
  expect(chainFrom([piece(5n, 10n)], 0n)).toEqual({ chain: [], end: 0n });
});

test('places and files of the log are named as PostgreSQL names them', () => {
  const lsn = parseLsn('16/B374D848');
  expect(formatLsn(lsn)).toBe('16/B374D848');
  expect(segmentName(1, lsn, 16n << 20n)).toBe('0000000100000016000000B3');
  expect(() => parseLsn('16-B3')).toThrow('is no place in the log of writes');
});
