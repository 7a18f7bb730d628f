import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { HistoryBreak } from '#kit/contract/history.ts';
import { manualClock } from '#kit/server/clock.ts';
import { type Database, everything, openDatabase, type Queryable, transact } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { cloneDatabase } from '#kit/server/testing/database.ts';
import { readHead } from '../head.ts';
import { createSealer, type Sealer } from '../sealer.ts';
import type { VerifyState, Witness } from '../state.ts';
import { beginVerify, stepVerify } from '../verify.ts';

/** A database with its history, the sealer, and somebody who may do everything to it. */
export interface Chained {
  database: Awaited<ReturnType<typeof cloneDatabase>>;
  db: Database;
  owner: pg.Client;
  dataDir: string;
  clock: ReturnType<typeof manualClock>;
  sealer: Sealer;
  /** Lines that the sealer had to say. */
  said: string[];
  write(db: Queryable, number: number, change?: Partial<Writer>): Promise<void>;
  /** Writes rows and chains them. */
  chain(rows: number): Promise<void>;
  /** Checks everything, moving the clock where the check waits. */
  verify(witness?: Witness): Promise<VerifyState>;
  /** What the check found, in short: kind, entry and record, or 'whole'. */
  finding(witness?: Witness): Promise<string>;
  close(): Promise<void>;
}

export async function startChained(): Promise<Chained> {
  const database = await cloneDatabase();
  const db = openDatabase(database.app, { log: () => undefined });
  const owner = new pg.Client({ ...database.owner, options: '-c app.scope=staff -c timezone=Asia/Kolkata' });
  await owner.connect();
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-chain-'));
  const clock = manualClock('2026-11-21T06:00:00Z');
  const said: string[] = [];
  const sealer = createSealer({ db, clock, dataDir, log: (line) => said.push(line) });

  const chained: Chained = {
    database,
    db,
    owner,
    dataDir,
    clock,
    sealer,
    said,
    async write(db, number, change = {}) {
      const writer: Writer = {
        actorId: uuidv7(),
        actorName: 'Asha Menon',
        orgId: null,
        onBehalfOfId: uuidv7(),
        onBehalfOfName: 'Vikram Rao',
        source: 'screen',
        ip: '127.0.0.1',
        requestId: 'request',
        now: clock.now(),
        touched: [],
        ...change,
      };
      await recordChange(db, writer, {
        action: 'update',
        module: 'rto',
        recordId: uuidv7(),
        recordTitle: `Record ${number}`,
        orgId: null,
        before: { name: 'Poona', limit: 12.5, list: ['b', 'a'] },
        after: { name: 'Pune', limit: 12.75, list: [] },
      });
    },
    async chain(rows) {
      for (let number = 1; number <= rows; number += 1)
        await transact(db, everything, (db) => chained.write(db, number));
      await sealer.seal();
    },
    async verify(witness) {
      const head = await readHead(dataDir);
      let state = await transact(db, everything, (db) => beginVerify(db, head, witness));
      while (state.phase !== 'done') {
        const before = state;
        state = await transact(db, everything, (db) => stepVerify(db, before, clock.now()));
        if (state.patience) clock.move(3_000);
      }
      return state;
    },
    async finding(witness) {
      const { broken } = await chained.verify(witness);
      return broken ? short(broken) : 'whole';
    },
    async close() {
      await owner.end();
      await db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return chained;
}

const short = ({ kind, seq, recordTitle }: HistoryBreak) => `${kind} ${seq ?? '-'} ${recordTitle ?? '-'}`;
