import { uuidv7 } from 'uuidv7';
import type { TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { Tokens } from '#areas/identity/sessions/session-issuer.store.ts';

/** Somebody who walks through every route: one account of one role. */
export interface Caller {
  /** Of the role. */
  role: string;
  kind: 'staff' | 'client';
  orgId: string | null;
  accountId: string;
  token: string;
  /** Staff who work for one organisation only. */
  worksFor?: string;
}

/** The organisation whose rows somebody works on; null: everybody's. */
export const organisationOf = ({ orgId, worksFor }: Caller): string | null => orgId ?? worksFor ?? null;

/** Tokens of a new session, without a password. */
export const mint = (
  { product }: TestProduct,
  { accountId, orgId, kind }: Omit<Caller, 'token' | 'role'>,
): Promise<Tokens> => product.issuer.start({ accountId, orgId, kind }, { ip: '127.0.0.1', userAgent: '', keep: false });

let serial = 0;
/** A mobile number that nobody else has. */
export const newMobile = (): string => `97${String((serial += 1)).padStart(8, '0')}`;

/** Makes an account of a role beside the API and signs it in. Nobody has its password. */
export async function addCaller(
  product: TestProduct,
  role: string,
  name: string,
  orgId: string | null = null,
): Promise<Caller> {
  const accountId = uuidv7();
  const kind = orgId === null ? 'staff' : 'client';
  await transact(product.product.db, everything, (db) =>
    db.query(
      `insert into account (id, org_id, kind, name, email, mobile, role_id)
       select $1, $2, $3, $4, $5, $6, r.id from role r where r.name = $7 and r.deleted_at is null`,
      [accountId, orgId, kind, name, `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.in`, newMobile(), role],
    ),
  );
  const { access: token } = await mint(product, { accountId, orgId, kind });
  return { role, kind, orgId, accountId, token };
}
