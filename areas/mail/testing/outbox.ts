import type { TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { type Mail, type NewMail, queueMail } from '../mail.server.ts';

let serial = 0;
/** The secret of a link that lets people in, another one for each call. */
export const secret = () => `Rk5ecretT0ken${(serial += 1)}x${process.hrtime.bigint()}`;

/** What tests of the outbox do beside its calls. */
export function outboxOf({ product, clock }: TestProduct) {
  const sql = <Row = Record<string, unknown>>(text: string, params: (string | null)[] = []) =>
    transact(product.db, everything, (db) => db.query<Row>(text, params));
  const accountOf = async (email: string) =>
    (
      await sql<{ id: string; orgId: string | null }>(`select id, org_id as "orgId" from account where email = $1`, [
        email,
      ])
    )[0] as {
      id: string;
      orgId: string | null;
    };
  return {
    sql,
    accountOf,
    /** A mail with a link of twenty minutes, to the account of an address. */
    async queueReset(email: string, token: string, mail = product.mail, more: Partial<NewMail<'password-reset'>> = {}) {
      const { id, orgId } = await accountOf(email);
      return (await transact(product.db, everything, (db) =>
        queueMail(db, mail, {
          template: 'password-reset',
          to: { address: email, name: 'Somebody', accountId: id },
          orgId,
          values: { name: 'Somebody', link: `/reset-password#${token}`, minutes: '20' },
          expiresAt: new Date(clock.now().getTime() + 20 * 60_000),
          ...more,
        }),
      )) as string;
    },
    /** One round of a sender of one's own. */
    async send(mail: Mail) {
      (await transact(product.db, everything, (db) => mail.take(db, clock.now())))?.();
      await mail.idle();
    },
  };
}
