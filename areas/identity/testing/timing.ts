import { kolmogorovSmirnov } from '#tools/kolmogorov-smirnov.ts';

type Times<K extends string> = Readonly<Record<K, readonly number[]>>;

/**
 * Times calls of several kinds in turn, in an order drawn anew for each round, so that whatever else the machine does
 * meets all of them alike.
 * @param pause done before each, for what must not count: the clock moves, so that no try has to wait for another.
 * @returns milliseconds by kind.
 */
export async function timeKinds<K extends string>(
  kinds: Readonly<Record<K, () => Promise<unknown>>>,
  rounds: number,
  pause: () => void,
): Promise<Times<K>> {
  const names = Object.keys(kinds) as K[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, number[]>;
  // The first few warm everything up.
  for (let round = -5; round < rounds; round += 1)
    for (const name of names.toSorted(() => Math.random() - 0.5)) {
      pause();
      const began = performance.now();
      await kinds[name]();
      if (round >= 0) times[name].push(performance.now() - began);
    }
  return times;
}

/** How well each kind is told apart from another, as the p of Kolmogorov and Smirnov: a small one is told apart. */
export const distinguishable = <K extends string>(times: Times<K>, from: K): Record<string, number> =>
  Object.fromEntries(
    (Object.keys(times) as K[])
      .filter((name) => name !== from)
      .map((name) => [name, kolmogorovSmirnov(times[name], times[from]).p]),
  );
