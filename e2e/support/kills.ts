import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProduct } from './product.ts';
import { type Journal, newJournal, write } from './writers.ts';

/** How often is killed, and after how many acknowledged writes at least. */
export const rounds = 20;
export const wanted = 50;
const writers = 6;

/** With a database of the user's own there is no server of ours to kill. */
export const foreign = process.env['DATABASE_URL'] !== undefined;
if (foreign) console.log('DATABASE_URL is set: the kill tests are skipped, because the database is not ours to kill');

/** The postmaster of a data folder: the first line of its pid file. */
export function postmasterOf(dataDir: string): number {
  const pointer = join(dataDir, 'postgres.location');
  const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Lets writers work until enough was acknowledged and a little longer, does `harm`, and gives the journal. */
export async function workUntil(
  product: RunningProduct,
  token: string,
  prefix: string,
  harm: () => Promise<void> | void,
  after: () => Promise<void> = async () => {},
): Promise<Journal> {
  const journal = newJournal();
  let stopped = false;
  const working = Array.from({ length: writers }, () => write(product.url, token, journal, prefix, () => stopped));
  while (journal.acknowledged < wanted) await pause(5);
  await pause(Math.random() * 60);
  await harm();
  await after();
  stopped = true;
  await Promise.all(working);
  return journal;
}
