import type * as Fences from '#kit/server/db/fence.ts';

/** Which conditions of kit/server/db/fence.ts are taken away. */
interface Switches {
  /** Every fence between organisations; what is owned by one person stays so. */
  allFences: boolean;
  /** One place alone. */
  place: string | undefined;
  /** Places that were passed so far. */
  seen: Set<string>;
}

export const switches: Switches = { allFences: false, place: undefined, seen: new Set() };

/**
 * The module with its switches, to be put in its place by a test file:
 * `vi.mock('#kit/server/db/fence.ts', async (original) => (await import('./testing/switches.ts')).switchable(await original()))`
 */
export function switchable(actual: typeof Fences): typeof Fences {
  const isOff = (place: string, isFence: boolean) => {
    switches.seen.add(place);
    return switches.place === place || (isFence && switches.allFences);
  };
  return {
    fence: (place, ...rest) => (isOff(place, true) ? '' : actual.fence(place, ...rest)),
    fenceOrUnowned: (place, ...rest) => (isOff(place, true) ? '' : actual.fenceOrUnowned(place, ...rest)),
    fenceApart: (place, ...rest) => (isOff(place, true) ? '' : actual.fenceApart(place, ...rest)),
    owned: (place, ...rest) => (isOff(place, false) ? '' : actual.owned(place, ...rest)),
  };
}
