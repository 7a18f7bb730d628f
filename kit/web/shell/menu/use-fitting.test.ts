import { expect, test } from 'vitest';
import { fitting } from './use-fitting.ts';

test('as many entries fit as there is room for, and where not all do, the one that stands for the others as well', () => {
  const widths = [100, 80, 60, 40];
  expect(fitting(widths, 286, 2, 50)).toBe(4);
  expect(fitting(widths, 285, 2, 50)).toBe(2);
  expect(fitting(widths, 234, 2, 50)).toBe(2);
  expect(fitting(widths, 233, 2, 50)).toBe(1);
  expect(fitting(widths, 40, 2, 50)).toBe(0);
  expect(fitting([], 0, 2, 50)).toBe(0);
});
