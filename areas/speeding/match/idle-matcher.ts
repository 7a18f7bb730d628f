import { createRoadMatcher, type RoadMatcher } from '#areas/roads/roads.server.ts';

/** A matcher for work that comes now and then: it is there when it is asked for, and its memory is free again some time after. */
export interface IdleMatcher {
  /** The matcher when the roads of now are loaded; undefined while that goes on: ask again in a moment. */
  ready(): Promise<RoadMatcher | undefined>;
  /** The same with roads that are read again, for who knows that they have changed in this moment. */
  anew(): Promise<RoadMatcher | undefined>;
}

const idleMs = 120_000;
/** Loading many roads takes longer than a transaction may be idle. */
const patienceMs = 3_000;

export function createIdleMatcher(parts: Parameters<typeof createRoadMatcher>[0]): IdleMatcher {
  let matcher: RoadMatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    const own = matcher;
    matcher = undefined;
    void own?.stop();
  };
  const ready = async (): Promise<RoadMatcher | undefined> => {
    matcher ??= createRoadMatcher(parts);
    const own = matcher;
    clearTimeout(timer);
    timer = setTimeout(rest, idleMs);
    timer.unref();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const patience = setTimeout(() => resolve(undefined), patienceMs);
    try {
      return await Promise.race([own.roads().then(() => own), late]);
    } finally {
      clearTimeout(patience);
    }
  };
  return {
    ready,
    anew: () => {
      rest();
      return ready();
    },
  };
}
