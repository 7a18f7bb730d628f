import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { invitationModule } from './invitation-ends.store.ts';
import type { Invitation, InvitationStatus } from './invitations.contract.ts';

/** What has become of an invitation, ending "This invitation …". */
export const overWords: Readonly<Record<InvitationStatus, string>> = {
  0: 'is open',
  1: 'has already been accepted',
  2: 'was declined',
  3: 'has expired. Request a new one',
  4: 'was withdrawn',
};

/** A row of history about an invitation. */
export function recordEntry(
  db: Queryable,
  writer: Writer,
  { id, orgId, name }: Pick<Invitation, 'id' | 'orgId' | 'name'>,
  action: 'create' | 'update',
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Promise<void> {
  writer.touched.push(['invitation', orgId]);
  return recordChange(db, writer, {
    action,
    module: invitationModule,
    recordId: id,
    recordTitle: name,
    orgId,
    before,
    after,
    fields: ['status', 'transfer', 'resendCount'],
  });
}
