import type { Follower } from '#areas/trips/trips.server.ts';
import { createLiveTier, type LiveTierOptions } from './live/live-tier.ts';
import { createSpeedingFollower } from './match/follow-trips.ts';
import { shareMatcher } from './match/shared-matcher.ts';

/** Speeding as it happens, and what stands of it after the trip: both on the same roads in memory. */
export function createSpeedingTiers(options: Omit<LiveTierOptions, 'matcher'>): Follower {
  const matcher = shareMatcher(options);
  const live = createLiveTier({ ...options, matcher: () => matcher.get() });
  const trips = createSpeedingFollower(options, matcher);
  return {
    async restore(lastReceivedAt) {
      await trips.restore(lastReceivedAt);
      await live.restore(lastReceivedAt);
    },
    accept: (batch) => live.accept(batch),
    start(everyMs) {
      live.start(everyMs);
      trips.start(everyMs);
    },
    async stop() {
      await live.stop();
      await trips.stop();
    },
    async catchUp() {
      await live.catchUp();
      await trips.catchUp();
    },
  };
}
