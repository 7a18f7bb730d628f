/** Keeps addresses away for a while that send nothing of use. */
export interface BackOff {
  /** Something useless came: 1 for a frame that makes no sense, less for what may be a mistake. */
  blame(address: string, weight: number, now: number): void;
  /** Something useful came. */
  praise(address: string): void;
  isAway(address: string, now: number): boolean;
}

interface Offender {
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
  const offenders = new Map<string, Offender>();
  return {
    blame(address, weight, now) {
      const known = offenders.get(address);
      const offender = known && now - known.since < forgottenMs ? known : { blame: 0, times: 0, since: now, until: 0 };
      offender.blame += weight;
      offender.since = now;
      if (offender.blame >= maxBlame) {
        offender.until = now + Math.min(firstMs * 2 ** offender.times, lastMs);
        offender.times += 1;
        offender.blame = 0;
      }
      // The one that was blamed longest ago stands first, and goes first.
      offenders.delete(address);
      offenders.set(address, offender);
      const [oldest] = offenders.size > maxAddresses ? offenders.keys() : [];
      if (oldest !== undefined) offenders.delete(oldest);
    },
    praise(address) {
      if (offenders.size > 0) offenders.delete(address);
    },
    isAway(address, now) {
      const offender = offenders.get(address);
      return offender !== undefined && now < offender.until;
    },
  };
}
