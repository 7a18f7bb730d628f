import type { Database } from '#kit/server/db/database.ts';
import { insert, once } from '../load.ts';
import { challanDeadlines, challanRules, deadlinesSince } from './challan-rules.ts';

/** Fines by the Act for the offences that are still there under their codes, and the deadlines of challans. */
export async function loadChallans(db: Database, now: Date): Promise<void> {
  await once(db, 'challan-rule', now, async (db) => {
    const types = await db.query<{ id: string; code: string }>(
      'select id, code from challan_type where deleted_at is null',
    );
    const idOf = new Map(types.map(({ id, code }) => [code, id]));
    const known = challanRules.filter(({ code }) => idOf.has(code));
    if (known.length === 0) return;
    await insert(
      db,
      'challan-rule',
      known.map(({ title }) => title),
      known.map(({ code, row }) => ({ challan_type_id: idOf.get(code) ?? '', ...row })),
      now,
    );
  });
  await once(db, 'challan-deadline', now, async (db) => {
    await insert(
      db,
      'challan-deadline',
      challanDeadlines.map(([kind]) => kind),
      challanDeadlines.map(([kind, amount, source]) => ({ kind, amount, effective_from: deadlinesSince, source })),
      now,
    );
  });
}
