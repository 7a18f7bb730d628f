/** Keeps addresses away for a while that send nothing of use. */
export interface BackOff {
  /** Something useless came: 1 for a frame that makes no sense, less for what may be a mistake. */
  blame(address: string, weight: number, now: number): void;
  /** Something useful came. */
  praise(address: string): void;
  isAway(address: string, now: number): boolean;
}

interface Standing {
  blame: number;
  /** How often it was sent away. */
  times: number;
  since: number;
  until: number;
}

const maxBlame = 5;
const maxAddresses = 10_000;
const firstMs = 5_000;
const lastMs = 60_000;
/** What is so old counts no more. */
const forgottenMs = 10 * 60_000;

export function createBackOff(): BackOff {
  const standings = new Map<string, Standing>();
  return {
    blame(address, weight, now) {
      const known = standings.get(address);
      const standing = known && now - known.since < forgottenMs ? known : { blame: 0, times: 0, since: now, until: 0 };
      standing.blame += weight;
      standing.since = now;
      if (standing.blame >= maxBlame) {
        standing.until = now + Math.min(firstMs * 2 ** standing.times, lastMs);
        standing.times += 1;
        standing.blame = 0;
      }
      // The one that was blamed longest ago stands first, and goes first.
      standings.delete(address);
      standings.set(address, standing);
      const [oldest] = standings.size > maxAddresses ? standings.keys() : [];
      if (oldest !== undefined) standings.delete(oldest);
    },
    praise(address) {
      if (standings.size > 0) standings.delete(address);
    },
    isAway(address, now) {
      const standing = standings.get(address);
      return standing !== undefined && now < standing.until;
    },
  };
}
