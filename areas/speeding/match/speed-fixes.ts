import type { Position } from '#areas/gateway/gateway.server.ts';
import type { TripOnRoads } from '#areas/roads/roads.server.ts';
import type { MatchFix } from '#telematics/matching/lattice.ts';

/** How exact a receiver is by what it says of its satellites: some four metres for each unit of dilution. */
const metresPerHdop = 4;

/** A position as the matcher takes it. */
export const matchFixOf = ({ fixAt, latE7, lonE7, speedCkmh, courseDdeg, accuracyCm, hdopC }: Position): MatchFix => ({
  time: fixAt,
  lat: latE7 / 1e7,
  lon: lonE7 / 1e7,
  speedKmh: speedCkmh === null ? null : speedCkmh / 100,
  courseDeg: courseDdeg === null ? null : courseDdeg / 10,
  sigmaM: hdopC !== null ? (metresPerHdop * hdopC) / 100 : accuracyCm === null ? null : accuracyCm / 200,
});

/** Ids of all roads that a trip touched or may have touched. */
export function roadsOf(trip: TripOnRoads): string[] {
  const lines = new Set<number>();
  for (const fix of trip.fixes) {
    if (!fix) continue;
    lines.add(fix.line);
    for (const { line } of fix.others) lines.add(line);
  }
  for (const { roads } of trip.pieces) for (const { line } of roads) lines.add(line);
  return [...lines].map((line) => trip.roadIds[line] ?? '').filter((id) => id !== '');
}
