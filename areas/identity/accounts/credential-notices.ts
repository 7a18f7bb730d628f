import type { Queryable } from '#kit/server/db/database.ts';
import type { Account } from './accounts.store.ts';
import type { IdentityParts } from '../identity-parts.ts';

type NoticeKit = Pick<IdentityParts, 'sendMail'>;

/** Tells the person that two-step sign-in was changed; `change` ends the sentence "Two-step sign-in was …". */
export const notifyOfTwoStep = (kit: NoticeKit, db: Queryable, account: Account, change: string): Promise<void> =>
  kit.sendMail(db, {
    template: 'sign-in-code-changed',
    accountId: account.id,
    variables: { change },
  });

/** Tells the person that the password is another one now; `by` ends the sentence "The password was changed by …". */
export const notifyOfPassword = (kit: NoticeKit, db: Queryable, account: Account, by: string): Promise<void> =>
  kit.sendMail(db, {
    template: 'password-changed',
    accountId: account.id,
    variables: { by },
  });
