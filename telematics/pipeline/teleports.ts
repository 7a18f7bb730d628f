import type { TrackFix } from './fix.ts';
import { metresBetween } from './geo.ts';

/** The last fix that was kept, and those that lie too far from it to be true, until they prove each other. */
export type TeleportState = { last: TrackFix | null; doubted: TrackFix[] };

export type Passed = {
  /** In the order of their times. */
  readonly kept: readonly TrackFix[];
  /** The first of `kept` was not driven to: its leg counts neither distance nor time. */
  readonly jumped: boolean;
  readonly dropped: number;
};

/** So many fixes that agree among themselves are believed, however they came there (a ferry, a long tunnel, a first fix that was wrong). */
const believed = 3;

const tooFast = (from: TrackFix, to: TrackFix, maxMs: number) =>
  metresBetween(from, to) > (maxMs * (to.time - from.time)) / 1000;

/** The fix lies with the doubted ones, though after so long a time it could have been driven to from the last as well. */
function confirms({ last, doubted }: TeleportState, fix: TrackFix, maxMs: number): boolean {
  const before = doubted.at(-1);
  if (!last || !before || doubted.length < believed - 1 || tooFast(before, fix, maxMs)) return false;
  return metresBetween(before, fix) < metresBetween(last, fix);
}

/** Takes the next fix by time. Changes the state. */
export function passTeleports(state: TeleportState, fix: TrackFix, maxMs: number): Passed {
  const { last, doubted } = state;
  if (last === null || (!tooFast(last, fix, maxMs) && !confirms(state, fix, maxMs))) {
    state.last = fix;
    if (doubted.length > 0) state.doubted = [];
    return { kept: [fix], jumped: false, dropped: doubted.length };
  }
  const before = doubted.at(-1);
  if (before && tooFast(before, fix, maxMs)) {
    state.doubted = [fix];
    return { kept: [], jumped: false, dropped: doubted.length };
  }
  const agreed = [...doubted, fix];
  if (agreed.length < believed) {
    state.doubted = agreed;
    return { kept: [], jumped: false, dropped: 0 };
  }
  state.last = fix;
  state.doubted = [];
  return { kept: agreed, jumped: true, dropped: 0 };
}
