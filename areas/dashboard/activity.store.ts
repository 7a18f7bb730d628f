import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { historySource } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { type Change, grouped } from './activity.rules.ts';
import type { ActivityLine } from './dashboard-answers.contract.ts';

const lines = 8;
/** An import of thousands of rows is one line, and what was done before it still shows up. */
const lookAt = 2_000;

/** The latest changes of catalogues that the reader may view, those that were made together as one line. */
export async function latestActivity(kit: CatalogueKit, session: Session): Promise<ActivityLine[]> {
  const modules = kit.registry.all
    .filter((definition) => can(session.grants, definition.path, 'view'))
    .map((definition) => definition.path);
  const scope = scopeOf(session);
  // Staff see what happens to the rows they may see; what happened in an organisation is its owner's to know.
  if (modules.length === 0 || (scope.client && !can(session.grants, 'history', 'view'))) return [];
  const params: Param[] = [modules];
  const source = historySource(scope, params);
  const changes = (take: number) =>
    transact(kit.db, scope, (db) =>
      db.query<Change>(
        `select h.id, h.at, h.actor_name as actor, h.action, h.module, h.record_id as "recordId", h.record_title as label
         from ${source} where h.module = any($1) and h.source <> 'seed' and h.action not in ('refused', 'export') order by h.at desc, h.id desc limit ${take}`,
        params,
      ),
    );
  const first = await changes(lines * 5);
  const found = grouped(first);
  // The last group may go on behind what was read.
  const all = found.length > lines || first.length < lines * 5 ? found : grouped(await changes(lookAt));
  return all.slice(0, lines);
}
