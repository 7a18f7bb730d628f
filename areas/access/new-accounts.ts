import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { RowGuard, RowGuards } from '#kit/server/catalogue/guard.ts';
import type { AccessKit } from './kit.ts';
import { type Firebase, needSamePerson } from './firebase.ts';
import { linkLifeMs, makePasswordLink } from './password-link.ts';

type InviteKit = Pick<AccessKit, 'clock' | 'sendMail' | 'publicBase'>;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whoever is given an account gets a link to choose a password with, in the transaction that makes it. */
const inviting = (guard: RowGuard, kit: () => InviteKit): RowGuard => ({
  ...guard,
  async after(db, writer, change, row: AnyRow) {
    await guard.after?.(db, writer, change, row);
    // Without an address there is no link; whoever made the account gives a one-time password instead.
    if (change.action !== 'create' || !text(row['email'])) return;
    const { link, expiresAt } = await makePasswordLink(db, kit(), row.id, 'invite');
    await kit().sendMail(db, {
      template: 'account-created',
      accountId: row.id,
      variables: { hours: String(linkLifeMs.invite / 3_600_000), by: writer.actorName },
      secretLink: link,
      expiresAt,
    });
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
