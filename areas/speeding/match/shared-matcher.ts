import { createRoadMatcher, type RoadMatcher } from '#areas/roads/roads.server.ts';

/** One matcher, which holds the roads in memory once, for all who need it; it begins when it is first asked for. */
export interface SharedMatcher {
  get(): RoadMatcher;
  stop(): Promise<void>;
}

export function shareMatcher(parts: Parameters<typeof createRoadMatcher>[0]): SharedMatcher {
  let matcher: RoadMatcher | undefined;
  return {
    get: () => (matcher ??= createRoadMatcher(parts)),
    async stop() {
      const own = matcher;
      matcher = undefined;
      await own?.stop();
    },
  };
}
