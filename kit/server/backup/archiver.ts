import { Worker } from 'node:worker_threads';
import type { ArchiveOrder, ArchiveWord } from './archive-worker.ts';

/** Carries the log of writes over while the product runs, in a thread of its own. */
export interface Archiver {
  status: () => ArchiveWord;
  /** Carries over what was written last and ends; waits for at most 10 s. */
  stop: () => Promise<void>;
}

const lastRoundMs = 10_000;
const restartMs = 5_000;

/** @param log told once of each trouble, and of its end. */
export function startArchiver(order: ArchiveOrder, log: (line: string) => void): Archiver {
  let word: ArchiveWord = { reachedAt: null, problem: null, baseAt: null, baseProblem: null };
  let isStopping = false;
  let worker: Worker;
  let ended: Promise<void>;

  const take = (next: ArchiveWord) => {
    if (next.problem !== word.problem)
      log(
        next.problem
          ? `backup: nothing is carried over: ${next.problem}`
          : 'backup: the log of writes is carried over again',
      );
    if (next.baseProblem && next.baseProblem !== word.baseProblem)
      log(`backup: the base backup failed: ${next.baseProblem}`);
    if (next.baseAt && word.baseAt && next.baseAt !== word.baseAt) log(`backup: base backup of ${next.baseAt}`);
    word = next;
  };
  const start = () => {
    worker = new Worker(new URL('./archive-worker.ts', import.meta.url), { workerData: order });
    worker.on('message', take);
    worker.on('error', (error) => take({ ...word, problem: error.message }));
    ended = new Promise((resolve) =>
      worker.once('exit', () => {
        resolve();
        if (!isStopping) setTimeout(() => !isStopping && start(), restartMs).unref();
      }),
    );
    worker.unref();
  };
  start();
  return {
    status: () => word,
    async stop() {
      isStopping = true;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage('stop');
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, lastRoundMs)))]);
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
