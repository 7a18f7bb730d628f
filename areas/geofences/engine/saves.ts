import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import type { GeofenceAlert } from '../alert.contract.ts';
import { addEvents, insideAt } from './fence-events.store.ts';
import { putMark, putStates, savedOf, type StateRow } from './fence-states.store.ts';
import { type Notifying, notify, publishAlerts } from './notify.ts';
import { beginningOf, follow, putRevisited } from './revisit.ts';
import type { Watch } from './watch.ts';
import { printOf, type Watched } from './watched-vehicle.ts';

interface SaveOptions extends Notifying {
  db: Database;
  clock: Clock;
  registry: Pick<DeviceRegistry, 'bySlot'>;
}

const rowOf = ({ vehicleId, orgId, state, late }: Watched): StateRow => ({
  vehicleId,
  orgId,
  saved: savedOf(state),
  lateFrom: late?.from ?? null,
});

/** What a follower writes, each in one transaction. */
export function createSaves(options: SaveOptions) {
  const { db, clock, registry, live, book } = options;
  const tell = (alerts: readonly GeofenceAlert[]) => {
    publishAlerts(live, alerts);
    if (alerts.length > 0) options.mail.jobs.wake();
  };

  /** Saves all that was taken until now, with the mark up to which that goes. */
  async function saveUnsaved(watch: Watch, mark: number, isMarkNew: boolean): Promise<void> {
    const unsaved = watch.takeUnsaved();
    const rows = unsaved.changed.flatMap((watched) => {
      const print = printOf(watched.state, watched.late?.from ?? null);
      return print === watched.saved ? [] : [{ watched, print, row: rowOf(watched) }];
    });
    if (rows.length === 0 && unsaved.events.length === 0 && !isMarkNew) return;
    const now = clock.now();
    try {
      const alerts = await transact(db, everything, async (db) => {
        const added = await addEvents(db, unsaved.events, now);
        await putStates(
          db,
          rows.map(({ row }) => row),
        );
        await putMark(db, mark);
        return notify(db, options, added, now);
      });
      for (const { watched, print } of rows) watched.saved = print;
      tell(alerts);
    } catch (error) {
      watch.putBack(unsaved);
      throw error;
    }
  }

  /** Follows a vehicle again whose positions came late. All that was taken of it is saved. */
  async function revisit(watched: Watched, mark: number): Promise<void> {
    const { late, vehicleId } = watched;
    if (!late) return;
    const from = beginningOf(late.from);
    const inside = await transact(db, everything, (db) => insideAt(db, vehicleId, from));
    const { state, events } = await follow({ db, registry, book }, watched, inside, from, mark);
    const now = clock.now();
    const alerts = await transact(db, everything, async (db) => {
      const added = await putRevisited(db, book, vehicleId, from, events, now);
      await putStates(db, [{ vehicleId, orgId: watched.orgId, saved: savedOf(state), lateFrom: null }]);
      return notify(db, options, added, now);
    });
    Object.assign(watched, { state, late: null, saved: printOf(state, null) });
    tell(alerts);
  }

  return { saveUnsaved, revisit };
}
