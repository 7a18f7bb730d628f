import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asked, ask } from './caller.ts';
import { crowdOrganisation } from './organisation-growth.ts';
import { addTwins, buildOrganisation, leaveExports, type Organisation, twinCheck } from './organisation.ts';
import { outcomeOf } from './outcome.ts';
import { addCrossings } from './fleet-world.ts';
import { readsOf, type Width } from './reads.ts';
import { type Canaries, canariesOf, canariesTo, canaryIn, difference, saidBy } from './scan.ts';
import { type Finding, storedIds, sweep } from './sweep.ts';
import { switches } from './switches.ts';
import type { Walker } from './walkers.ts';
import { startWorld, type World } from './world.ts';

/** What stands between two organisations: the conditions in statements, row security, or both. */
export type Walls = 'both walls' | 'row security alone' | 'fences alone';

/** Takes away the walls that are not to stand. */
export async function standAlone({ behind }: World, walls: Walls): Promise<void> {
  switches.allFences = walls === 'row security alone';
  await behind.rowSecurity(walls !== 'fences alone');
}

/** Of the people of an organisation those with every right: one of its own, and staff who work for it. */
export const mightiest = ({ walkers, keeper }: Organisation): Walker[] =>
  walkers.filter((one) => one === keeper || one.kind === 'staff');

/** Questions and what they were answered. */
export type Answers = Map<string, { asked: Asked; said: string; etag: string | undefined }>;
/** Exports are told of in the history, whichever way they are asked for. */
const isTold = ({ method, url }: Asked): boolean => method !== 'GET' || /.\/export(\?|$)/.test(url);
/** What looks only, and what is told of in the history, like an export. */
export const looks = (reads: readonly Asked[]): Asked[] => reads.filter((asked) => !isTold(asked));
export const acts = (reads: readonly Asked[]): Asked[] => reads.filter(isTold);

export async function answersOf(world: World, walker: Walker, reads: readonly Asked[]): Promise<Answers> {
  const answers: Answers = new Map();
  for (const asked of reads) {
    const answer = await ask(world.test, walker, asked);
    const etag = answer.headers['etag'];
    const whole = (await saidBy(answer)) + (await outcomeOf(world, walker, asked, answer));
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

/** The state that a tag tells of is that of one organisation, or of all together: to staff it tells of no other in particular. */
const comparable = ({ kind }: Walker, said: string): string =>
  kind === 'client' ? said : said.replace(/"etag":"W[^,}]+/, '');

/** What others' rows change, or show, in the answers to the same questions. */
export function* readFindings(before: Answers, after: Answers, canaries: Canaries, walker: Walker): Generator<Finding> {
  const { role } = walker;
  for (const [route, { said }] of after) {
    const canary = canaryIn(said, canariesTo(walker, canaries));
    if (canary) yield { check: 'canary in a read', route, role, detail: canary };
    const was = before.get(route)?.said;
    if (was !== undefined && comparable(walker, was) !== comparable(walker, said))
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
    let walkers: readonly Walker[];
    /** With both walls clients ask everything; where one is missing, one catalogue stands for those that are alike. */
    const widthFor = ({ kind }: Walker): Width => (kind === 'client' && walls === 'both walls' ? 'whole' : 'narrow');

    beforeAll(async () => {
      world = await startWorld();
      own = await buildOrganisation(world, 'ZQAlpha');
      other = await buildOrganisation(world, 'ZQBravo');
      await leaveExports(world, other);
      await addTwins(world, own, other);
      await addCrossings(world, own, other);
      await standAlone(world, walls);
      walkers = walls === 'both walls' ? own.walkers : mightiest(own);
    }, 240_000);
    afterAll(() => world?.close());

    test('a thousand rows more in another organisation change no byte of what anybody reads', async () => {
      const started = performance.now();
      const reads = new Map<Walker, Asked[]>();
      for (const walker of walkers) reads.set(walker, await readsOf(world, walker, widthFor(walker)));
      reads.get(own.keeper)?.push(await twinCheck(world, own));
      const round = async (some: typeof looks) => {
        const answers = new Map<Walker, Answers>();
        for (const [walker, asked] of reads) answers.set(walker, await answersOf(world, walker, some(asked)));
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
        for (const [walker, was] of before) {
          findings.push(...readFindings(was, after.get(walker) ?? new Map(), canaries, walker));
          count += was.size;
        }
      for (const [walker, answers] of looked)
        for (const { asked, etag } of answers.values()) {
          if (etag === undefined) continue;
          tags += 1;
          const { status, text } = await ask(world.test, walker, { ...asked, headers: { 'if-none-match': etag } });
          // Records carry a version for writers; no call reads them by it.
          if (status !== (etag.startsWith('"v') ? 200 : 304) || (status === 304 && text !== ''))
            findings.push({ check: '304', route: asked.url, role: walker.role, detail: String(status) });
        }
      console.log(`${walls}: ${count} reads twice around ${added} new rows, ${tags} by their tag, ${since(started)}`);
      expect(findings.slice(0, 10)).toEqual([]);
      expect(added).toBeGreaterThanOrEqual(1_000);
      expect(count).toBeGreaterThan(walls === 'both walls' ? 1_000 : 300);
    }, 600_000);

    test('others’ ids are answered like ids of nothing wherever they are put, and nothing of others is seen or touched', async () => {
      const started = performance.now();
      const canaries = await canariesOf(world, other);
      const hashes = await world.behind.hashes(other.id);
      // What is locked, whoever wrote to it would wait for, and be told that the database is away.
      const unlock = await world.behind.lock(other.id);
      const findings: Finding[] = [];
      const counts = { calls: 0, slots: 0 };
      try {
        for (const walker of walkers) {
          const given = { world, own, walker, canaries, width: widthFor(walker), counts };
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
    }, 600_000);
  });
}

const since = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
