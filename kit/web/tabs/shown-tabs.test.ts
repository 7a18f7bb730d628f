import { expect, test } from 'vitest';
import { shownTabs } from './shown-tabs.ts';

const tabs = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `t${at}`, width: 60 }));
const shown = (count: number, room: number, current = 't0') =>
  shownTabs(tabs(count), { current, room, gap: 20, more: 60 }).join(' ');

test('tabs that have room all stand in their row, to the pixel', () => {
  // Three of 60 with two gaps of 20.
  expect(shown(3, 220)).toBe('t0 t1 t2');
  expect(shown(3, 219)).toBe('t0');
  // Two tabs and the button that opens the others: three of 60 as well.
  expect(shown(4, 220)).toBe('t0 t1');
});

test('however wide the row is, it holds eight, and a ninth only where it is the last', () => {
  expect(shown(9, 5_000).split(' ')).toHaveLength(9);
  expect(shown(10, 5_000).split(' ')).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7']);
});

test('the tab that is open is in the row, in the place of the last one that has room', () => {
  expect(shown(10, 5_000, 't9').split(' ')).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't9']);
  expect(shown(5, 220, 't4')).toBe('t0 t4');
  expect(shown(5, 100, 't4')).toBe('t4');
});
