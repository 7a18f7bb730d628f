import type { RowOf } from '#kit/contract/rows.ts';
import type { RowPolicy, RowPolicies } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { needSamePerson } from '../sign-in/firebase.ts';
import type { Account } from './account.contract.ts';
import { spendAccountMail } from './account-mail-budget.store.ts';
import { accountPolicy, rolePolicy } from './account.policy.ts';
import { linkLifeMs, makePasswordLink, voidLinks } from '../passwords/password-link.store.ts';

type InviteKit = Pick<IdentityParts, 'clock' | 'sendMail' | 'publicBase'>;

async function invite(db: Queryable, kit: InviteKit, writer: Writer, id: string): Promise<void> {
  await spendAccountMail(db, writer);
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
  { id, email }: Pick<RowOf<Account>, 'id' | 'email'>,
  old: string | null,
): Promise<void> {
  await voidLinks(db, id);
  const chosen = await db.query('select 1 from account where id = $1 and has_password', [id]);
  // Whoever has not come in yet is invited again.
  if (chosen.length === 0) return email === null ? undefined : invite(db, kit, writer, id);
  await spendAccountMail(db, writer);
  const notice = { template: 'address-changed', accountId: id } as const;
  const variables = { by: writer.actorName, address: email ?? 'your mobile number' };
  if (old !== null) await kit.sendMail(db, { ...notice, variables, address: old });
  if (email !== null) await kit.sendMail(db, { ...notice, variables });
}

/** Whoever is given an account gets a link to choose a password with, in the transaction that makes it. */
const inviting =
  (kit: InviteKit): NonNullable<RowPolicy<Account>['after']> =>
  async (db, writer, change, row) => {
    const { email } = row;
    // Without an address there is no link; whoever made the account gives a one-time password instead.
    if (change.action === 'create' && email !== null) await invite(db, kit, writer, row.id);
    if (change.action === 'update' && change.before.email?.toLowerCase() !== email?.toLowerCase())
      await moveAddress(db, kit, writer, row, change.before.email);
  };

/** Rules of accounts and roles, with what belongs to making an account: the invitation, and the firebase header of POST /user. */
export function newAccountPolicies(kit: InviteKit & Pick<IdentityParts, 'firebase'>): RowPolicies {
  const ofStaff = accountPolicy('staff');
  const after = inviting(kit);
  const staff: RowPolicy<Account> = {
    ...ofStaff,
    async after(db, writer, change, row) {
      await ofStaff.after?.(db, writer, change, row);
      await after(db, writer, change, row);
    },
    async incoming(call) {
      const claim = await kit.firebase.verify(call.request.headers['firebase']);
      return ({ email, mobile }) => needSamePerson(claim, { email: email ?? '', mobile: mobile ?? null });
    },
  };
  // People bring the rest of the rules of app users; the invitation comes after them.
  const client: RowPolicy<Account> = { after };
  return { role: rolePolicy, user: staff, 'app-user': client };
}
