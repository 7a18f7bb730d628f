import { type Database, everything, transact } from '#kit/server/db/database.ts';

/**
 * Who asks: four of the staff, each of whom may do everything. What one person has at a time is bounded (docs/decisions/0018), and
 * thirty-two connections are never one person's.
 */
export const askers = ['admin', 'clerk', 'operations', 'support'].map((name) => `${name}@roadkeeper.test`);

/** Gives all of them the role of the first. */
export const promoteAskers = (db: Database): Promise<unknown> =>
  transact(db, everything, (db) =>
    db.query(
      'update account set role_id = (select role_id from account where email = $1) where email = any($2::text[])',
      [askers[0] ?? '', askers],
    ),
  );
