import type { Param, Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import type { LinkEnd } from './link-answers.contract.ts';
import { lost } from './open-links.store.ts';

/** Why, as the history tells it. */
const reasons: Readonly<Record<LinkEnd, string>> = {
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
  VEHICLE: 'Vehicle no longer in use, or transferred',
  MAKER: 'The person who created it may no longer share',
  TRIP: 'Trip recalculated',
  PIN: 'Too many wrong PINs',
};

/** Ended links and their view log are kept for so long. */
const keptMs = 180 * 86_400_000;

export interface EndedLink {
  id: string;
  orgId: string;
  plate: string;
  label: string | null;
}

/**
 * Ends links that have not ended yet, and tells it in the history.
 * @param match which of them, a condition over `share_link` aliased l; its parameters begin at $3.
 * @param at when they ended, SQL; left out, now.
 */
export async function endLinks(
  db: Queryable,
  writer: Writer,
  why: LinkEnd,
  match: string,
  params: readonly Param[] = [],
  at = '$2::timestamptz',
): Promise<EndedLink[]> {
  const ended = await db.query<EndedLink>(
    `update share_link l set ended_at = ${at}, ended_why = $1
     where l.ended_at is null and $2::timestamptz is not null and ${match}
     returning l.id, l.org_id as "orgId", l.plate, l.label`,
    [why, writer.now.toISOString(), ...params],
  );
  for (const { orgId } of ended) writer.touched.push(['share_link', orgId]);
  await recordChanges(
    db,
    writer,
    ended.map(({ id, orgId, plate, label }) => ({
      action: 'update' as const,
      module: 'share-link',
      recordId: id,
      recordTitle: plate,
      orgId,
      before: null,
      after: { label, endReason: reasons[why] },
      fields: ['label', 'endReason'],
    })),
  );
  return ended;
}

/** Links that have ended of themselves, for good: none opens again when its vehicle or its maker comes back. Everybody's rows. */
export async function endLostLinks(db: Queryable, writer: Writer): Promise<void> {
  await endLinks(db, writer, 'EXPIRED', 'l.expires_at <= $2::timestamptz', [], 'l.expires_at');
  for (const [why, match] of lost) await endLinks(db, writer, why, match);
}

/** Removes links that ended long ago, with who viewed them. */
export const removeOldLinks = (db: Queryable, now: Date): Promise<unknown> =>
  db.query('delete from share_link where ended_at < $1', [new Date(now.getTime() - keptMs).toISOString()]);
