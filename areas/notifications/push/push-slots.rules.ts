/** What the turn of a message depends on. */
export interface DuePush {
  id: string;
  /** Host of the push service. */
  service: string;
  accountId: string;
  isUrgent: boolean;
}

/**
 * Messages that are on their way at once from one process: altogether, and at most of each. Whatever somebody enters as the address of a
 * browser is sent to, and a host may take a message and never answer, so that each bound leaves room for everybody else.
 */
export const most = {
  all: 20,
  ofService: 5,
  ofAccount: 5,
  /** What is not urgent leaves places for what is. */
  notUrgent: 16,
  /** To services that have not answered lately; urgent ones may take a few more. */
  unproven: 12,
  unprovenUrgent: 16,
  /** To services that did not answer in time the last time that they were asked. */
  slow: 5,
} as const;

/** An answer that took longer counts as none. */
const quickMs = 3_000;
/** For how long an answer, or none, is remembered. */
const rememberedMs = 600_000;
/** Services that are remembered; the oldest is forgotten. */
const mostRemembered = 500;

/** Who is on the way where, and which services can be relied on. Of one process: each has bounds of its own. */
export function createSlots() {
  const underWay = new Map<string, DuePush>();
  const answers = new Map<string, { isQuick: boolean; at: number }>();
  const standingOf = (service: string, now: Date): 'good' | 'unproven' | 'slow' => {
    const last = answers.get(service);
    if (!last || now.getTime() - last.at > rememberedMs) return 'unproven';
    return last.isQuick ? 'good' : 'slow';
  };
  const hasRoom = (one: DuePush, among: readonly DuePush[], now: Date): boolean => {
    const standing = standingOf(one.service, now);
    const isFull = (limit: number, counts: (other: DuePush) => boolean) => among.filter(counts).length >= limit;
    return !(
      isFull(most.all, () => true) ||
      isFull(most.ofService, ({ service }) => service === one.service) ||
      isFull(most.ofAccount, ({ accountId }) => accountId === one.accountId) ||
      (!one.isUrgent && isFull(most.notUrgent, ({ isUrgent }) => !isUrgent)) ||
      (standing === 'slow' && isFull(most.slow, ({ service }) => standingOf(service, now) === 'slow')) ||
      (standing !== 'good' &&
        isFull(
          one.isUrgent ? most.unprovenUrgent : most.unproven,
          ({ service }) => standingOf(service, now) !== 'good',
        ))
    );
  };
  const full = (keyOf: (one: DuePush) => string, limit: number): string[] => {
    const keys = [...underWay.values()].map(keyOf);
    return [...new Set(keys)].filter((key) => keys.filter((other) => other === key).length >= limit);
  };
  const remembered = (isQuick: boolean, now: Date): string[] =>
    [...answers]
      .filter(([, one]) => one.isQuick === isQuick && now.getTime() - one.at <= rememberedMs)
      .map(([service]) => service);
  return {
    isFull: () => underWay.size >= most.all,
    /** What need not be looked for, and in which order services are asked. */
    state: (now: Date) => ({
      busyServices: full(({ service }) => service, most.ofService),
      busyAccounts: full(({ accountId }) => accountId, most.ofAccount),
      good: remembered(true, now),
      slow: remembered(false, now),
    }),
    /** Those of the messages, which come in their order, that there is room for. */
    choose(due: readonly DuePush[], now: Date): DuePush[] {
      const among = [...underWay.values()];
      return due.filter((one) => {
        const isIn = hasRoom(one, among, now);
        if (isIn) among.push(one);
        return isIn;
      });
    },
    start: (one: DuePush) => void underWay.set(one.id, one),
    end: (one: DuePush) => void underWay.delete(one.id),
    /** Keeps in mind how a service answered. One that is not there at all keeps no place from others, and stays what it was. */
    note(service: string, { status, ms }: { status: number | null; ms: number }, now: Date): void {
      if (status === null && ms <= quickMs) return;
      answers.delete(service);
      answers.set(service, { isQuick: ms <= quickMs, at: now.getTime() });
      const [oldest] = answers.keys();
      if (answers.size > mostRemembered && oldest !== undefined) answers.delete(oldest);
    },
  };
}
export type Slots = ReturnType<typeof createSlots>;
