import { fixesOfTrip } from '#areas/trips/trips.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { LinkTrip } from '../link-answers.contract.ts';
import type { OpenLink } from '../open-links.store.ts';
import { notFoundText } from './try-pin.store.ts';

/** Nothing heard for so long, or found so far away: its line has a gap there. */
const gap = { ms: 300_000, e7: 200_000 };
/** A tenth of a metre is more than a map shows. */
const degrees = (e7: number): number => Math.round(e7 / 10) / 1e6;

interface Facts {
  startAt: string;
  endAt: string;
  distanceM: number;
  maxKmh: number | null;
  offDutyFrom: string | null;
}

/** The trip of a link: its line, where it began and ended. @throws 404 where it is no longer there */
export async function sharedTrip(kit: CatalogueKit, link: OpenLink): Promise<LinkTrip> {
  // The holder of the link is shown what its organisation has, and nobody else's.
  const scope = { orgId: link.orgId };
  const tripId = link.tripId ?? '';
  const [trip] = await transact(kit.db, scope, (db) =>
    db.query<Facts>(
      `select start_at as "startAt", end_at as "endAt", distance_m as "distanceM", max_kmh as "maxKmh", off_duty_from as "offDutyFrom"
       from trips_span where id = $1`,
      [tripId],
    ),
  );
  if (!trip) throw refuse.notFound(notFoundText);
  const { offDutyFrom } = trip;
  const isHidden = offDutyFrom !== null && Date.parse(offDutyFrom) <= Date.parse(trip.startAt);
  const fixes = isHidden ? [] : await fixesOfTrip(kit, scope, tripId);
  const parts: [number, number][][] = [];
  for (const [at, fix] of fixes.entries()) {
    const before = fixes[at - 1];
    const isApart =
      !before ||
      fix.fixAt - before.fixAt >= gap.ms ||
      Math.abs(fix.latE7 - before.latE7) + Math.abs(fix.lonE7 - before.lonE7) >= gap.e7;
    if (isApart) parts.push([]);
    parts.at(-1)?.push([degrees(fix.latE7), degrees(fix.lonE7)]);
  }
  const nameOf = (point: [number, number] | undefined) => (point ? (kit.places.nameOf(...point) ?? null) : null);
  return {
    startAt: trip.startAt,
    endAt: trip.endAt,
    startPlace: nameOf(parts[0]?.[0]),
    endPlace: offDutyFrom === null ? nameOf(parts.at(-1)?.at(-1)) : null,
    offDutyFrom,
    distanceM: trip.distanceM,
    maxKmh: link.showSpeed ? trip.maxKmh : null,
    parts,
  };
}
