/** What the process answers: that it is there, what came of the work, or the fault that ended it. */
export type ChildAnswer = 'ready' | { result: unknown } | { fault: string };

/**
 * Makes this process one that does `work` for whoever started it with `createIsolated`, again and again. It ends with that
 * process, whatever becomes of it.
 */
export function serveIsolated(work: (input: never) => unknown): void {
  const answer = async (input: unknown): Promise<ChildAnswer> => {
    try {
      return { result: await work(input as never) };
    } catch (error) {
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (input) => void answer(input).then((given) => process.send?.(given)));
  process.on('disconnect', () => process.exit());
  process.send?.('ready' satisfies ChildAnswer);
}
