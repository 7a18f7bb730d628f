import { clockDuring, keptFrames } from '#areas/gateway/gateway.server.ts';
import { roadsInBox } from '#areas/roads/roads.server.ts';
import { judgeAgain, type createIdleMatcher } from '#areas/speeding/speeding.server.ts';
import type { ViolationOne } from '#areas/speeding/violation-answers.contract.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { version as productVersion } from './product-version.ts';
import { buildBundle } from './build-bundle.ts';
import { windowOf } from './bundle-parts.ts';
import { readDevice } from './bundles.store.ts';
import { signingKey } from './keys.store.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';

const degreeM = 111_195;
/** Roads are shown this far around, metres, and no more of them than a picture can tell apart. */
const aroundM = 250;
const mostRoads = 300;

/** @throws 409 where a violation is none that evidence is made of, in words */
export function refuseUnfit({ state, groundChange }: Pick<ViolationOne, 'state' | 'groundChange'>): void {
  if (state === 'WITHDRAWN') throw refuse.conflict('This violation was withdrawn: it was not found again');
  if (state !== 'CONFIRMED') throw refuse.conflict('Only a confirmed violation has an evidence bundle');
  if (groundChange !== null)
    throw refuse.conflict('What the decision rests on has changed since. Review the violation again first');
}

/** The bundle of a confirmed violation as it is now. @throws 409 where what it was judged by is no longer there */
export async function makeBundle(
  kit: CatalogueKit,
  sealed: SealedTexts,
  idle: ReturnType<typeof createIdleMatcher>,
  violation: ViolationOne,
): Promise<{ content: Buffer; keyId: string }> {
  const { verdict, tripId } = violation;
  const judged = async (matcher: Awaited<ReturnType<typeof idle.ready>>) => {
    if (!matcher) throw refuse.unavailable();
    return tripId === null ? undefined : judgeAgain(kit.db, matcher, tripId);
  };
  const isSame = ({ hash }: { hash: string }) => hash === violation.hash;
  let again = await judged(await idle.ready());
  // The roads in memory may be older than those that it was judged by.
  if (again && !again.judged.episodes.some(isSame)) again = await judged(await idle.anew());
  if (!again || !verdict)
    throw refuse.conflict(
      'The positions of this violation are no longer stored, so that no evidence can be made of it',
    );
  const episode = again.judged.episodes.find(isSame);
  if (!episode)
    throw refuse.conflict(
      'Positions, roads or rules are not what this violation was judged by. Wait until its trip was judged again, then review it',
    );
  const window = windowOf(again.positions, episode);
  const fixes = again.positions.slice(...window);
  const lats = fixes.map(({ latE7 }) => latE7 / 1e7);
  const lons = fixes.map(({ lonE7 }) => lonE7 / 1e7);
  const high = aroundM / degreeM;
  const wide = high / Math.max(0.01, Math.cos((violation.lat * Math.PI) / 180));
  const box = {
    south: Math.min(...lats) - high,
    north: Math.max(...lats) + high,
    west: Math.min(...lons) - wide,
    east: Math.max(...lons) + wide,
  };
  const { trip } = again;
  const { frames, roads, device, clock, key } = await transact(kit.db, everything, async (db) => ({
    frames: await keptFrames(db, trip.log.device, [...new Set(fixes.map(({ receivedAt }) => receivedAt))]),
    roads: await roadsInBox(db, box, mostRoads),
    device: await readDevice(db, trip.deviceId, trip.vehicleId, violation.fromAt),
    clock: await clockDuring(db, trip.deviceId, trip.start, trip.end),
    key: await signingKey(db, sealed, kit.clock.now()),
  }));
  if (!device) throw refuse.conflict('The device of this violation is no longer stored');
  const content = await buildBundle(
    {
      version: violation.version,
      again,
      episode,
      frames,
      roads,
      event: {
        violation: {
          id: violation.id,
          revision: violation.revision,
          hash: violation.hash,
          tier: violation.tier,
          severity: violation.severity,
          fromAt: violation.fromAt,
          toAt: violation.toAt,
          road: violation.road,
          lat: violation.lat,
          lon: violation.lon,
          decidedAt: verdict.at,
          decidedBy: verdict.isAutomatic ? null : (verdict.by?.name ?? null),
          note: verdict.note,
        },
        vehicle: {
          id: violation.vehicleId,
          registrationNo: violation.vehicle,
          organisationId: violation.orgId,
          organisation: violation.org,
          speedClass: violation.speedClass,
        },
        driver: violation.driverId === null ? null : { id: violation.driverId, name: violation.driver ?? '' },
        device: { ...device, clockOffsetMs: clock.isNoted ? clock.offsetMs : null },
        product: { name: 'Roadkeeper', version: productVersion },
      },
    },
    key,
  );
  return { content, keyId: key.keyId };
}
