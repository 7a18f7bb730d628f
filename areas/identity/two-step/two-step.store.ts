import type { Account } from '../accounts/accounts.store.ts';
import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '#kit/server/db/database.ts';
import { seal, unseal } from '#kit/server/files/seal.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), and ten codes on paper for when it is lost. */
export interface TwoStep {
  /** Keeps a new secret that is not yet on. Gives it in base32 and as the address an app reads. */
  begin(
    db: Queryable,
    account: Pick<Account, 'id' | 'email' | 'mobile'>,
    now: Date,
  ): Promise<{ secret: string; uri: string }>;
  /**
   * Switches the begun second step on with a code that proves it was set up.
   * @returns false when the code is wrong. Refuses when nothing was begun, or too long ago.
   */
  confirm(db: Queryable, accountId: string, code: string, now: Date): Promise<boolean>;
  /** Takes a code of the app or of the paper, each of which counts once. Undefined: it is not right. */
  take(db: Queryable, accountId: string, typed: string, now: Date): Promise<'app' | 'paper' | undefined>;
  /** Ten new codes for paper in place of the old ones; they are shown this once. */
  newCodes(db: Queryable, accountId: string): Promise<string[]>;
  state(db: Queryable, accountId: string): Promise<{ onSince: string | null; codesLeft: number }>;
  /** @returns whether it was on. */
  remove(db: Queryable, accountId: string): Promise<boolean>;
}

const period = 30;
const begunMs = 15 * 60_000;
const codes = 10;
/** Without the letters and digits that are taken for one another. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const issuer = 'Roadkeeper';

/** Spaces and hyphens are for reading only. */
const plain = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase();
const totp = (secret: Secret, label = '') => new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret });

/** Sealed parts in one value: key 60 bytes, start value 12, tag 16, then the secret. */
const packed = ({ wrappedKey, iv, tag, cipher }: ReturnType<typeof seal>) =>
  Buffer.concat([wrappedKey, iv, tag, cipher]);
const unpacked = (bytes: Buffer) => ({
  wrappedKey: bytes.subarray(0, 60),
  iv: bytes.subarray(60, 72),
  tag: bytes.subarray(72, 88),
  cipher: bytes.subarray(88),
});

/** @param keys secrets kept outside the database: without them a copy of it gives no code away. */
export function createTwoStep(keys: { seal: Buffer; codes: Buffer }): TwoStep {
  const about = (accountId: string) => `two-step:${accountId}`;
  const hashOf = (accountId: string, code: string) =>
    createHmac('sha256', keys.codes)
      .update(`${accountId}:${plain(code)}`)
      .digest();
  const secretOf = (accountId: string, bytes: Buffer) => {
    const clear = unseal(keys.seal, unpacked(bytes), about(accountId));
    return new Secret({ buffer: Uint8Array.from(clear).buffer });
  };
  /** The step of 30 seconds that a code belongs to, one before or after included. */
  const stepOf = (secret: Secret, code: string, now: Date): number | undefined => {
    const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
    return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / period) + delta;
  };

  return {
    async begin(db, account, now) {
      const secret = new Secret({ size: 20 });
      const sealed = packed(seal(keys.seal, Buffer.from(secret.bytes), about(account.id)));
      const kept = await db.query(
        `insert into two_step (account_id, secret, started_at) values ($1, $2, $3)
         on conflict (account_id) do update set secret = excluded.secret, started_at = excluded.started_at, last_step = null
           where two_step.on_since is null returning account_id`,
        [account.id, sealed, now.toISOString()],
      );
      if (kept.length === 0) throw refuse.conflict('Two-step verification is already turned on. Turn it off first');
      return { secret: secret.base32, uri: totp(secret, account.email ?? account.mobile ?? account.id).toString() };
    },
    async confirm(db, accountId, code, now) {
      const [row] = await db.query<{ secret: Buffer; started_at: string }>(
        'select secret, started_at from two_step where account_id = $1 and on_since is null for update',
        [accountId],
      );
      if (!row || now.getTime() - Date.parse(row.started_at) > begunMs)
        throw refuse.conflict('This took too long. Start again with a new QR code');
      const step = stepOf(secretOf(accountId, row.secret), plain(code), now);
      if (step === undefined) return false;
      await db.query('update two_step set on_since = $2, last_step = $3 where account_id = $1', [
        accountId,
        now.toISOString(),
        step,
      ]);
      return true;
    },
    async take(db, accountId, typed, now) {
      const code = plain(typed);
      if (!/^\d{6}$/.test(code)) {
        const used = await db.query(
          `update recovery_code set used_at = $3 where account_id = $1 and hash = $2 and used_at is null returning hash`,
          [accountId, hashOf(accountId, code), now.toISOString()],
        );
        return used.length > 0 ? 'paper' : undefined;
      }
      const [row] = await db.query<{ secret: Buffer }>(
        'select secret from two_step where account_id = $1 and on_since is not null',
        [accountId],
      );
      const step = row && stepOf(secretOf(accountId, row.secret), code, now);
      if (step === undefined) return undefined;
      // Of two at once with the same code one finds the step used.
      const taken = await db.query(
        'update two_step set last_step = $2 where account_id = $1 and (last_step is null or last_step < $2) returning account_id',
        [accountId, step],
      );
      return taken.length > 0 ? 'app' : undefined;
    },
    async newCodes(db, accountId) {
      const fresh = Array.from({ length: codes }, () => {
        const code = Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join('');
        return `${code.slice(0, 5)}-${code.slice(5)}`;
      });
      await db.query('delete from recovery_code where account_id = $1', [accountId]);
      await db.query(`insert into recovery_code (account_id, hash) select $1, decode(unnest($2::text[]), 'hex')`, [
        accountId,
        fresh.map((code) => hashOf(accountId, code).toString('hex')),
      ]);
      return fresh;
    },
    async state(db, accountId) {
      const [row] = await db.query<{ onSince: string; codesLeft: number }>(
        `select t.on_since as "onSince", (select count(*) from recovery_code c where c.account_id = t.account_id and c.used_at is null) as "codesLeft"
         from two_step t where t.account_id = $1 and t.on_since is not null`,
        [accountId],
      );
      return row ?? { onSince: null, codesLeft: 0 };
    },
    async remove(db, accountId) {
      const gone = await db.query<{ on: boolean }>(
        'delete from two_step where account_id = $1 returning on_since is not null as on',
        [accountId],
      );
      return gone[0]?.on ?? false;
    },
  };
}
