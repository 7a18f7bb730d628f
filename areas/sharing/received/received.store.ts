import type { Param, Queryable } from '#kit/server/db/database.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { SharedDocument, SharedTrip, SharedVehicle, ShareOffer } from '../share-answers.contract.ts';

/*
 * What is shared with somebody is read through functions of the database alone (0066_sharing.sql): statements here name no table. The
 * transaction is in the scope of the reader, who is seen by its seal; the functions look over the wall, and no further than an open share.
 */

/** Who asks, and when. */
export interface ShareReader {
  id: string;
  at: Date;
}

/** The account that asks; undefined for whoever acts as somebody else: what is shared is shared with that person alone. */
export const readerOf = ({ user, actor }: Session, at: Date): ShareReader | undefined =>
  actor ? undefined : { id: user.id, at };

const of = ({ id, at }: ShareReader): Param[] => [id, at.toISOString()];

interface Found extends Omit<SharedVehicle, 'position'> {
  fixAt: string | null;
  latE7: number | null;
  lonE7: number | null;
  speedCkmh: number | null;
  moving: boolean | null;
}
const columns = `id, registration_no as "vehicleNo", model, owner, since, until, state, verdict, fix_at as "fixAt", lat_e7 as "latE7",
  lon_e7 as "lonE7", speed_ckmh as "speedCkmh", moving, is_off_duty as "isOffDuty"`;

const vehicleOf = ({ fixAt, latE7, lonE7, speedCkmh, moving, ...row }: Found, places: Geocoder): SharedVehicle => ({
  ...row,
  position:
    fixAt === null || latE7 === null || lonE7 === null
      ? null
      : {
          at: fixAt,
          lat: latE7 / 1e7,
          lon: lonE7 / 1e7,
          place: places.nameOf(latE7 / 1e7, lonE7 / 1e7) ?? null,
          kmh: speedCkmh === null ? null : speedCkmh / 100,
          moving: moving ?? false,
        },
});

/** Vehicles that are shared with somebody now, by their number, and how many there are. */
export async function sharedVehicles(
  db: Queryable,
  reader: ShareReader,
  places: Geocoder,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: SharedVehicle[]; count: number }> {
  const found = await db.query<Found>(
    `select ${columns} from sharing_received($1, $2) order by registration_no, id limit ${take} offset ${skip}`,
    of(reader),
  );
  const [total] = await db.query<{ count: number }>('select count(*) from sharing_received($1, $2)', of(reader));
  return { rows: found.map((row) => vehicleOf(row, places)), count: total?.count ?? 0 };
}

/** One of them; undefined for what is not shared with them now. */
export async function sharedVehicle(
  db: Queryable,
  reader: ShareReader,
  places: Geocoder,
  share: string,
): Promise<SharedVehicle | undefined> {
  const [found] = await db.query<Found>(`select ${columns} from sharing_received($1, $2) where id = $3`, [
    ...of(reader),
    share,
  ]);
  return found && vehicleOf(found, places);
}

/** The number of a vehicle that is shared with them now; undefined for any other. */
export async function sharedNumber(db: Queryable, reader: ShareReader, share: string): Promise<string | undefined> {
  const [found] = await db.query<{ vehicleNo: string }>(
    'select registration_no as "vehicleNo" from sharing_received($1, $2) where id = $3',
    [...of(reader), share],
  );
  return found?.vehicleNo;
}

export const sharedDocuments = (db: Queryable, reader: ShareReader, share: string): Promise<SharedDocument[]> =>
  db.query<SharedDocument>(
    `select type, review_state as state, valid_upto as "validUpto" from sharing_documents($3, $1, $2)`,
    [...of(reader), share],
  );

interface FoundTrip {
  state: string;
  startAt: string;
  endAt: string;
  startLatE7: number | null;
  startLonE7: number | null;
  endLatE7: number | null;
  endLonE7: number | null;
  offDutyFrom: string | null;
  distanceM: number;
  maxKmh: number | null;
  count: number;
}

/** Null: it is hidden, for the vehicle was off duty. */
function spotOf(latE7: number | null, lonE7: number | null, places: Geocoder) {
  if (latE7 === null || lonE7 === null) return { lat: null, lon: null, place: null };
  const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7];
  return { lat, lon, place: places.nameOf(lat, lon) ?? null };
}

/** A page of the trips that began since the share did, the latest first. */
export async function sharedTrips(
  db: Queryable,
  reader: ShareReader,
  places: Geocoder,
  share: string,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: SharedTrip[]; count: number }> {
  const found = await db.query<FoundTrip>(
    `select state, start_at as "startAt", end_at as "endAt", start_lat_e7 as "startLatE7", start_lon_e7 as "startLonE7",
       end_lat_e7 as "endLatE7", end_lon_e7 as "endLonE7", distance_m as "distanceM", max_kmh as "maxKmh",
       off_duty_from as "offDutyFrom", count
     from sharing_trips($3, $1, $2, $4, $5)`,
    [...of(reader), share, skip, take],
  );
  const rows = found.map(({ startLatE7, startLonE7, endLatE7, endLonE7, ...row }) => {
    const { state, startAt, endAt, offDutyFrom, distanceM, maxKmh } = row;
    const [start, end] = [spotOf(startLatE7, startLonE7, places), spotOf(endLatE7, endLonE7, places)];
    return {
      state,
      startAt,
      endAt,
      offDutyFrom,
      distanceM,
      maxKmh,
      startLat: start.lat,
      startLon: start.lon,
      endLat: end.lat,
      endLon: end.lon,
      startPlace: start.place,
      endPlace: end.place,
    };
  });
  if (found.length > 0 || skip === 0) return { rows, count: found[0]?.count ?? 0 };
  const [first] = await db.query<{ count: number }>('select count from sharing_trips($3, $1, $2, 0, 1)', [
    ...of(reader),
    share,
  ]);
  return { rows, count: first?.count ?? 0 };
}

/** Offers that somebody has not answered, the latest first. */
export const shareOffers = (db: Queryable, reader: ShareReader): Promise<ShareOffer[]> =>
  db.query<ShareOffer>(
    `select id, registration_no as "vehicleNo", owner, invited_by as "invitedBy", message, until, expires_at as "expiresAt",
       created_at as "createdAt" from sharing_offered($1, $2) order by created_at desc, id desc limit 200`,
    of(reader),
  );

/** What of an offer is needed to accept it; undefined for one that is not theirs to answer. */
export async function openOffer(db: Queryable, reader: ShareReader, id: string): Promise<OpenOffer | undefined> {
  const [found] = await db.query<OpenOffer>(
    `select id, org_id as "ownerId", vehicle_id as "vehicleId", registration_no as "vehicleNo", owner, until
     from sharing_offered($1, $2) where id = $3`,
    [...of(reader), id],
  );
  return found;
}
export interface OpenOffer {
  id: string;
  ownerId: string;
  vehicleId: string;
  vehicleNo: string;
  owner: string;
  until: string | null;
}
