import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import type { ConnectionConfig } from '../db/connection.ts';
import { type Archive, openArchive } from './archive.ts';
import { makeBase } from './base.ts';
import { checkPlace, listBases, plainError } from './place.ts';
import { answerRequest, takeRequest } from './request.ts';
import { checkRecipient, recipientFile } from './recovery-key.ts';
import { dropSlots, takeLock } from './slot.ts';
import { thin } from './thin.ts';

export interface ArchiveOrder {
  superuser: ConnectionConfig;
  dataDir: string;
  clusterDir: string;
  place: string;
  /** Base backups that are kept. */
  keep: number;
  /** Hours between base backups; 0: they are made by command only. */
  everyHours: number;
  program: string;
}

/** What the thread says of itself after every round. */
export interface ArchiveWord {
  /** Everything committed before this moment is in the backup. Null: nothing so far. */
  reachedAt: string | null;
  /** Why nothing is carried over at the moment. */
  problem: string | null;
  /** When the newest base backup was made that the log goes on from. */
  baseAt: string | null;
  /** Why the last base backup by itself failed. */
  baseProblem: string | null;
}

const roundMs = 1_000;
const retryMs = 2_000;
const lookAtBasesMs = 5_000;
const retryBaseMs = 15 * 60_000;
/**
 * With less room than this, and after this time, a log that cannot be carried over is kept no longer: the product goes on, and a new
 * base backup is made later.
 */
const lowBytes = 1_024 * 2 ** 20;
const patienceMs = 5 * 60_000;
let wellAt = performance.now();

const order = workerData as ArchiveOrder;
const stopping = new AbortController();
const word: ArchiveWord = { reachedAt: null, problem: null, baseAt: null, baseProblem: null };
// A thread's port knows no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = () => parentPort?.postMessage(word);
const messageOf = (error: unknown) => plainError(error, order.place).message;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ ...order.superuser, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Carries over until something fails or the thread is to end. */
async function carry(): Promise<void> {
  const recipient = await readFile(join(order.dataDir, recipientFile), 'utf8').catch(() => undefined);
  if (recipient === undefined)
    throw new Error('there is no recovery key yet: make one with npm run backup -- --new-key');
  checkPlace(order.place);
  const client = await connect();
  let base: Promise<void> | undefined;
  try {
    if (!(await takeLock(client, 'archive'))) throw new Error('another process carries the log over');
    const { dataDir, clusterDir, place } = order;
    const checked = checkRecipient(recipient);
    const archive = await openArchive({ client, clusterDir, files: join(dataDir, 'files'), place, recipient: checked });
    let looked = 0;
    let tried = Number.NEGATIVE_INFINITY;
    while (true) {
      // What is written after this is none of the last round's.
      const isLast = stopping.signal.aborted;
      word.reachedAt = (await archive.round()).toISOString();
      word.problem = null;
      wellAt = performance.now();
      if (performance.now() - looked > lookAtBasesMs || looked === 0) {
        looked = performance.now();
        await lookAtBases(archive.series);
      }
      const isDue = isBaseDue() && performance.now() - tried > retryBaseMs;
      const request = base || isLast ? undefined : await takeRequest(dataDir);
      if ((isDue || request !== undefined) && !base && !isLast) {
        tried = performance.now();
        base = ownBase(archive, checked, request).finally(() => {
          base = undefined;
          looked = 0;
        });
      }
      say();
      if (isLast) return;
      await sleep(roundMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lookAtBases(series: string): Promise<void> {
  const base = (await listBases(order.place)).findLast(({ database }) => database?.series === series);
  word.baseAt = base?.finishedAt ?? null;
}

const isBaseDue = () =>
  order.everyHours > 0 && (word.baseAt === null || Date.now() - Date.parse(word.baseAt) > order.everyHours * 3_600_000);

async function ownBase(archive: Archive, recipient: string, request?: string): Promise<void> {
  const { dataDir, clusterDir, place, program, keep } = order;
  let client: pg.Client | undefined;
  try {
    client = await connect();
    const archived = async (to: bigint) => {
      while (archive.reached() < to) {
        if (stopping.signal.aborted || word.problem) throw new Error('the log of writes is not carried over');
        await sleep(50);
      }
    };
    const { series } = archive;
    const base = { dataDir, place, recipient, program };
    const { id } = await makeBase({ ...base, database: { client, clusterDir, series, archived } });
    await thin(place, keep, series);
    word.baseProblem = null;
    if (request) await answerRequest(dataDir, request, { id });
  } catch (error) {
    word.baseProblem = messageOf(error);
    if (request) await answerRequest(dataDir, request, { problem: messageOf(error) }).catch(() => undefined);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Rather a gap in the backup than a product that cannot write. */
async function makeWay(): Promise<void> {
  const { bavail, bsize } = await statfs(order.clusterDir);
  if (bavail * bsize > lowBytes || performance.now() - wellAt < patienceMs) return;
  const client = await connect();
  try {
    await dropSlots(client);
  } finally {
    await client.end();
  }
}

parentPort?.on('message', () => stopping.abort());
while (!stopping.signal.aborted)
  await carry().catch(async (error: unknown) => {
    word.problem = messageOf(error);
    say();
    const request = await takeRequest(order.dataDir);
    if (request) await answerRequest(order.dataDir, request, { problem: word.problem }).catch(() => undefined);
    await makeWay().catch(() => undefined);
    await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  });
parentPort?.close();
