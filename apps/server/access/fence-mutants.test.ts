import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Asked } from './testing/caller.ts';
import { acts, answersOf, type Answers, looks, readFindings, standAlone } from './testing/leaks.ts';
import { addTwins, buildOrganisation, leaveExports, type Organisation, twinCheck } from './testing/organisation.ts';
import { placesInSource } from './testing/places.ts';
import { readsOf, type Width } from './testing/reads.ts';
import { type Canaries, canariesOf } from './testing/scan.ts';
import { type Finding, storedIds, type Sweep, sweep } from './testing/sweep.ts';
import { switches } from './testing/switches.ts';
import type { Walker } from './testing/walkers.ts';
import { startWorld, type World } from './testing/world.ts';

vi.mock('#kit/server/db/fence.ts', async (original) =>
  (await import('./testing/switches.ts')).switchable(await original()),
);

let world: World;
let own: Organisation;
let other: Organisation;
let canaries: Canaries;
let reads: Asked[];
/** Places that each step of the sweep passed while nothing was taken away. */
const passed = new Map<string, Set<string>>();

beforeAll(async () => {
  world = await startWorld();
  own = await buildOrganisation(world, 'ZQAlpha');
  other = await buildOrganisation(world, 'ZQBravo');
  await leaveExports(world, other);
  await addTwins(world, own, other);
  await standAlone(world, 'fences alone');
  canaries = await canariesOf(world, other);
  await notePlaces();
}, 240_000);
afterAll(() => world?.close());

const given = (walker: Walker, width: Width): Sweep => ({
  world,
  own,
  walker,
  canaries,
  width,
  counts: { calls: 0, slots: 0 },
});

/** Answers that are remembered would hide what the next statement says. */
function forgetAnswers(): void {
  for (const { table } of world.definitions) world.test.product.kit.versions.bump(table, null);
}

/** Walks once with every fence in its place, and notes which places each step passes: those are the steps that can notice. */
async function notePlaces(): Promise<void> {
  const note = (step: string) => {
    passed.set(step, new Set(switches.seen));
    switches.seen.clear();
  };
  const walker = own.keeper;
  reads = [...(await readsOf(world, walker, 'narrow')), await twinCheck(world, own)];
  forgetAnswers();
  switches.seen.clear();
  for (const asked of reads) {
    await answersOf(world, walker, [asked]);
    note(keyOf(asked));
  }
  const findings: Finding[] = [];
  switches.seen.clear();
  for await (const finding of sweep({ ...given(walker, 'narrow'), taken: note })) findings.push(finding);
  for await (const finding of storedIds(given(walker, 'narrow'))) findings.push(finding);
  note('stored ids');
  expect(findings).toEqual([]);
}
const keyOf = (asked: Asked) => `${asked.method} ${asked.url} ${JSON.stringify(asked.body ?? '')}`;

/** Who notices first that the fence of a place is gone: the reads, the planted ids, or what is stored for later. */
async function noticedBy(place: string, width: Width, walkers: readonly Walker[]): Promise<Finding | undefined> {
  const takes = (step: string) => width === 'whole' || passed.get(step)?.has(place) === true;
  for (const walker of walkers) {
    const asked = width === 'whole' ? await readsOf(world, walker, 'whole') : reads.filter((one) => takes(keyOf(one)));
    switches.place = undefined;
    forgetAnswers();
    // In this order both rounds of looking see the same history of their own.
    const acted = withoutTags(await answersOf(world, walker, acts(asked)));
    const looked = withoutTags(await answersOf(world, walker, looks(asked)));
    switches.place = place;
    forgetAnswers();
    const lookedNow = withoutTags(await answersOf(world, walker, looks(asked)));
    const actedNow = withoutTags(await answersOf(world, walker, acts(asked)));
    const [read] = [
      ...readFindings(looked, lookedNow, canaries, walker.role),
      ...readFindings(acted, actedNow, canaries, walker.role),
    ];
    if (read) return read;
    const unlock = await world.behind.lock(other.id);
    try {
      for await (const finding of sweep({ ...given(walker, width), takes })) return finding;
    } finally {
      await unlock();
    }
    if (takes('stored ids')) for await (const finding of storedIds(given(walker, width))) return finding;
  }
  return undefined;
}

/** A tag says in which state of the tables an answer was made, and those states are passed through here on purpose. */
const withoutTags = (answers: Answers): Answers =>
  new Map([...answers].map(([key, one]) => [key, { ...one, said: one.said.replace(/"etag":"W[^,}]+/, '') }]));

test('whichever fence is taken away alone, with no row security behind it, something notices', async () => {
  const started = performance.now();
  const lines: string[] = [];
  const unnoticed: string[] = [];
  const hashes = await world.behind.hashes(other.id);
  const { places } = placesInSource();
  for (const { name, file } of places) {
    const from = performance.now();
    try {
      const finding = (await noticedBy(name, 'narrow', [own.keeper])) ?? (await noticedBy(name, 'whole', own.walkers));
      if (!finding) unnoticed.push(name);
      const how = finding ? `${finding.check}: ${finding.route}` : 'NOBODY NOTICES';
      lines.push(`  ${name.padEnd(20)} ${how.slice(0, 90).padEnd(90)} ${file}, ${since(from)}`);
    } finally {
      switches.place = undefined;
    }
  }
  console.log([`${places.length} fences taken away in ${since(started)}:`, ...lines].join('\n'));
  expect(unnoticed).toEqual([]);
  // What was noticed was stopped by the locks before it did harm, or only read.
  expect(Object.keys(await world.behind.hashes(other.id))).toEqual(Object.keys(hashes));
}, 900_000);

const since = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
