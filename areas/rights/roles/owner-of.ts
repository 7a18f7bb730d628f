import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { authorityOf } from './authority.ts';

/**
 * Whose a new row is that nobody has said the organisation of: that of the record it hangs on, for those who may write there.
 * @param field names that record
 * @param orgId of that record; undefined: there is none
 * @throws 400 at the field, where there is none or it is of an organisation that the writer does not work for: with the same words
 */
export async function ownerOf(
  db: Queryable,
  writer: Writer,
  field: string,
  orgId: string | undefined,
): Promise<string> {
  const reach = orgId === undefined ? undefined : await authorityOf(db, writer);
  if (orgId === undefined || (reach?.orgIds && !reach.orgIds.includes(orgId)))
    throw refuse.badInput({ [field]: 'This record no longer exists' });
  return orgId;
}
