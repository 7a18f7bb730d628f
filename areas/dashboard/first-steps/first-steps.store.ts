import { can } from '#kit/contract/rights.ts';
import { tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { FirstStep } from '../dashboard-answers.contract.ts';

/** Lists that an organisation begins with, in the order in which they are best filled, and how many records each has then. */
const steps = { vehicle: 1, 'vehicle-kyc-doc': 1, drivers: 1, geofence: 1, 'app-user': 2 } as const;

/** What a new organisation does first, and what of it is done; nothing once all of it is, and for staff. */
export async function firstSteps(kit: CatalogueKit, session: Session): Promise<FirstStep[]> {
  const scope = scopeOf(session);
  if (session.user.kind !== 'client') return [];
  const own = (Object.keys(steps) as (keyof typeof steps)[]).filter((module) => can(session.grants, module, 'create'));
  if (own.length === 0) return [];
  const params: Param[] = [];
  const counts = own.map((module) => {
    const definition = kit.registry.get(module);
    const theirs = tenantFilterOf(definition, 'first-steps', scope, params);
    return `(select count(*) from (select 1 from ${definition.table} t where t.deleted_at is null${theirs} limit ${steps[module]}) n) as "${module}"`;
  });
  const [found] = await transact(kit.db, scope, (db) =>
    db.query<Record<string, number>>(`select ${counts.join(', ')}`, params),
  );
  const all = own.map((module) => ({ module, isDone: (found?.[module] ?? 0) >= steps[module] }));
  return all.every(({ isDone }) => isDone) ? [] : all;
}
