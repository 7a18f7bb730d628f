import { authorityOf } from '#areas/rights/rights.server.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { hashOf } from '#kit/server/catalogue/sealed-fields.ts';
import { isMask } from '#kit/contract/sealed.ts';
import { type Database, everything, overall, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { driver } from './driver.contract.ts';

/*
 * Whether a number belongs to somebody's driver is worth asking about one person, and worth nothing to whoever would ask about
 * all. So every answer that tells it is counted, whatever way it came: by POST /client/find-driver, or by a new driver, an
 * import or a change that is refused because the number is in use elsewhere. Once the budget is spent all are refused alike.
 */
export const questionLimits = { anHour: 20, aDay: 100 };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Who asks: the person, and the organisation they ask for. */
interface Asker {
  accountId: string | null;
  orgId: string | null;
}
export const askerOf = ({ actorId, orgId }: Pick<Writer, 'actorId' | 'orgId'>): Asker => ({
  accountId: actorId,
  orgId,
});

export interface FoundDriver {
  id: string;
  orgId: string;
  name: string;
  state: string;
}

/**
 * A live driver who has the number or the licence, whoever employs them. The caller's transaction must see everybody's. It reads the
 * view, for which the index over numbers works; see 0033_scale.sql.
 */
export async function driverBy(
  db: Queryable,
  sealed: SealedTexts,
  by: { mobile?: string | null; dlNo?: string | null },
): Promise<FoundDriver | undefined> {
  const licence = isMask(by.dlNo) ? undefined : hashOf(sealed, driver, 'dlNo', by.dlNo);
  const [found] = await db.query<FoundDriver>(
    `select id, org_id as "orgId", name, state from driver_all
      where deleted_at is null and situation <> 'EXITED' and (lower(mobile) = $1 or dl_no_hash = $2) limit 1`,
    [by.mobile ?? null, licence ?? null],
  );
  return found;
}

export interface DriverQuestions {
  /** Seconds to wait once the budget of the person, or of the organisation, is spent. The transaction must see everybody's. */
  waitS(db: Queryable, asker: Asker, now: Date): Promise<number | undefined>;
  /** Counts a question in the caller's transaction. */
  count(db: Queryable, asker: Asker, now: Date): Promise<void>;
  /** Counts one whose own transaction is about to be rolled back. */
  note(asker: Asker, now: Date): void;
  /** How many are noted and not written. */
  readonly waiting: number;
}

const counted = new WeakMap<Database, DriverQuestions>();
/** The questions of a product: what is noted anywhere counts everywhere. */
export function questionsOf(database: Database): DriverQuestions {
  const questions = counted.get(database) ?? createDriverQuestions(database);
  counted.set(database, questions);
  return questions;
}

/** Counts questions in the database. What was noted is counted at once, and written a moment later. */
function createDriverQuestions(database: Database): DriverQuestions {
  const waiting = new Set<Asker & { at: number }>();
  const insert = (db: Queryable, { accountId, orgId }: Asker, at: Date) =>
    db.query('insert into driver_question (account_id, org_id, at) values ($1, $2, $3)', [
      accountId,
      orgId,
      at.toISOString(),
    ]);
  return {
    get waiting() {
      return waiting.size;
    },
    async waitS(db, { accountId, orgId }, now) {
      const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
      const [asked] = await db.query<{ hour: number; day: number; oldest: string | null }>(
        `select count(*) filter (where at > $3) as hour, count(*) as day, min(at) filter (where at > $3) as oldest from (
           select at, id from driver_question where account_id = $1 and at > $4
           union select at, id from driver_question where org_id = $2 and at > $4) q`,
        [accountId, orgId, since(hourMs), since(dayMs)],
      );
      const own = [...waiting].filter((one) => one.accountId === accountId || (orgId !== null && one.orgId === orgId));
      const within = (ms: number) => own.filter(({ at }) => at > now.getTime() - ms).length;
      const isDay = (asked?.day ?? 0) + within(dayMs) >= questionLimits.aDay;
      if (isDay) return 3_600;
      if ((asked?.hour ?? 0) + within(hourMs) < questionLimits.anHour) return undefined;
      return Math.max(60, Math.ceil((Date.parse(asked?.oldest ?? now.toISOString()) + hourMs - now.getTime()) / 1_000));
    },
    async count(db, asker, now) {
      await insert(db, asker, now);
    },
    note(asker, now) {
      const one = { ...asker, at: now.getTime() };
      // In the order in which they were asked: those of yesterday count no more.
      for (const old of waiting) {
        if (old.at > now.getTime() - dayMs) break;
        waiting.delete(old);
      }
      waiting.add(one);
      void transact(database, everything, (db) => insert(db, asker, now)).then(
        () => waiting.delete(one),
        // It stays counted for its day, as long as this process lives. Nobody has more than a day's budget of them.
        () => undefined,
      );
    },
  };
}

export const sweepQuestions = (db: Queryable, now: Date): Promise<unknown> =>
  db.query('delete from driver_question where at < $1', [new Date(now.getTime() - dayMs).toISOString()]);

/** A write of a driver tells no more of others' drivers than questions may. */
export const refuseElsewhere =
  (sealed: SealedTexts, questions: DriverQuestions): NonNullable<RowPolicy<typeof driver>['check']> =>
  async (db, writer, change) => {
    if (change.action !== 'create' && change.action !== 'update') return;
    const { before, values } = change;
    const by: { mobile?: string; dlNo?: string } = {};
    if (values.mobile !== before?.mobile) by.mobile = values.mobile;
    if (values.dlNo && values.dlNo !== before?.dlNo) by.dlNo = values.dlNo;
    if (by.mobile === undefined && by.dlNo === undefined) return;
    const scope = await scopeOfWriter(db, writer);
    // Who may see every driver is told nothing new, and whoever accepts an invitation asks nothing.
    if (writer.actorId === null || (scope.orgId === null && !scope.orgIds)) return;
    const asker = askerOf(writer);
    // What is thrown is thrown behind the wall again: some writes go on with the next row.
    const { waitS, found } = await overall(db, scope, async () => {
      const waitS = await questions.waitS(db, asker, writer.now);
      return { waitS, found: waitS === undefined ? await driverBy(db, sealed, by) : undefined };
    });
    if (waitS !== undefined) throw spent(waitS);
    if (!found || found.orgId === values.orgId) return;
    questions.note(asker, writer.now);
    throw refuse.conflict(elsewhere, { [by.mobile === undefined ? 'dlNo' : 'mobile']: elsewhere });
  };

export const spent = (waitS: number) =>
  refuse.tooMany('Too many look-ups of numbers and addresses. Try again later', waitS);
export const elsewhere = 'A driver of another organisation has this number. Send an invitation to request a transfer';

/** Whose rows whoever writes may see. */
export async function scopeOfWriter(db: Queryable, writer: Writer): Promise<Scope> {
  if (writer.orgId !== null) return { orgId: writer.orgId };
  const orgIds = (await authorityOf(db, writer))?.orgIds;
  return { orgId: null, ...(orgIds ? { orgIds } : {}) };
}
