import { metresBetween } from '#telematics/pipeline/geo.ts';
import { placeNameText } from '#kit/contract/places.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { isHiddenFrom } from '#areas/duty/duty.server.ts';
import { ceilingOf } from '#areas/gateway/gateway.server.ts';
import {
  clockOffset,
  elsewhereSince,
  fixesOf,
  installedIn,
  type Installation,
  type KnownVehicle,
  type Owned,
  ownedTimes,
  vehiclesByPlate,
} from './alibi-log.store.ts';
import { noDataWords, type Told, wordsOf } from './alibi-words.rules.ts';
import type { AlibiFacts, AlibiFixShown, AlibiReason } from './alibi.contract.ts';
import { judgeAlibi, type JudgedFix, marginM, type SentFix, type Verdict } from './alibi.rules.ts';

export interface AlibiAsked {
  plate: string;
  lat: number;
  lon: number;
  radiusM: number;
  place: string | null;
  /** Milliseconds, UTC. */
  from: number;
  to: number;
  toleranceMinutes: number;
  noticeNo: string | null;
  section: string | null;
}
export interface Found {
  facts: AlibiFacts;
  /** Whose vehicle it was then; null where nothing is known of it. */
  orgId: string | null;
}

const minuteMs = 60_000;
/** What is shown and judged beside the time itself. */
const besideMs = 30 * minuteMs;
/** Positions further away than this say nothing of the time any more. */
const keptMs = 7 * 24 * 3_600_000;
/** A clock of which nothing was measured is taken to be off by so much; one that was, by what was measured and a little more. */
const clock = { unknownMs: 60_000, moreMs: 5_000 } as const;
const mostShown = 1_000;

/** Finds out whether a vehicle can have been at a place. Stores nothing. */
export async function findAlibi(kit: CatalogueKit, db: Queryable, scope: Scope, asked: AlibiAsked): Promise<Found> {
  const told = toldOf(kit, asked);
  if (asked.to > kit.clock.now().getTime()) return { facts: without(asked, told, 'FUTURE', null, null), orgId: null };
  const known = await ownedVehicle(db, scope, asked);
  if (!known) return { facts: without(asked, told, 'UNKNOWN_PLATE', null, null), orgId: null };
  const { vehicle, owned, owner } = known;
  told.plate = vehicle.plate;
  told.fastestKmh = ceilingOf(vehicle.classes);
  if (!owner) {
    const since = owned.findLast(({ from }) => from > asked.from)?.from;
    const words = since === undefined || !Number.isFinite(since) ? null : new Date(since).toISOString();
    return { facts: without(asked, told, 'NOT_OWNED_THEN', vehicle.id, words), orgId: owned[0]?.orgId ?? null };
  }
  // Behind the walls: what is read is of the time in which the vehicle was the caller's, and of nothing else.
  const hiddenOf = isHiddenFrom(scope) ? vehicle.id : null;
  const facts = await overall(db, scope, () => factsOf(db, asked, told, vehicle, { ...owner, hiddenOf }));
  return { facts, orgId: owner.orgId };
}

async function ownedVehicle(db: Queryable, scope: Scope, { plate, from }: AlibiAsked) {
  let best: { vehicle: KnownVehicle; owned: Owned[]; owner: Owned | undefined } | undefined;
  for (const vehicle of await vehiclesByPlate(db, scope, plate)) {
    const owned = await ownedTimes(db, scope, vehicle.id);
    if (owned.length === 0) continue;
    const owner = owned.find((one) => one.from <= from && from < one.to);
    if (owner) return { vehicle, owned, owner };
    best ??= { vehicle, owned, owner };
  }
  return best;
}

async function factsOf(
  db: Queryable,
  asked: AlibiAsked,
  told: Told,
  vehicle: KnownVehicle,
  owner: Owned & { hiddenOf: string | null },
): Promise<AlibiFacts> {
  const { from, to, lat, lon, radiusM, toleranceMinutes } = asked;
  const toleranceMs = toleranceMinutes * minuteMs;
  const kept = { from: Math.max(owner.from, from - keptMs), to: Math.min(owner.to, to + keptMs) };
  const around = await installedIn(db, vehicle.id, kept);
  const during = around.filter(
    (one) => one.from <= to + toleranceMs && (one.to ?? to + toleranceMs) >= from - toleranceMs,
  );
  if (during.length === 0) {
    const since = await elsewhereSince(db, vehicle.id, from);
    return {
      ...without(asked, told, since ? 'DEVICE_MOVED' : 'NO_DEVICE', vehicle.id, since),
      installations: shownOf(around),
    };
  }
  const offset = await clockOffset(db, during, { from: from - besideMs, to: to + besideMs });
  told.clockMs = offset === null ? clock.unknownMs : offset + clock.moreMs;
  told.isClockKnown = offset !== null;
  const beside = toleranceMs + told.clockMs + besideMs;
  const [fixes, time]: [SentFix[], { from: number; to: number }] = [[], { from: from - beside, to: to + beside }];
  let unfit = 0;
  for (const installed of around) {
    const log = await fixesOf(db, installed, time, kept, owner.hiddenOf);
    fixes.push(...log.fixes);
    unfit += log.unfit;
  }
  const { clockMs, fastestKmh } = told;
  const place = { lat, lon, radiusM };
  const verdict = judgeAlibi({ place, from, to, toleranceMs, clockMs, fastestKmh, fixes });
  return shown(asked, told, vehicle.id, { verdict, time, unfit, offset, installations: shownOf(around) });
}

const rounded = (value: number | null, parts = 1): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * parts) / parts;

function shown(
  asked: AlibiAsked,
  told: Told,
  vehicleId: string,
  of: {
    verdict: Verdict;
    time: { from: number; to: number };
    unfit: number;
    offset: number | null;
    installations: AlibiFacts['installations'];
  },
): AlibiFacts {
  const { verdict, time, unfit, offset, installations } = of;
  const distanceOf = (fix: JudgedFix) => metresBetween(fix, asked);
  const fixShown = (fix: JudgedFix): AlibiFixShown => ({
    at: new Date(fix.at).toISOString(),
    lat: fix.lat,
    lon: fix.lon,
    speedKmh: fix.speedKmh,
    uncertaintyM: fix.uncertaintyM,
    distanceM: Math.round(distanceOf(fix)),
    device: fix.device,
  });
  const { before, after, leastM, mostM, likelyM } = verdict;
  const inTime = verdict.fixes.filter(({ at }) => at >= time.from && at <= time.to);
  const every = Math.max(1, Math.ceil(inTime.length / mostShown));
  const thin = inTime.filter((fix, at) => at % every === 0 || fix === before || fix === after);
  const all = new Set([...(before ? [before] : []), ...thin, ...(after ? [after] : [])]);
  return {
    ...without(asked, told, verdict.reason, vehicleId, null),
    conclusion: verdict.conclusion,
    mayBeCopied: verdict.mayBeCopied,
    words: wordsOf(verdict, told, distanceOf),
    looked: { from: new Date(verdict.looked.from).toISOString(), to: new Date(verdict.looked.to).toISOString() },
    distance: leastM === null ? null : { leastM: Math.round(leastM), mostM: rounded(mostM), likelyM: rounded(likelyM) },
    clearM: rounded(verdict.clearM),
    neededKmh: rounded(verdict.neededKmh, 10),
    clock: { offsetS: rounded(offset === null ? null : offset / 1_000, 10), allowedS: told.clockMs / 1_000 },
    gapS: verdict.gapMs === null ? null : verdict.gapMs / 1_000,
    installations,
    before: before && fixShown(before),
    after: after && fixShown(after),
    leftOut: { jumps: verdict.jumps, unfit },
    fixes: [...all].toSorted((a, b) => a.at - b.at).map(fixShown),
    fixCount: inTime.length,
  };
}

const shownOf = (installed: readonly Installation[]): AlibiFacts['installations'] =>
  installed.map(({ device, from, to }) => ({
    device,
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
  }));

/** Nothing is known but what was asked. */
function without(
  asked: AlibiAsked,
  told: Told,
  reason: AlibiReason | null,
  vehicleId: string | null,
  since: string | null,
): AlibiFacts {
  const iso = (time: number) => new Date(time).toISOString();
  return {
    asked: { ...asked, plate: told.plate, place: asked.place, from: iso(asked.from), to: iso(asked.to) },
    vehicleId,
    conclusion: 'NO_DATA',
    reason,
    mayBeCopied: false,
    words: reason ? noDataWords(reason, told, since) : [],
    looked: { from: iso(asked.from - told.toleranceMs), to: iso(asked.to + told.toleranceMs) },
    distance: null,
    clearM: null,
    marginM,
    neededKmh: null,
    fastestKmh: told.fastestKmh,
    clock: { offsetS: null, allowedS: 0 },
    gapS: null,
    installations: [],
    before: null,
    after: null,
    leftOut: { jumps: 0, unfit: 0 },
    fixes: [],
    fixCount: 0,
  };
}

function toldOf(kit: CatalogueKit, asked: AlibiAsked): Told {
  const { lat, lon, place } = asked;
  const named = kit.places.nameOf(lat, lon);
  return {
    plate: asked.plate,
    place: place ?? `the place (${lat.toFixed(5)}, ${lon.toFixed(5)}${named ? `, ${placeNameText(named)}` : ''})`,
    from: asked.from,
    to: asked.to,
    toleranceMs: asked.toleranceMinutes * minuteMs,
    clockMs: 0,
    isClockKnown: false,
    fastestKmh: ceilingOf(null),
  };
}
