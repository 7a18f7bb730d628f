import { expect, test } from 'vitest';
import { kolmogorovSmirnov } from './kolmogorov-smirnov.ts';

/** Numbers that look drawn, the same in every run. */
function drawn(count: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  });
}

test('two samples of one distribution are not told apart, shifted ones are', () => {
  const [one, other] = [drawn(1_000, 1), drawn(1_000, 99)];
  expect(kolmogorovSmirnov(one, other).p).toBeGreaterThan(0.05);
  expect(kolmogorovSmirnov(one, one)).toEqual({ distance: 0, p: 1 });
  const shifted = other.map((value) => value + 0.1);
  expect(kolmogorovSmirnov(one, shifted).p).toBeLessThan(0.001);
  expect(kolmogorovSmirnov([1, 2, 3], [7, 8, 9]).distance).toBe(1);
  // Wider at the same middle is another distribution as well.
  const wider = other.map((value) => 0.5 + (value - 0.5) * 1.5);
  expect(kolmogorovSmirnov(one, wider).p).toBeLessThan(0.001);
});

test('the p agrees with a table', () => {
  // For two hundred and two hundred, a distance of 0.136 is the five per cent point (1.36 · √(1/200 + 1/200)).
  const one = Array.from({ length: 200 }, (_, n) => n);
  const other = one.map((n) => n + 27.5);
  const { distance, p } = kolmogorovSmirnov(one, other);
  expect(distance).toBeCloseTo(0.14, 2);
  expect(p).toBeGreaterThan(0.03);
  expect(p).toBeLessThan(0.06);
});
