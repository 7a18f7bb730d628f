/** For whom something is done: the tenant, and the person of it. */
export interface Caller {
  /** The organisation; staff are tenants of their own, each a person. */
  tenant: string;
  account: string;
}

export interface Turns {
  /**
   * Waits until it is the caller's turn: tenants go in turn, and so do the people of one.
   * @param waitMs after which it is given up. Left out: as long as it takes.
   * @returns what ends the turn, at once where there is one; undefined when it did not come in time.
   */
  take(caller: Caller, waitMs?: number): (() => void) | Promise<(() => void) | undefined>;
  /** Whether a turn of the caller would begin at once. */
  isFree(caller: Caller): boolean;
  /** How many have their turn, and how many wait. */
  figures(): { going: number; waiting: number };
  /** The same by tenant, of those that have any. */
  tenants(): ReadonlyMap<string, { going: number; waiting: number }>;
  /** How many gave it up, as their turn did not come in time. */
  missed(): number;
  readonly limits: { atOnce: number; perTenant: number };
}

/** Who is at work: what one tenant may have depends on whether another is. */
export interface Activity {
  /** A tenant asks for something. */
  note: (tenant: string) => void;
  /** Whether another tenant asked for something within the last two seconds. */
  areOthers: (tenant: string) => boolean;
}

/** How long a tenant counts as being at work after it asked for a turn, milliseconds. */
const atWorkMs = 2_000;

/** @param now milliseconds of a clock that only goes forward. */
export function createActivity(now = () => performance.now()): Activity {
  /** The tenant that asked last, and the last other one, each with the time. What the product does by itself is nobody's. */
  let last = { tenant: '', at: Number.NEGATIVE_INFINITY };
  let other = last;
  return {
    note(tenant) {
      if (tenant === '') return;
      if (last.tenant !== tenant) other = last;
      last = { tenant, at: now() };
    },
    areOthers: (tenant) => now() - (last.tenant === tenant ? other : last).at < atWorkMs,
  };
}

interface Waiting {
  go: (end: () => void) => void;
  isGone: boolean;
}

/** Those of one person, oldest first, by the person; by the tenant. The first of each map is next, and goes to its end. */
type Line = Map<string, Map<string, Waiting[]>>;

/**
 * Turns at something of which there is little: database connections, long work.
 * @param atOnce how many have their turn at a time.
 * @param perTenant how many of them may be one tenant's. Default: all.
 * @param amongOthers … and how many while another tenant is at work as well, so that it need not share the processors with all of
 * them. Default: as many.
 * @param activity who is at work, where that is more than who asks for these turns.
 */
export function createTurns(
  atOnce: number,
  perTenant = atOnce,
  amongOthers = perTenant,
  activity = createActivity(),
): Turns {
  const line: Line = new Map();
  const goingOf = new Map<string, number>();
  let going = 0;
  let waiting = 0;
  let missed = 0;

  const mostOf = (tenant: string) =>
    amongOthers !== perTenant && activity.areOthers(tenant) ? amongOthers : perTenant;
  const mayGo = (tenant: string) => going < atOnce && (goingOf.get(tenant) ?? 0) < mostOf(tenant);
  const begin = (tenant: string): (() => void) => {
    going += 1;
    goingOf.set(tenant, (goingOf.get(tenant) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      going -= 1;
      const left = (goingOf.get(tenant) ?? 1) - 1;
      if (left === 0) goingOf.delete(tenant);
      else goingOf.set(tenant, left);
      next();
    };
  };
  const next = () => {
    for (const [tenant, people] of line) {
      if (going >= atOnce) return;
      if (!mayGo(tenant)) continue;
      const found = firstOf(people);
      line.delete(tenant);
      if (people.size > 0) line.set(tenant, people);
      if (!found) continue;
      waiting -= 1;
      found.go(begin(tenant));
      // The order of tenants is another one now.
      return next();
    }
  };

  const isFree = ({ tenant }: Caller) => mayGo(tenant) && !line.has(tenant);
  return {
    isFree,
    take(caller, waitMs) {
      const { tenant, account } = caller;
      activity.note(tenant);
      if (isFree(caller)) return begin(tenant);
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const one: Waiting = {
          isGone: false,
          go: (end) => {
            clearTimeout(timer);
            resolve(end);
          },
        };
        if (waitMs !== undefined)
          timer = setTimeout(() => {
            one.isGone = true;
            waiting -= 1;
            missed += 1;
            resolve(undefined);
          }, waitMs);
        const people = line.get(tenant) ?? new Map<string, Waiting[]>();
        line.set(tenant, people);
        const ones = people.get(account) ?? [];
        people.set(account, ones);
        ones.push(one);
        waiting += 1;
        // Those before it may all have gone.
        next();
      });
    },
    figures: () => ({ going, waiting }),
    tenants() {
      const all = new Map([...goingOf].map(([tenant, count]) => [tenant, { going: count, waiting: 0 }]));
      for (const [tenant, people] of line) {
        const waits = [...people.values()].flat().filter(({ isGone }) => !isGone).length;
        if (waits > 0) all.set(tenant, { going: all.get(tenant)?.going ?? 0, waiting: waits });
      }
      return all;
    },
    missed: () => missed,
    limits: { atOnce, perTenant },
  };
}

/** Takes the next of a tenant's people out of the line; undefined where nobody is left. */
function firstOf(people: Map<string, Waiting[]>): Waiting | undefined {
  for (const [account, ones] of people) {
    const found = ones.find((one) => !one.isGone);
    const rest = found ? ones.slice(ones.indexOf(found) + 1) : [];
    people.delete(account);
    if (rest.length > 0) people.set(account, rest);
    if (found) return found;
  }
  return undefined;
}
