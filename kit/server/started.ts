/** Something under way that is waited for later: whoever waits is told of its failure, and nobody before. */
export function started<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
