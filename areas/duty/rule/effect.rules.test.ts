import { expect, test } from 'vitest';
import { isOffDutyBy } from '../hiding/off-duty.rules.ts';
import { changeInWords, effectOf, type Said } from './effect.rules.ts';

const minute = 60_000;
/** A Monday, midnight in India; rules have held for long. */
const monday = Date.parse('2026-11-22T18:30:00Z');
const vehicles = ['a', 'b', 'c'];

/** Numbers below 1 that are the same in each run. */
let state = 166;
const below = (most: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 4_294_967_296) * most);
};
const drawn = (): Said => {
  const from = below(48) * 30;
  const days = [0, 1, 2, 3, 4, 5, 6].filter(() => below(3) > 0);
  return {
    days: below(3) === 0 ? [] : days,
    from,
    to: below(4) === 0 ? from : below(48) * 30,
    vehicles: below(3) === 0 ? null : vehicles.filter(() => below(2) === 0),
  };
};
/** Off duty by rules that have not changed, as positions are hidden. */
const hiddenBy = (rules: readonly Said[]) =>
  isOffDutyBy({
    versions: rules.map(({ days, from, to, vehicles }) => ({
      orgId: 'o',
      from: 0,
      to: null,
      schedule: { days, from, to },
      vehicles: vehicles && new Set(vehicles),
    })),
    assignments: [...vehicles, 'other'].map((vehicleId) => ({ orgId: 'o', vehicleId, from: 0, to: null })),
    emergencies: [],
  });

test('a change does what it is told to do: the same as looking at each half hour of a week for each vehicle', () => {
  const seen = new Set<string>();
  for (let round = 0; round < 150; round += 1) {
    const before = Array.from({ length: below(4) }, drawn);
    // One rule is added, taken away, or says something else.
    const at = below(before.length + 1);
    const after = below(4) === 0 && at < before.length ? before.toSpliced(at, 1) : before.toSpliced(at, 1, drawn());
    const effect = effectOf(before, after);
    const [was, is] = [hiddenBy(before), hiddenBy(after)];
    const found = { shows: false, hides: false };
    const concerned = new Set<string>();
    for (const vehicle of [...vehicles, 'other'])
      for (let half = 0; half < 336; half += 1) {
        const moment = monday + half * 30 * minute;
        const [wasHidden, isHidden] = [was(vehicle, moment), is(vehicle, moment)];
        if (wasHidden === isHidden) continue;
        concerned.add(vehicle);
        if (isHidden) found.hides = true;
        else found.shows = true;
      }
    expect({ shows: effect.shows, hides: effect.hides }, JSON.stringify({ before, after })).toEqual(found);
    expect([...vehicles, 'other'].filter(effect.concerns)).toEqual([...concerned]);
    seen.add(JSON.stringify(found));
  }
  // Each kind of change was among them.
  expect(seen.size).toBe(4);
});

test('what was done is said in words', () => {
  const said: Said = { days: [], from: 540, to: 1_080, vehicles: null };
  const words = (before: Said | null, after: Said | null, isKnown = true, isDeleted = false) =>
    changeInWords(before, after, { isKnown, isDeleted });
  expect([
    words(null, said, false),
    words(null, said),
    words(said, null),
    words(said, null, true, true),
    words(said, { ...said, to: 1_140 }),
    words(said, { ...said, days: [0] }),
    words(said, { ...said, vehicles: ['a'] }),
    words(said, { ...said, to: 1_140, vehicles: ['a'] }),
  ]).toEqual([
    'Added',
    'Switched on',
    'Switched off',
    'Deleted',
    'Working hours changed',
    'Working hours changed',
    'Vehicles changed',
    'Working hours and vehicles changed',
  ]);
});
