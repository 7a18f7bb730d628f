import type { Queryable } from '#kit/server/db/database.ts';
import type { Account } from './accounts.ts';
import type { AccessKit } from './kit.ts';

type NoticeKit = Pick<AccessKit, 'sendMail' | 'clock'>;

/** Tells the person that the code at sign-in was switched on or off, or that its recovery codes changed. */
export const tellOfCode = (kit: NoticeKit, db: Queryable, account: Account, what: string): Promise<void> =>
  kit.sendMail(db, {
    template: 'sign-in-code-changed',
    accountId: account.id,
    variables: { name: account.name, what, at: kit.clock.now().toISOString() },
  });

/** Tells the person that the password is another one now. */
export const tellOfPassword = (kit: NoticeKit, db: Queryable, account: Account, what: string): Promise<void> =>
  kit.sendMail(db, {
    template: 'password-changed',
    accountId: account.id,
    variables: { name: account.name, what, at: kit.clock.now().toISOString() },
  });
