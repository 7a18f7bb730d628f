import { can } from '#kit/contract/rights.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { Stream, StreamFeed } from '#kit/server/live/topics.ts';
import type { Versions } from '#kit/server/versions.ts';
import { fleetCode, fleetStream } from './live-frames.contract.ts';
import { LivePlaces, type PlacesOptions } from './live-places.ts';
import { fleetView, type FleetView } from './live-vehicles.contract.ts';
import { Viewer } from './viewer.ts';
import { createVisibility } from './visible.ts';

/** A frame for what changed. */
const tickMs = 100;
/** Groups are told this often. */
const groupsMs = 1_000;

/** Follows where all vehicles are, for as long as somebody looks, and tells each viewer what they may see of it. */
export function createLiveFleet(options: PlacesOptions & { versions: Versions }): Stream<FleetView> {
  const { db, clock, log, versions } = options;
  const places = new LivePlaces(options);
  const { fleet } = places;
  const visibility = createVisibility({ db, versions, fleet, log });
  const viewers = new Set<Viewer>();
  /** Of this start of the server. */
  const epoch = (Date.now() ^ Math.floor(Math.random() * 0x7f_ff_ff_ff)) >>> 0;
  let groupedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const tellAll = () => {
    places.round();
    const mayGroup = performance.now() - groupedAt >= groupsMs;
    if (mayGroup) groupedAt = performance.now();
    const now = clock.now().getTime();
    for (const viewer of viewers) {
      try {
        viewer.tell(now, mayGroup);
      } catch (error) {
        log(
          `live map: a viewer was not told: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    }
    fleet.advance();
  };
  let isWaiting = false;
  /** What others wrote is known before anything is told: a rule that hides a place is asked for with each round. */
  const round = () => {
    if (isWaiting) return;
    const looked = visibility.look();
    if (!looked) return tellAll();
    isWaiting = true;
    void looked.finally(() => {
      isWaiting = false;
      if (timer) tellAll();
    });
  };
  const enter = (viewer: Viewer) => {
    viewers.add(viewer);
    places.start();
    timer ??= setInterval(round, tickMs).unref();
  };
  const leave = (viewer: Viewer) => {
    viewers.delete(viewer);
    if (viewers.size > 0) return;
    // What happens while nobody looks is read by the next who does.
    places.stop();
    clearInterval(timer);
    timer = undefined;
  };

  return {
    name: fleetStream,
    code: fleetCode,
    params: fleetView,
    authorise: ({ grants }) => can(grants, 'live-map', 'view'),
    open(session, params, way): StreamFeed<FleetView> {
      let view = params;
      let viewer: Viewer | undefined;
      let isOver = false;
      let end = () => {};
      const begin = async () => {
        const visible = await visibility.open(scopeOf(session));
        end = () => visibility.close(visible);
        await places.load();
        if (isOver) return end();
        const begun = (viewer = new Viewer({ fleet, visible, way, epoch }, view));
        enter(begun);
        end = () => {
          leave(begun);
          visibility.close(visible);
        };
      };
      begin().catch((error: unknown) => {
        log(`live map: not begun: ${error instanceof Error ? error.message : String(error)}`);
        end();
        way.fail();
      });
      return {
        change(next) {
          view = next;
          viewer?.change(next);
        },
        close() {
          isOver = true;
          if (viewer) end();
        },
      };
    },
  };
}
