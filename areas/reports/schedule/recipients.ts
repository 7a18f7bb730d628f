import { recipientsOf } from '#areas/identity/identity.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { ReportName } from '../report/report-answers.contract.ts';
import type { Owner } from './schedule.store.ts';

export interface To {
  id: string;
  name: string;
  address: string;
}

/**
 * Whom a report may be mailed to: users of the organisation who may view it, and its owner. Keys are addresses in lower case. What is
 * read lies beyond nobody's scope: they are users of an organisation that the owner sees.
 */
export async function allowedRecipients(
  db: Queryable,
  orgId: string,
  report: ReportName,
  owner: Pick<Owner, 'id' | 'name' | 'email'> | undefined,
): Promise<Map<string, To>> {
  const readers = await recipientsOf(db, [orgId], 'report', 'view');
  const seers = report === 'geofence-visits' ? await recipientsOf(db, [orgId], 'geofence-event', 'view') : readers;
  const seen = new Set(seers.map(({ id }) => id));
  const found = new Map<string, To>();
  for (const { id, name, email } of readers)
    if (seen.has(id)) found.set(email.toLowerCase(), { id, name, address: email });
  if (owner?.email) found.set(owner.email.toLowerCase(), { id: owner.id, name: owner.name, address: owner.email });
  return found;
}
