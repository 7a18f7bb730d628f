/**
 * Two-sample Kolmogorov-Smirnov test.
 * @returns the greatest distance of the two distributions and how likely at least that much is when both are the same one
 * (asymptotic, good from some forty values on).
 */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): { distance: number; p: number } {
  const [a, b] = [one, other].map((values) => values.toSorted((x, y) => x - y)) as [number[], number[]];
  let [i, j, distance] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] as number, b[j] as number);
    while (i < a.length && (a[i] as number) <= value) i += 1;
    while (j < b.length && (b[j] as number) <= value) j += 1;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const root = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (root + 0.12 + 0.11 / root) * distance;
  if (lambda < 0.3) return { distance, p: 1 };
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
  return { distance, p: Math.min(1, Math.max(0, p)) };
}
