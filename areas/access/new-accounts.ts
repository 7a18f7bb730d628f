import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { RowGuard, RowGuards } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { AccessKit } from './kit.ts';
import { type Firebase, needSamePerson } from './firebase.ts';
import { linkLifeMs, makePasswordLink, voidLinks } from './password-link.ts';

type InviteKit = Pick<AccessKit, 'clock' | 'sendMail' | 'publicBase'>;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

async function invite(db: Queryable, kit: InviteKit, writer: Writer, id: string): Promise<void> {
  const { link, expiresAt } = await makePasswordLink(db, kit, id, 'invite');
  await kit.sendMail(db, {
    template: 'account-created',
    accountId: id,
    variables: { hours: String(linkLifeMs.invite / 3_600_000), by: writer.actorName },
    secretLink: link,
    expiresAt,
  });
}

/** A link opens the account for whoever reads the address it went to: with another address it is void, and both are told. */
async function moveAddress(
  db: Queryable,
  kit: InviteKit,
  writer: Writer,
  { id, email }: AnyRow,
  old: string | undefined,
): Promise<void> {
  await voidLinks(db, id);
  const address = text(email);
  const chosen = await db.query('select 1 from account where id = $1 and password_hash is not null', [id]);
  // Whoever has not come in yet is invited again.
  if (chosen.length === 0) return address === undefined ? undefined : invite(db, kit, writer, id);
  const notice = { template: 'address-changed', accountId: id } as const;
  const variables = { by: writer.actorName, address: address ?? 'your mobile number' };
  if (old !== undefined) await kit.sendMail(db, { ...notice, variables, address: old });
  if (address !== undefined) await kit.sendMail(db, { ...notice, variables });
}

/** Whoever is given an account gets a link to choose a password with, in the transaction that makes it. */
const inviting = (guard: RowGuard, kit: () => InviteKit): RowGuard => ({
  ...guard,
  async after(db, writer, change, row: AnyRow) {
    await guard.after?.(db, writer, change, row);
    const [old, address] = [text(change.before?.['email']), text(row['email'])];
    // Without an address there is no link; whoever made the account gives a one-time password instead.
    if (change.action === 'create' && address !== undefined) await invite(db, kit(), writer, row.id);
    if (change.action === 'update' && old?.toLowerCase() !== address?.toLowerCase())
      await moveAddress(db, kit(), writer, row, old);
  },
});

/**
 * Guards of accounts with what belongs to making one: the invitation, and the firebase header of POST /user.
 * @param kit asked for when it is needed: it stands on what the guards are part of.
 */
export const withNewAccounts = (guards: RowGuards, kit: () => InviteKit, firebase: Firebase): RowGuards => {
  const { user = {}, 'app-user': appUser = {} } = guards;
  return {
    ...guards,
    user: {
      ...inviting(user, kit),
      async incoming(call) {
        const claim = await firebase.verify(call.request.headers['firebase']);
        return (values) =>
          needSamePerson(claim, { email: text(values['email']) ?? '', mobile: text(values['mobile']) ?? null });
      },
    },
    'app-user': inviting(appUser, kit),
  };
};
