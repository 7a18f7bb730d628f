/** Does something, and tells the longest turn of the event loop meanwhile, in milliseconds of processor time. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ value: T; turnMs: number }> {
  let turnMs = 0;
  let done = false;
  let before = process.threadCpuUsage();
  const watch = () => {
    const { user, system } = process.threadCpuUsage(before);
    turnMs = Math.max(turnMs, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (!done) setImmediate(watch);
  };
  setImmediate(watch);
  const value = await work();
  done = true;
  watch();
  return { value, turnMs };
}
