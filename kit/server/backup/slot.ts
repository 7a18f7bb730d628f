import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { formatLsn, type Lsn, parseLsn } from './lsn.ts';

/** What makes PostgreSQL keep its log of writes until it is in the archive. The name ends with the series. */
const prefix = 'roadkeeper_backup_';
/** Numbers of the locks that one process at a time holds: who archives the log, and who makes a base backup. */
const locks = { archive: 1, base: 2 } as const;
const lockSpace = 0x726b_6275;

export interface Slot {
  series: string;
  /** From here on the log is kept. */
  from: Lsn;
}

/** Takes a lock until the connection ends. @returns false when another process has it. */
export async function takeLock(client: pg.Client, name: keyof typeof locks): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [lockSpace, locks[name]]);
  return rows[0].taken as boolean;
}

export async function dropLock(client: pg.Client, name: keyof typeof locks): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, locks[name]]);
}

/** The slot of the archive, if there is one that still keeps everything since its beginning. */
export async function findSlot(client: pg.Client): Promise<Slot | undefined> {
  const { rows } = await client.query(
    `select slot_name as name, restart_lsn::text as "from" from pg_replication_slots
      where starts_with(slot_name, $1) and restart_lsn is not null and wal_status <> 'lost'`,
    [prefix],
  );
  const [slot] = rows as { name: string; from: string }[];
  return slot && { series: slot.name.slice(prefix.length), from: parseLsn(slot.from) };
}

/** @param temporary the slot goes with the connection. */
export async function makeSlot(client: pg.Client, temporary: boolean): Promise<Slot> {
  await dropSlots(client);
  const series = `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}_${randomBytes(4).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, $2)', [prefix + series, temporary]);
  const slot = await findSlot(client);
  if (!slot) throw new Error('PostgreSQL keeps no log of writes for the backup');
  return slot;
}

/** The log before this place needs to be kept no longer. */
export async function advanceSlot(client: pg.Client, { series, from }: Slot, to: Lsn): Promise<void> {
  if (to > from) await client.query('select pg_replication_slot_advance($1, $2)', [prefix + series, formatLsn(to)]);
}

/** Nothing keeps the log any more; a series that was under way ends. */
export async function dropSlots(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1) and not active',
    [prefix],
  );
}
