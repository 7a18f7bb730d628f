import type { Reference } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '../db/database.ts';
import type { Writer } from '../history.ts';
import { refuse } from '../refusals.ts';
import { countsInWords } from './write/write-checks.ts';
import type { Draft, RowChange, RowPolicy } from './policy.ts';

/** How an area keeps the versions of a catalogue, in SQL of its own. */
export interface VersionStore {
  /** The first day of the version that follows one; undefined: none does. */
  nextFrom(db: Queryable, id: string): Promise<string | undefined>;
  /** Says of a new version which one it follows. */
  link(db: Queryable, id: string, replacesId: string): Promise<void>;
  /** What goes by a version, which is then not deleted. */
  uses(db: Queryable, writer: Writer, id: string): Promise<readonly Reference[]>;
}

/** What rows have that hold from one day to another. */
interface Version {
  id: string;
  status: 0 | 1;
  effectiveFrom: string;
  effectiveTo: string | null;
}
type Days = { effectiveFrom: string; effectiveTo?: string | null };

const versionOf = (row: unknown) => row as Version;
const isInForce = ({ status, effectiveFrom }: Version, today: string) => status === 1 && effectiveFrom <= today;
const todayOf = (writer: Writer) => indiaDay(writer.now);

/**
 * Rules of a catalogue whose rows stay as they were once they have been in force: a change from a later day makes the next version and
 * ends the one before on the day before. Until then they are changed and deleted like any other. The last day of the version in force
 * may be moved, never into the past.
 */
export function versionRules(
  definition: AnyCatalogue,
  store: VersionStore,
): Required<Pick<RowPolicy, 'successor' | 'check'>> {
  return {
    async successor(db, writer, { before, values }) {
      const [row, next, today] = [versionOf(before), values as unknown as Days, todayOf(writer)];
      if (!isInForce(row, today) || next.effectiveFrom <= today || next.effectiveFrom === row.effectiveFrom)
        return undefined;
      await refuseFollowed(db, store, row);
      const lastDay = addDays(next.effectiveFrom, -1);
      return {
        ended: { effectiveTo: row.effectiveTo !== null && row.effectiveTo < lastDay ? row.effectiveTo : lastDay },
        made: (db, id) => store.link(db, id, row.id),
      };
    },
    async check(db, writer, change) {
      const today = todayOf(writer);
      if (change.action === 'update') await checkUpdate(db, store, change, today);
      if (change.action === 'create' || change.action === 'update' || change.action === 'purge') return;
      const row = versionOf(change.before);
      if (change.action === 'delete') return refuseUsed(db, writer, { definition, store, row }, today);
      const isOff = change.action === 'status' && change.values.status === 0;
      if (isOff && isInForce(row, today))
        throw refuse.conflict(`In force since ${dayInWords(row.effectiveFrom)}: enter its last day instead`);
      if (!isOff && row.effectiveFrom <= today)
        throw refuse.conflict(`Its first day, ${dayInWords(row.effectiveFrom)}, has passed. Add it again instead`);
    },
  };
}

/** Whether a write makes a version hold for days that have passed: today's trips were judged without it. */
export function holdsForPast(change: RowChange, writer: Writer): boolean {
  const today = todayOf(writer);
  const { before } = change;
  const wasInForce = before !== null && isInForce(versionOf(before), today);
  if (change.action === 'create' || change.action === 'update')
    // The last day of one in force only moves among days to come.
    return !wasInForce && (change.values as unknown as Days).effectiveFrom <= today;
  return change.action !== 'purge' && before !== null && versionOf(before).effectiveFrom <= today;
}

/** Says what comes of a change that is taken: which days it is for. */
export function versionWarnings({ before, values, warnings }: Draft, writer: Writer): void {
  const [next, today] = [values as unknown as Days, todayOf(writer)];
  const isNow = before !== null && isInForce(versionOf(before), today);
  const from = dayInWords(next.effectiveFrom);
  if (isNow && next.effectiveFrom > today)
    warnings.push(`A new version applies from ${from}. The earlier one stays in force until the day before`);
  if (!isNow && next.effectiveFrom <= today) warnings.push(`In force at once, and for past days since ${from}`);
}

async function checkUpdate(
  db: Queryable,
  store: VersionStore,
  { before, values }: Extract<RowChange, { action: 'update' }>,
  today: string,
): Promise<void> {
  const [row, next] = [versionOf(before), values as unknown as Days];
  if (!isInForce(row, today)) return;
  const same = Object.entries(values).every(
    ([name, value]) => name === 'effectiveTo' || JSON.stringify(value ?? null) === JSON.stringify(before[name] ?? null),
  );
  if (!same) {
    const since = `In force since ${dayInWords(row.effectiveFrom)}, so it stays as it was`;
    throw refuse.badInput({
      effectiveFrom: `${since}. Enter the day from which the change applies, ${dayInWords(addDays(today, 1))} or later`,
    });
  }
  if (row.effectiveTo !== null && row.effectiveTo < today)
    throw refuse.badInput({ effectiveTo: `Ended on ${dayInWords(row.effectiveTo)}, and stays as it was` });
  if ((next.effectiveTo ?? today) < today)
    throw refuse.badInput({ effectiveTo: `Cannot be before today: it has been in force until now` });
  const isExtended = (next.effectiveTo ?? '9999') > (row.effectiveTo ?? '9999');
  if (isExtended) await refuseFollowed(db, store, row);
}

/** A version that another one follows is changed no more. */
async function refuseFollowed(db: Queryable, store: VersionStore, { id }: Version): Promise<void> {
  const from = await store.nextFrom(db, id);
  if (from !== undefined) throw refuse.conflict(`A later version begins on ${dayInWords(from)}. Change that one`);
}

async function refuseUsed(
  db: Queryable,
  writer: Writer,
  { definition, store, row }: { definition: AnyCatalogue; store: VersionStore; row: Version },
  today: string,
): Promise<void> {
  const uses = (await store.uses(db, writer, row.id)).filter(({ count }) => count > 0);
  if (uses.length > 0) {
    const by = countsInWords(uses);
    const advice = 'Enter its last day instead';
    throw refuse.referenced(`Used by ${by}, so this ${inSentence(definition.one)} cannot be deleted. ${advice}`, uses);
  }
  if (isInForce(row, today))
    throw refuse.conflict(
      `This ${inSentence(definition.one)} has been in force since ${dayInWords(row.effectiveFrom)}, so it cannot be deleted. Enter its last day instead`,
    );
}
