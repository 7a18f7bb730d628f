import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProduct } from './product.ts';
import { type Journal, newJournal, write } from './writers.ts';

const given = process.env['KILL_ROUNDS'];
/** How often is killed: enough to notice in the suite, and as often as one says for a proof. */
export const rounds = Number(given ?? 20);
/** How long a database is frozen. */
export const frozenMs = given ? 30_000 : 6_000;
/** How often one connection is killed. */
export const fewRounds = Number(given ?? 5);
/** How often a database is told to end. */
export const twoRounds = Number(given ?? 2);
/** After how many acknowledged writes at least. */
export const wanted = 50;
const writers = 6;

/** With a database of the user's own there is no server of ours to kill. */
export const foreign = process.env['DATABASE_URL'] !== undefined;
if (foreign) console.log('DATABASE_URL is set: the kill tests are skipped, because the database is not ours to kill');

/** The postmaster of a data folder: the first line of its pid file. Undefined while there is none. */
export function findPostmaster(dataDir: string): number | undefined {
  const pointer = join(dataDir, 'postgres.location');
  const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The same where there must be one. Never 0, which as the number of a process means all of our own. */
export function postmasterOf(dataDir: string): number {
  const pid = findPostmaster(dataDir);
  if (pid === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}`);
  return pid;
}

export const postmasterItself = (postmaster: number): number => postmaster;

/** Processes of a database server and what their titles say. */
function processesOf(postmaster: number): { pid: number; title: string }[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  return [...lines.matchAll(/^\s*(\d+)\s+(.*)$/gm)].map(([, pid, title = '']) => ({ pid: Number(pid), title }));
}

/** Everything of a database server that runs, its postmaster first. */
export const familyOf = (postmaster: number): number[] => [
  postmaster,
  ...processesOf(postmaster).map(({ pid }) => pid),
];

/** The process of one of the product's connections, another in each round. */
export function connectionOf(postmaster: number, round: number): number {
  const own = processesOf(postmaster).filter(({ title }) => / rk_app /.test(title));
  const chosen = own[round % own.length];
  if (!chosen) throw new Error('The product has no connection');
  return chosen.pid;
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
