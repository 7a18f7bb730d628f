import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asked, askPatiently, inOrder } from './call.ts';
import { crowdOrganisation } from './organisation-growth.ts';
import { addTwins, buildOrganisation, leaveExports, mightiest, type Organisation, twinCheck } from './organisation.ts';
import { outcomeOf } from './outcome.ts';
import { addCrossings } from './fleet-world.ts';
import { readsOf, type Width } from './reads.ts';
import { type Canaries, canariesOf, canariesTo, canaryIn, difference, saidBy } from './scan.ts';
import { type Finding, storedIds, sweep } from './sweep.ts';
import { switches } from './switches.ts';
import type { Caller } from './callers.ts';
import { startWorld, type World } from './world.ts';

/** What stands between two organisations: the conditions in statements, row security, or both. */
export type Walls = 'both walls' | 'row security alone' | 'fences alone';

/** Takes away the walls that are not to stand. */
async function standAlone({ behind }: World, walls: Walls): Promise<void> {
  switches.allTenantFilters = walls === 'row security alone';
  await behind.rowSecurity(walls !== 'fences alone');
}

/** A world with two organisations whose rows could be taken for one another, behind the given walls. */
export async function twoOrganisations(
  walls: Walls,
): Promise<{ world: World; own: Organisation; other: Organisation }> {
  const world = await startWorld();
  const own = await buildOrganisation(world, 'ZQAlpha');
  const other = await buildOrganisation(world, 'ZQBravo');
  await leaveExports(world, other);
  await addTwins(world, own, other);
  await addCrossings(world, own, other);
  await standAlone(world, walls);
  return { world, own, other };
}

/** Questions and what they were answered. */
export type Answers = Map<string, { asked: Asked; said: string; etag: string | undefined }>;
/** Exports are told of in the history, whichever way they are asked for. */
const isTold = ({ method, url }: Asked): boolean => method !== 'GET' || /.\/export(\?|$)/.test(url);
/** What looks only, and what is told of in the history, like an export. */
export const looks = (reads: readonly Asked[]): Asked[] => reads.filter((asked) => !isTold(asked));
export const acts = (reads: readonly Asked[]): Asked[] => reads.filter(isTold);

export async function answersOf(world: World, caller: Caller, reads: readonly Asked[]): Promise<Answers> {
  const answers: Answers = new Map();
  // What only looks is asked together; what is told of in the history one after the other.
  const atOnce = reads.some(isTold) ? 1 : 8;
  for await (const [asked, answer] of inOrder(reads, (one) => askPatiently(world.test, caller, one), atOnce)) {
    const etag = answer.headers['etag'];
    const whole = (await saidBy(answer)) + (await outcomeOf(world, caller, asked, answer));
    // What a call has just made is called anew each time.
    const made = answer.status === 201 ? String(answer.json.data.id) : undefined;
    answers.set(`${asked.method} ${asked.url} ${JSON.stringify(asked.body ?? '')}`, {
      asked,
      said: made === undefined ? whole : whole.replaceAll(made, '<new>'),
      etag: typeof etag === 'string' ? etag : undefined,
    });
  }
  return answers;
}

/**
 * Steps of a sweep that are taken behind the same locks. As long as a transaction is open, the server keeps every version of the rows that
 * the calls change again and again, and looks through all of them for the one that holds.
 */
const stepsLocked = 600;

/** The state that a tag tells of is that of one organisation, or of all together: to staff it tells of no other in particular. */
const comparable = ({ kind }: Caller, said: string): string =>
  kind === 'client' ? said : said.replace(/"etag":"W[^,}]+/, '');

/** What others' rows change, or show, in the answers to the same questions. */
export function* readFindings(before: Answers, after: Answers, canaries: Canaries, caller: Caller): Generator<Finding> {
  const { role } = caller;
  for (const [route, { said }] of after) {
    const canary = canaryIn(said, canariesTo(caller, canaries));
    if (canary) yield { check: 'canary in a read', route, role, detail: canary };
    const was = before.get(route)?.said;
    if (was !== undefined && comparable(caller, was) !== comparable(caller, said))
      yield { check: 'a read changed', route, role, detail: difference(was, said) };
  }
}

/** The tests of what one organisation notices of another, behind the given walls. */
export function describeLeaks(walls: Walls): void {
  describe(`behind ${walls}`, () => {
    let world: World;
    let own: Organisation;
    let other: Organisation;
    /** A wall stands before whom it stands for, whatever their role: behind one alone those walk who can do most. */
    let callers: readonly Caller[];
    /** With both walls clients ask everything; where one is missing, one catalogue stands for those that are alike. */
    const width: Width = walls === 'both walls' ? 'whole' : 'narrow';

    beforeAll(async () => {
      ({ world, own, other } = await twoOrganisations(walls));
      // Staff ask the same behind one wall alone, where more would be noticed.
      callers = walls === 'both walls' ? own.callers.filter(({ kind }) => kind === 'client') : mightiest(own);
    }, 240_000);
    afterAll(() => world?.close());

    test('a thousand rows more in another organisation change no byte of what anybody reads', async () => {
      const started = performance.now();
      const reads = new Map<Caller, Asked[]>();
      for (const caller of callers) reads.set(caller, await readsOf(world, caller, width));
      reads.get(own.keeper)?.push(await twinCheck(world, own));
      const round = async (some: typeof looks) => {
        const answers = new Map<Caller, Answers>();
        for (const [caller, asked] of reads) answers.set(caller, await answersOf(world, caller, some(asked)));
        return answers;
      };
      // In this order both rounds of looking see the same history of their own.
      const acted = await round(acts);
      const looked = await round(looks);
      const added = await crowdOrganisation(world, other);
      const canaries = await canariesOf(world, other);
      const findings: Finding[] = [];
      let tags = 0;
      let count = 0;
      for (const [before, after] of [
        [looked, await round(looks)],
        [acted, await round(acts)],
      ] as const)
        for (const [caller, was] of before) {
          findings.push(...readFindings(was, after.get(caller) ?? new Map(), canaries, caller));
          count += was.size;
        }
      for (const [caller, answers] of looked) {
        const tagged = [...answers.values()].flatMap(({ asked, etag }) =>
          etag === undefined ? [] : [{ asked, etag }],
        );
        tags += tagged.length;
        const askByTag = ({ asked, etag }: (typeof tagged)[number]) =>
          askPatiently(world.test, caller, { ...asked, headers: { 'if-none-match': etag } });
        // Records carry a version for writers; no call reads them by it.
        for await (const [{ asked, etag }, { status, text }] of inOrder(tagged, askByTag, 8))
          if (status !== (etag.startsWith('"v') ? 200 : 304) || (status === 304 && text !== ''))
            findings.push({ check: '304', route: asked.url, role: caller.role, detail: String(status) });
      }
      console.log(`${walls}: ${count} reads twice around ${added} new rows, ${tags} by their tag, ${since(started)}`);
      expect(findings.slice(0, 10)).toEqual([]);
      expect(added).toBeGreaterThanOrEqual(1_000);
      expect(count).toBeGreaterThan(walls === 'both walls' ? 1_000 : 300);
    }, 1_200_000);

    test('others’ ids are answered like ids of nothing wherever they are put, and nothing of others is seen or touched', async () => {
      const started = performance.now();
      const canaries = await canariesOf(world, other);
      const hashes = await world.behind.hashes(other.id);
      // What is locked, whoever wrote to it would wait for, and be told that the database is away.
      let unlock = await world.behind.lock(other.id);
      const findings: Finding[] = [];
      const counts = { calls: 0, slots: 0 };
      let steps = 0;
      const taken = async () => {
        steps += 1;
        if (steps % stepsLocked !== 0) return;
        await unlock();
        unlock = await world.behind.lock(other.id);
      };
      try {
        for (const caller of callers) {
          const given = { world, own, caller, canaries, width, counts, taken };
          for await (const finding of sweep(given)) findings.push(finding);
          for await (const finding of storedIds(given)) findings.push(finding);
        }
      } finally {
        await unlock();
      }
      console.log(`${walls}: ${counts.calls} calls, ids planted in ${counts.slots} places, ${since(started)}`);
      expect(findings.slice(0, 10)).toEqual([]);
      expect(counts.slots).toBeGreaterThan(walls === 'both walls' ? 1_500 : 700);
      expect(await world.behind.hashes(other.id)).toEqual(hashes);
      expect(Object.keys(hashes).length).toBeGreaterThan(12);
    }, 1_200_000);
  });
}

const since = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
