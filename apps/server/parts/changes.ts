import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { publishChanges } from '#kit/server/live/changes.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import { ownVersions, sharedVersions, withListener } from '#kit/server/versions.ts';
import type { Base } from './base.ts';
import type { ServedArea } from './served.ts';

/** Follows writes to tables: remembered answers, open browsers and sessions hang on them. */
export function followChanges(
  { db, clock, alone }: Base,
  sessions: SessionStore,
  live: Hub,
  areas: readonly ServedArea[],
  catalogues: readonly AnyCatalogue[],
) {
  const changes = publishChanges(live, catalogues, alone ? ownVersions() : sharedVersions(db));
  const tablesOfRights = new Set(areas.flatMap(({ tablesOfRights = [] }) => tablesOfRights));
  // What a person may do acts on the next request.
  const versions = withListener(changes.versions, tablesOfRights, () => {
    sessions.forgetAll();
    for (const { afterRightsChange } of areas)
      if (afterRightsChange)
        void transact(db, everything, (db) => afterRightsChange(db, clock.now())).catch(() => undefined);
  });
  return { versions, stop: () => changes.stop() };
}
