import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { timeouts } from '#kit/server/db/timeouts.ts';
import type { Asked } from './testing/call.ts';
import { acts, answersOf, type Answers, looks, readFindings, twoOrganisations } from './testing/leaks.ts';
import { mightiest, type Organisation, twinCheck } from './testing/organisation.ts';
import { inviteCheck, shareCheck } from './testing/fleet-world.ts';
import { placesInSource } from './testing/filter-sites.ts';
import { readsOf } from './testing/reads.ts';
import { type Canaries, canariesOf } from './testing/scan.ts';
import { type Finding, storedIds, type Sweep, sweep } from './testing/sweep.ts';
import { switches } from './testing/switches.ts';
import type { Caller } from './testing/callers.ts';
import type { World } from './testing/world.ts';

vi.mock('#kit/server/db/tenant-filter.ts', async (original) =>
  (await import('./testing/switches.ts')).switchable(await original()),
);

let world: World;
let own: Organisation;
let other: Organisation;
let canaries: Canaries;
/** The most that people of the organisation can do, and staff who work for it. */
let callers: readonly Caller[];
const reads = new Map<Caller, Asked[]>();
/** Places that each step of a walker passed while nothing was taken away. */
const passed = new Map<Caller, Map<string, Set<string>>>();

/**
 * Without its fence a write waits for a row that is locked here, and is noticed by waiting for it too long. Nobody else keeps a row for
 * as long as this.
 */
const lockMs = 300;
const usualLockMs = timeouts.lockMs;

beforeAll(async () => {
  timeouts.lockMs = lockMs;
  ({ world, own, other } = await twoOrganisations('fences alone'));
  canaries = await canariesOf(world, other);
  callers = mightiest(own);
  for (const caller of callers) await notePlaces(caller);
}, 600_000);
afterAll(async () => {
  timeouts.lockMs = usualLockMs;
  await world?.close();
});

const given = (caller: Caller): Sweep => ({
  world,
  own,
  caller,
  canaries,
  width: 'narrow',
  counts: { calls: 0, slots: 0 },
});

/** Answers that are remembered would hide what the next statement says. */
function forgetAnswers(): void {
  for (const { table } of world.definitions) world.test.product.kit.versions.bump(table, null);
}

/** Walks once with every fence in its place, and notes which places each step passes: those are the steps that can notice. */
async function notePlaces(caller: Caller): Promise<void> {
  const steps = new Map<string, Set<string>>();
  passed.set(caller, steps);
  const note = (step: string) => {
    steps.set(step, new Set(switches.seen));
    switches.seen.clear();
  };
  const asks = [
    ...(await readsOf(world, caller, 'narrow')),
    await twinCheck(world, own),
    await inviteCheck(world, own, other),
    await shareCheck(world, own, other),
  ];
  reads.set(caller, asks);
  forgetAnswers();
  switches.seen.clear();
  for (const asked of asks) {
    await answersOf(world, caller, [asked]);
    note(keyOf(asked));
  }
  const findings: Finding[] = [];
  switches.seen.clear();
  for await (const finding of sweep({ ...given(caller), harmless: true, taken: note })) findings.push(finding);
  for await (const finding of storedIds(given(caller))) findings.push(finding);
  note('stored ids');
  expect(findings).toEqual([]);
}
const keyOf = (asked: Asked) => `${asked.method} ${asked.url} ${JSON.stringify(asked.body ?? '')}`;

/** Who notices first that the fence of a place is gone: the reads, the planted ids, or what is stored for later. */
async function noticedBy(place: string): Promise<Finding | undefined> {
  for (const caller of callers) {
    const takes = (step: string) => passed.get(caller)?.get(step)?.has(place) === true;
    const asked = (reads.get(caller) ?? []).filter((one) => takes(keyOf(one)));
    // What looks comes first, several together: what acts would be seen in one's own history.
    for (const some of [...inEights(looks(asked)), ...acts(asked).map((one) => [one])]) {
      const said = async (without: string | undefined) => {
        switches.place = without;
        forgetAnswers();
        return withoutTags(await answersOf(world, caller, some));
      };
      for (const finding of readFindings(await said(undefined), await said(place), canaries, caller)) return finding;
    }
    switches.place = place;
    const unlock = await world.behind.lock(other.id);
    try {
      // A machine that is too busy to refuse an id of nothing notices nothing.
      for await (const finding of sweep({ ...given(caller), takes }))
        if (!finding.check.startsWith('busy at')) return finding;
    } finally {
      await unlock();
    }
    if (takes('stored ids')) for await (const finding of storedIds(given(caller))) return finding;
  }
  return undefined;
}

const inEights = (asked: readonly Asked[]): Asked[][] =>
  Array.from({ length: Math.ceil(asked.length / 8) }, (_, at) => asked.slice(at * 8, at * 8 + 8));

/** A tag says in which state of the tables an answer was made, and those states are passed through here on purpose. */
const withoutTags = (answers: Answers): Answers =>
  new Map([...answers].map(([key, one]) => [key, { ...one, said: one.said.replace(/"etag":"W[^,}]+/, '') }]));

/** Fences that nobody here can miss: what stands before them, or why asking once does not show it. */
const unseen: Readonly<Record<string, string>> = {
  'bill-payments': 'Each payment that it finds is locked within the scope right after',
  'challan-what-if': 'Only who may write challan rules asks, and no client may: staff see every organisation',
  'device-details': 'Tells more of a device that was read within the scope just before',
  'duty-rules':
    'Tells whether there is one at all, and the walkers have some of each: hidden-answers.test.ts has an organisation without any',
  'duty-versions': 'The stream of the live map reads it, and no call does: off-duty.test.ts follows the stream',
  'first-steps':
    'Tells whether there is one at all, and the walkers have some of each: first-steps.test.ts has an organisation without any',
  'found-transactions':
    'Only a whole reference finds one, and the walkers know none of others: found-elsewhere.test.ts tries one',
  'groups-of-vehicle':
    'The vehicle was read within the scope just before, and groups hold vehicles of their own organisation only',
  'incident-report': 'Tells more of an incident that was read within the scope just before',
  'notice-choices-removal':
    'Takes back what one chose oneself, and no body of the walker does: preferences.test.ts has a colleague who chose as well',
  'notices-after': 'Where a page begins; the rows of the page have a filter of their own',
  'notices-removal': 'The walker names no ids here: notifications.test.ts tries those of a colleague',
  'off-duty-vehicles':
    'Vehicles of the walkers work on every day: hidden-answers.test.ts has one of another organisation that is off duty',
  'probe-caps':
    'The client is one’s own; only staff name another, and no geofence of it lies where the walkers ask: probe.test.ts has one',
  'push-test-noted': 'Of browsers that one’s own list gave just before',
  'push-tests': 'When one asked for a test last: browsers.test.ts has somebody else who asked a moment before',
  'review-item': 'The document that it finds is read within the scope right after',
  'trip-plates': 'The trips of the vehicles that it finds are read within the scope right after',
  'vehicle-details': 'Tells more of a vehicle that was read within the scope just before',
};

test('whichever fence is taken away alone, with no row security behind it, something notices', async () => {
  const started = performance.now();
  const lines: string[] = [];
  const unnoticed: string[] = [];
  const hashes = await world.behind.hashes(other.id);
  const { places } = placesInSource();
  for (const { name, file } of places) {
    const from = performance.now();
    try {
      const finding = await noticedBy(name);
      if (!finding) unnoticed.push(name);
      const how = finding ? `${finding.check}: ${finding.route}` : 'NOBODY NOTICES';
      lines.push(`  ${name.padEnd(20)} ${how.slice(0, 90).padEnd(90)} ${file}, ${since(from)}`);
    } finally {
      switches.place = undefined;
    }
  }
  console.log([`${places.length} fences taken away in ${since(started)}:`, ...lines].join('\n'));
  expect(unnoticed.sort(), 'every exception is needed').toEqual(Object.keys(unseen).sort());
  // What was noticed was stopped by the locks before it did harm, or only read.
  expect(Object.keys(await world.behind.hashes(other.id))).toEqual(Object.keys(hashes));
}, 900_000);

test.each([
  ['an export', 'listed-by-id', /^POST \/vehicle\/export \d+ ids\.\d+$/],
  ['many records', 'lock', /^POST \/vehicle\/bulk \d+ ids\.\d+$/],
])(
  'ids that are put into one list together, for %s, are noticed like each alone',
  async (_, place, step) => {
    const unlock = await world.behind.lock(other.id);
    const findings: Finding[] = [];
    const given = {
      world,
      own,
      caller: own.keeper,
      canaries,
      width: 'narrow' as const,
      counts: { calls: 0, slots: 0 },
    };
    try {
      switches.place = place;
      forgetAnswers();
      for await (const finding of sweep({ ...given, takes: (one) => step.test(one) })) findings.push(finding);
    } finally {
      switches.place = undefined;
      await unlock();
    }
    console.log(`${place}: ${given.counts.calls} calls, ids planted in ${given.counts.slots} places`);
    expect(findings.length).toBeGreaterThan(0);
    // A call for each id would be thirty and more for every place.
    expect(given.counts.calls).toBeLessThan(15 * given.counts.slots);
  },
  120_000,
);

const since = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
