/** Places in the world's square, one behind the other. */
export interface Placed {
  readonly count: number;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

/** The place nearest to one of the world, or undefined when none is within `reach`, in the world's units. */
export function nearestInPlace({ xs, ys, count }: Placed, x: number, y: number, reach: number): number | undefined {
  let best: number | undefined;
  let least = reach * reach;
  for (let at = 0; at < count; at += 1) {
    const [dx, dy] = [(xs[at] ?? 0) - x, (ys[at] ?? 0) - y];
    const square = dx * dx + dy * dy;
    if (square > least) continue;
    least = square;
    best = at;
  }
  return best;
}
