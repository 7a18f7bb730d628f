import type { Queryable } from '#kit/server/db/database.ts';
import { type MoveCode, refusalOf } from './ledger.rules.ts';

/*
 * What the product may do with money. Every call is one function of the database, which locks the two accounts and keeps all
 * rules by itself (db/migrations/0080_ledger_calls.sql); the transaction's scope says whose accounts it may touch. What the
 * database refuses is thrown as the refusal that callers answer with; the same asked for twice is no refusal.
 */

/** Who moves money, and when. */
export interface Mover {
  /** Null: the product itself. */
  madeBy: string | null;
  /** The second person, where the amount needs one. */
  approvedBy?: string | null;
  now: Date;
}

/** How the two accounts stood after a movement. */
export interface Moved {
  /** Null: nothing was moved, or nothing is in its books yet. */
  fromBalance: number | null;
  toBalance: number | null;
  /** The very same was asked for before, and nothing was done again. */
  wasThere: boolean;
}

interface Said {
  code: MoveCode;
  fromBalance: number | null;
  toBalance: number | null;
}

const answer = 'code, from_balance as "fromBalance", to_balance as "toBalance"';

/** @throws 409 for what the ledger refuses, 404 for accounts that the scope does not see */
function done(said: Said | undefined): Moved {
  if (!said) throw new Error('The ledger said nothing');
  const { code, fromBalance, toBalance } = said;
  if (code !== 'DONE' && code !== 'EXISTS') throw refusalOf(code);
  return { fromBalance, toBalance, wasThere: code === 'EXISTS' };
}

export interface NewAccount {
  id: string;
  /** Null: an account of the house. */
  orgId: string | null;
  /** Its name for good; who opens the same again gets the one that is there. */
  code: string;
  kind: string;
  /** The least that may be there. Null: no bound. */
  floorPaise: number | null;
  ceilingPaise?: number | null;
}

/** Opens an account, or finds the one of that code. @returns its id */
export async function openAccount(db: Queryable, account: NewAccount, now: Date): Promise<string> {
  const { id, orgId, code, kind, floorPaise, ceilingPaise = null } = account;
  const [row] = await db.query<{ id: string | null }>(
    { name: 'ledger-open', text: 'select ledger_open($1, $2, $3, $4, $5, $6, $7) as id' },
    [id, orgId, code, kind, floorPaise, ceilingPaise, now.toISOString()],
  );
  if (!row?.id) throw new Error(`The account '${code}' is there already, and another one`);
  return row.id;
}

export interface Movement {
  /** Made by the caller, who may ask again with it. */
  id: string;
  from: string;
  to: string;
  paise: number;
  reason: string;
  note?: string;
}

/** Moves money from one account to another. */
export async function move(db: Queryable, movement: Movement, { madeBy, approvedBy, now }: Mover): Promise<Moved> {
  const { id, from, to, paise, reason, note = '' } = movement;
  const [said] = await db.query<Said>(
    { name: 'ledger-move', text: `select ${answer} from ledger_move($1, $2, $3, $4, $5, $6, $7, $8, $9)` },
    [id, from, to, paise, reason, note, madeBy, approvedBy ?? null, now.toISOString()],
  );
  return done(said);
}

export interface Return {
  id: string;
  kind: 'REFUND' | 'REVERSAL';
  /** The transfer that is given back. */
  of: string;
  /** Null: all of it. */
  paise: number | null;
  reason: string;
  note?: string;
}

/** Refunds a transfer or a part of it, or reverses it as a whole. */
export async function giveBack(db: Queryable, given: Return, { madeBy, approvedBy, now }: Mover): Promise<Moved> {
  const { id, kind, of, paise, reason, note = '' } = given;
  const [said] = await db.query<Said>(
    { name: 'ledger-return', text: `select ${answer} from ledger_return($1, $2, $3, $4, $5, $6, $7, $8, $9)` },
    [id, kind, of, paise, reason, note, madeBy, approvedBy ?? null, now.toISOString()],
  );
  return done(said);
}

/** Reserves money of an account until a time. */
export async function reserve(
  db: Queryable,
  { id, from, to, paise, reason, expiresAt }: Omit<Movement, 'note'> & { expiresAt: Date },
  { madeBy, now }: Mover,
): Promise<Moved> {
  const [said] = await db.query<Said>(
    { name: 'ledger-reserve', text: `select ${answer} from ledger_reserve($1, $2, $3, $4, $5, $6, $7, $8)` },
    [id, from, to, paise, reason, madeBy, now.toISOString(), expiresAt.toISOString()],
  );
  return done(said);
}

/** Takes what a hold reserved, or a part of it; the rest is free again. @param paise null: all of it */
export async function capture(
  db: Queryable,
  { id, hold, paise, note = '' }: { id: string; hold: string; paise: number | null; note?: string },
  { madeBy, approvedBy, now }: Mover,
): Promise<Moved> {
  const [said] = await db.query<Said>(
    { name: 'ledger-capture', text: `select ${answer} from ledger_capture($1, $2, $3, $4, $5, $6, $7)` },
    [id, hold, paise, note, madeBy, approvedBy ?? null, now.toISOString()],
  );
  return done(said);
}

/** Frees what a hold reserved. */
export async function voidHold(db: Queryable, hold: string, now: Date): Promise<Moved> {
  const [said] = await db.query<Said>({ name: 'ledger-void', text: `select ${answer} from ledger_void($1, $2)` }, [
    hold,
    now.toISOString(),
  ]);
  return done(said);
}

/** Ends holds whose time is over. */
export async function expireHolds(db: Queryable, now: Date): Promise<void> {
  await db.query('select ledger_expire($1)', [now.toISOString()]);
}

/** Nothing is paid from a frozen account or reserved of it; what was reserved before can be captured, and money comes in. */
export async function freezeAccount(db: Queryable, id: string, frozen: boolean): Promise<void> {
  const [row] = await db.query<{ found: boolean }>('select ledger_freeze($1, $2) as found', [id, frozen]);
  if (!row?.found) throw refusalOf('UNKNOWN');
}

/** What one person may move alone for a reason. */
export interface AloneLimit {
  alonePaise: number;
  /** Who set it; null: it came with the product. For them the lower one holds, so that nobody raises it for themselves. */
  setBy: string | null;
  formerPaise: number | null;
}

/** Undefined: the reason has no limit. */
export async function limitOf(db: Queryable, reason: string): Promise<AloneLimit | undefined> {
  const [row] = await db.query<AloneLimit>(
    `select alone_paise as "alonePaise", set_by as "setBy", former_paise as "formerPaise" from ledger_limit where reason = $1`,
    [reason],
  );
  return row;
}

/** What somebody may move alone under a limit. */
export const aloneFor = ({ alonePaise, setBy, formerPaise }: AloneLimit, accountId: string): number =>
  setBy === accountId ? Math.min(alonePaise, formerPaise ?? alonePaise) : alonePaise;

/** Sets what one person may move alone for a reason that has a limit. @returns what it was; null: nothing was set */
export async function setLimit(
  db: Queryable,
  reason: string,
  alonePaise: number,
  setBy: string,
): Promise<number | null> {
  const [row] = await db.query<{ before: number | null }>('select ledger_set_limit($1, $2, $3) as before', [
    reason,
    alonePaise,
    setBy,
  ]);
  return row?.before ?? null;
}
