import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';
import { oneLine, printable } from '#kit/contract/input.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import { passwordProblem } from '../passwords/passwords.contract.ts';
import type { Passwords } from '../passwords/password-hash.ts';

interface SetupKit {
  db: Database;
  clock: Clock;
  passwords: Passwords;
}
export interface NewAccount {
  name: string;
  email?: string;
  mobile?: string;
  role: string;
  organisationId?: string;
  profileType?: string;
}

/** Adds an account that can sign in with a password, given as its hash; the role is named. Gives the account's id. */
export async function addAccount(db: Queryable, account: NewAccount, passwordHash: string, now: Date): Promise<string> {
  const id = uuidv7();
  const rows = await db.query(
    `insert into account (id, org_id, kind, name, email, mobile, password_hash, role_id, profile_type, created_at, updated_at)
     select $1, $2, r.audience, $3, $4, $5, $6, r.id, $7, $8, $8 from rights_role r where r.name = $9 and r.deleted_at is null returning id`,
    [
      id,
      account.organisationId ?? null,
      account.name,
      account.email?.toLowerCase() ?? null,
      account.mobile ?? null,
      passwordHash,
      account.profileType ?? '0',
      now.toISOString(),
      account.role,
    ],
  );
  if (rows.length === 0) throw new Error(`No role named ${account.role}`);
  return id;
}

const hasStaff = async (db: Queryable) =>
  (await db.query(`select 1 from account where kind = 'staff' and has_password and deleted_at is null limit 1`))
    .length > 0;

/**
 * Makes sure that somebody can sign in for the first time: from ADMIN_EMAIL and ADMIN_PASSWORD, else through a link that
 * works once. Gives the link's token when one was made.
 */
export async function prepareFirstAdmin(
  kit: SetupKit,
  admin: { email: string; password: string } | undefined,
): Promise<string | undefined> {
  return transact(kit.db, everything, async (db) => {
    if (await hasStaff(db)) return undefined;
    if (admin) {
      const { email, password } = admin;
      const hash = await kit.passwords.hash(password);
      await addAccount(db, { name: 'Administrator', role: 'Super admin', email }, hash, kit.clock.now());
      return undefined;
    }
    const token = newToken('rks');
    // An earlier link that was printed and not used is void from now on.
    await db.query('delete from setup_link where used_at is null');
    await db.query('insert into setup_link (hash, created_at) values ($1, $2)', [
      hashToken(token),
      kit.clock.now().toISOString(),
    ]);
    return token;
  });
}

const setupBody = z.strictObject({
  token: z.string({ error: 'The setup link is not complete' }),
  name: z
    .string({ error: 'Name is required' })
    .check(
      z.trim(),
      printable,
      oneLine,
      z.minLength(2, { error: 'Name is required' }),
      z.maxLength(100, { error: 'Name can have at most 100 characters' }),
    ),
  email: z
    .string({ error: 'Email is required' })
    .check(z.trim(), z.maxLength(254), z.regex(emailPattern, { error: emailHint })),
  password: z
    .string({ error: 'Password is required' })
    .check(
      z.minLength(1, { error: 'Password is required' }),
      z.maxLength(512, { error: 'Use at most 128 characters' }),
    ),
});

/** POST /setup: the first administrator, through the link that the console showed. */
export function addSetupRoutes(app: FastifyInstance, kit: SetupKit): void {
  addRoute(app, {
    method: 'POST',
    path: '/setup',
    summary: 'Create the first administrator with the one-time link of the console',
    tag: 'Session',
    access: 'public',
    scope: 'none',
    body: setupBody,
    answer: null,
    handle: async ({ body }) => {
      const { token, password, ...account } = body as z.infer<typeof setupBody>;
      const problem = passwordProblem(password, { ...account, twoStep: false });
      if (problem !== undefined) throw refuse.badInput({ password: problem });
      await transact(kit.db, everything, async (db) => {
        const now = kit.clock.now();
        const used = await db.query(
          'update setup_link set used_at = $2 where hash = $1 and used_at is null returning hash',
          [hashToken(token), now.toISOString()],
        );
        if (used.length === 0 || (await hasStaff(db))) throw refuse.forbidden('This setup link is no longer valid');
        await addAccount(db, { ...account, role: 'Super admin' }, await kit.passwords.hash(password), now);
      });
      return { message: 'Administrator created. Sign in.', data: null };
    },
  });
}
