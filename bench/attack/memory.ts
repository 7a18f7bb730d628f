import { memoryOf } from '#kit/server/isolated/memory.ts';
import { childrenOf } from '#kit/server/postgres/processes.ts';
import { forgetPeak, peakBytes } from '#tools/memory.ts';
import type { MeasuredServer } from '../child.ts';

/** Most resident memory of the product while it was watched, in MB. */
export interface MemoryFigures {
  /** Of its process. */
  rssMb: number;
  /** With the processes that read strangers' files, as far as their memory is their own. */
  withChildrenMb: number;
}

const lookMs = 200;
const mb = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Watches the product's memory until it is stopped. */
export function watchMemory(product: MeasuredServer): { stop(): Promise<MemoryFigures> } {
  forgetPeak(product.pid);
  let most = 0;
  let own = 0;
  const look = async () => {
    const { rss } = await product.usage();
    own = Math.max(own, rss);
    const pids = product.pid === undefined ? [] : childrenOf(product.pid);
    const children = await Promise.all(pids.map(memoryOf));
    most = Math.max(
      most,
      children.reduce<number>((sum, bytes) => sum + (bytes ?? 0), rss),
    );
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, lookMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      const peak = Math.max(own, peakBytes(product.pid) ?? 0);
      return { rssMb: mb(peak), withChildrenMb: mb(Math.max(peak, most)) };
    },
  };
}
