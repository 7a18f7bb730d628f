import { uuidv7 } from 'uuidv7';
import { reviewAgain } from '#areas/documents/documents.server.ts';
import { accountPolicy, revokeSignInMethods } from '#areas/identity/identity.server.ts';
import { authorityOf } from '#areas/rights/rights.server.ts';
import { isTakenOut, type Maker, type RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { DriverQuestions } from '../drivers/driver-lookup.store.ts';
import { refuseLinks } from '../invitations/invitation-budget.store.ts';
import { updateKycStatus } from './kyc-status.store.ts';
import { refuseTakenElsewhere } from './taken-account.ts';
import type { appUser, organisation } from '../people.contract.ts';

/** An organisation of one person, for an app user who was given none. */
async function makeOwn(db: Queryable, writer: Writer, name: string): Promise<string> {
  const id = uuidv7();
  const at = writer.now.toISOString();
  await db.query(
    `insert into organisation (id, name, kind, created_at, created_by, updated_at, updated_by) values ($1, $2, 'PERSON', $3, $4, $3, $4)`,
    [id, name, at, writer.actorId],
  );
  writer.touched.push(['organisation', id]);
  await recordChange(db, writer, {
    action: 'create',
    module: 'organisation',
    recordId: id,
    recordTitle: name,
    orgId: id,
    before: null,
    after: { name, kind: 'PERSON' },
  });
  return id;
}

const account = accountPolicy('client');

export const appUserPolicy = (questions: DriverQuestions): RowPolicy<typeof appUser> => ({
  ...account,
  async check(db, writer, change) {
    await account.check?.(db, writer, change);
    // It stands in mails of the platform to whoever has the address.
    const isNamed = change.action === 'create' || change.action === 'update';
    if (isNamed && writer.orgId !== null && change.values.name !== change.before?.name)
      refuseLinks({ name: change.values.name });
    await refuseTakenElsewhere(questions)(db, writer, change);
  },
  async prepare(db, writer, values) {
    const hasNone = (values.orgId ?? null) === null;
    if (hasNone && (await authorityOf(db, writer))?.orgIds)
      throw refuse.badInput({ orgId: 'Organisation: choose one of your clients' });
    if (hasNone) values.orgId = await makeOwn(db, writer, values.name);
  },
  async afterMany(db, writer, changes, rows) {
    await reviewAgain(db, writer, 'app-user', changes, rows);
    const areNew = changes[0]?.action === 'create';
    await updateKycStatus(db, writer, { appUsers: rows.map(({ id }) => id), areNew });
  },
});

const mayNotCreate = ({ orgId, orgIds }: Maker) => {
  if (orgId !== null) return 'Only staff can create organisations';
  return orgIds ? 'You only have access to assigned clients, so you cannot add another' : undefined;
};

export const organisationPolicy: RowPolicy<typeof organisation> = {
  mayNotCreate,
  async check(db, writer, change) {
    const maker = change.action === 'create' ? ((await authorityOf(db, writer)) ?? writer) : undefined;
    const why = maker && mayNotCreate(maker);
    if (why) throw refuse.forbidden(why);
    if (change.action === 'status' || change.action === 'delete')
      if (writer.orgId !== null)
        // Whoever switches their own organisation off could never switch it on again.
        throw refuse.forbidden('Ask the staff to close your organisation');
  },
  async after(db, writer, change, row) {
    if (isTakenOut(change)) await revokeSignInMethods(db, 'org_id', row.id, writer.now);
  },
  async afterMany(db, writer, changes, rows) {
    await reviewAgain(db, writer, 'organisation', changes, rows);
    const areNew = changes[0]?.action === 'create';
    await updateKycStatus(db, writer, { organisations: rows.map(({ id }) => id), areNew });
  },
  rights: (session) =>
    session.user.kind === 'client'
      ? ['view', 'edit', 'export']
      : ['view', 'create', 'edit', 'delete', 'status', 'export', 'approve'],
};
