import { createHash, scryptSync } from 'node:crypto';
import type pg from 'pg';
import type { ConnectionConfig } from './connection.ts';

/** Seals a text, so that the database knows that the product wrote it: 64 hex digits, see `is_sealed` in 0036_sealed_scope.sql. */
export type Seal = (plain: string) => string;

const keys = new Map<string, Buffer>();

/**
 * The key of the seals, 32 bytes. It is drawn from the password of the runtime role: the product always has that, and
 * whoever gets SQL of their own into a statement of that role cannot read it.
 */
function scopeKey({ user, password = '' }: ConnectionConfig): Buffer {
  const of = `${user}:${password}`;
  const known = keys.get(of);
  if (known) return known;
  // Slow on purpose: a seal that was seen must not tell of a password that somebody thought up.
  const key = scryptSync(of, 'roadkeeper-scope', 32);
  keys.set(of, key);
  return key;
}

/** As many seals are kept as there may be organisations that work at the same time. */
const maxKept = 5_000;

/** @param app how the product reaches the database as its runtime role. */
export function sealsOf(app: ConnectionConfig): Seal {
  const key = scopeKey(app);
  const kept = new Map<string, string>();
  return (plain) => {
    const known = kept.get(plain);
    if (known !== undefined) return known;
    const inner = createHash('sha256').update(key).update(plain).digest();
    const seal = createHash('sha256').update(key).update(inner).digest('hex');
    if (kept.size >= maxKept) kept.clear();
    kept.set(plain, seal);
    return seal;
  };
}

/**
 * Gives the database the key of the runtime role's seals, as the owner of the tables; see scopeKey. Writes only where it has
 * another one: after its password was changed.
 */
export async function storeScopeKey(owner: pg.Client, app: ConnectionConfig): Promise<void> {
  const { rows: tables } = await owner.query("select 1 where to_regclass('scope_key') is not null");
  // Tests migrate to where a database once was.
  if (tables.length === 0) return;
  const key = scopeKey(app);
  const { rows } = await owner.query<{ key: Buffer }>('select key from scope_key');
  if (rows[0]?.key.equals(key)) return;
  await owner.query('insert into scope_key (key) values ($1) on conflict (is_only) do update set key = excluded.key', [
    key,
  ]);
}
