import { isWithin } from '#telematics/geofences/schedule.ts';

/** What a rule says. */
export interface Said {
  /** 0 is Monday. None: every day. */
  days: readonly number[];
  /** Minutes of the day in India. */
  from: number;
  to: number;
  /** In their order; null: all of the organisation. */
  vehicles: readonly string[] | null;
}

/** What another set of rules does, at the times of a week. */
export interface Effect {
  /** Some vehicle is shown at times when it was hidden. */
  shows: boolean;
  /** Some vehicle is hidden at times when it was shown. */
  hides: boolean;
  /** Whether this vehicle is one of those. */
  concerns: (vehicleId: string) => boolean;
}

const dayMs = 86_400_000;
/** A Monday, midnight in India. */
const monday = Date.parse('2026-11-22T18:30:00Z');

/** Compares the rules of an organisation before a change with those after it. */
export function effectOf(before: readonly Said[], after: readonly Said[]): Effect {
  const all = [...before, ...after];
  // What working hours say changes at these minutes of days alone.
  const minutes = [...new Set([0, ...all.flatMap(({ from, to }) => [from, to])])];
  const moments = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
    minutes.map((minute) => monday + day * dayMs + minute * 60_000),
  );
  const named = all.map(({ vehicles }) => (vehicles === null ? null : new Set(vehicles)));
  /** Which of the rules are for a vehicle: those with the same are alike. */
  const kindOf = (vehicleId: string): string =>
    named.map((set) => (set === null || set.has(vehicleId) ? 1 : 0)).join('');
  // A name that no vehicle has stands for those that no rule names.
  const kinds = new Set(['', ...named.flatMap((set) => [...(set ?? [])])].map(kindOf));
  const effect = { shows: false, hides: false };
  const changed = new Set<string>();
  for (const kind of kinds) {
    const ofIt = (rules: readonly Said[], first: number) => rules.filter((_, at) => kind[first + at] === '1');
    const [was, is] = [ofIt(before, 0), ofIt(after, before.length)];
    for (const at of moments) {
      const [wasHidden, isHidden] = [hides(was, at), hides(is, at)];
      if (wasHidden === isHidden) continue;
      changed.add(kind);
      if (isHidden) effect.hides = true;
      else effect.shows = true;
    }
  }
  return { ...effect, concerns: (vehicleId) => changed.has(kindOf(vehicleId)) };
}

const hides = (rules: readonly Said[], at: number): boolean =>
  rules.length > 0 && !rules.some((rule) => isWithin(rule, at));

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was done to a rule, in words. @param known it said something before, at some time; @param isDeleted it lies in the trash */
export function changeInWords(
  before: Said | null,
  after: Said | null,
  { isKnown, isDeleted }: { isKnown: boolean; isDeleted: boolean },
): string {
  if (before === null) return isKnown ? 'Switched on' : 'Added';
  if (after === null) return isDeleted ? 'Deleted' : 'Switched off';
  const hours = !same([before.days, before.from, before.to], [after.days, after.from, after.to]);
  const vehicles = !same(before.vehicles, after.vehicles);
  if (hours && vehicles) return 'Working hours and vehicles changed';
  return hours ? 'Working hours changed' : 'Vehicles changed';
}
