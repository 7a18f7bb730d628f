/** Times in rising order, milliseconds. */
export interface Timed {
  readonly count: number;
  readonly times: ArrayLike<number>;
}

/** The entry nearest to a time. */
export function nearestInTime({ times, count }: Timed, time: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const before = Math.max(0, low - 1);
  return time - (times[before] ?? 0) < (times[low] ?? 0) - time ? before : low;
}
