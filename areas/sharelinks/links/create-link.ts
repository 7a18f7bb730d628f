import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { linkLimits } from '../link-answers.contract.ts';
import { pinHash } from '../pin.rules.ts';

const id = (what: string) => z.uuid({ error: `${what} must be the id of a record` });
const { minutes, pin, label } = linkLimits;

/** What a link is made from: a vehicle or a trip, and until when. */
export const newLink = z.strictObject({
  vehicleId: z.optional(id('Vehicle')),
  tripId: z.optional(id('Trip')),
  minutes: z.optional(z.int({ error: 'Must be a whole number of minutes' })),
  until: z.optional(z.iso.datetime({ offset: true, error: 'Must be an ISO time, like 2026-11-21T18:30:00Z' })),
  pin: z.optional(
    z.string({ error: 'Must be a text of digits' }).check(
      z.regex(new RegExp(`^\\d{${pin.least},${pin.most}}$`), {
        error: `Use ${pin.least} to ${pin.most} digits`,
      }),
    ),
  ),
  maskPlate: z.optional(z.boolean({ error: 'Must be true or false' })),
  showSpeed: z.optional(z.boolean({ error: 'Must be true or false' })),
  label: z.optional(
    z.string({ error: 'Must be a text' }).check(
      z.maxLength(label, { error: `At most ${label} characters` }),
      // oxlint-disable-next-line no-control-regex -- what no screen shows
      z.regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'Contains characters that cannot be used' }),
    ),
  ),
});
export type NewLink = z.infer<typeof newLink>;

/** What is shared: whose it is, and what the vehicle is called. */
interface Shared {
  orgId: string;
  vehicleId: string;
  tripId: string | null;
  plate: string;
}

/** When a link is to expire. @throws 400 */
export function expiryOf(given: Pick<NewLink, 'minutes' | 'until'>, now: Date): Date {
  const wrong = (field: 'minutes' | 'until', message: string) => refuse.badInput({ [field]: message });
  if ((given.minutes === undefined) === (given.until === undefined))
    throw wrong('minutes', 'Give either minutes or until');
  const field = given.minutes === undefined ? 'until' : 'minutes';
  const at = given.minutes === undefined ? Date.parse(given.until ?? '') : now.getTime() + given.minutes * 60_000;
  const lasts = (at - now.getTime()) / 60_000;
  if (Number.isNaN(lasts)) throw wrong(field, 'Must be a time');
  if (lasts < minutes.least) throw wrong(field, `A link is valid for at least ${minutes.least} minutes`);
  if (lasts > minutes.most) throw wrong(field, 'A link is valid for at most 7 days');
  return new Date(at);
}

/** Makes a link. @returns its id and its token, of which only the hash is kept. @throws 404 for what the scope does not see */
export async function createLink(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  given: NewLink,
  made: { by: { id: string; name: string }; expiresAt: Date; sealed: SealedTexts },
): Promise<{ id: string; token: string }> {
  const shared = given.tripId ? await findTrip(db, scope, given.tripId) : await findVehicle(db, scope, given.vehicleId);
  const { orgId, vehicleId, tripId, plate } = shared;
  // Those that are made at once take turns.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 5))', [orgId]);
  const [active] = await db.query<{ count: number }>(
    'select count(*) from share_link where org_id = $1 and ended_at is null and expires_at > $2',
    [orgId, writer.now.toISOString()],
  );
  if ((active?.count ?? 0) >= linkLimits.active)
    throw refuse.conflict(`There are ${linkLimits.active} active share links. Revoke those that are no longer needed`);
  const id = uuidv7();
  const token = newToken('rkl');
  const label = given.label?.trim() || null;
  await db.query(
    `insert into share_link (id, org_id, kind, plate, vehicle_id, trip_id, token_hash, pin_hash, mask_plate, show_speed, label, made_by,
       made_by_name, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      orgId,
      tripId === null ? 'VEHICLE' : 'TRIP',
      plate,
      vehicleId,
      tripId,
      hashToken(token),
      given.pin === undefined ? null : pinHash(made.sealed, id, given.pin),
      given.maskPlate ?? false,
      given.showSpeed ?? false,
      label,
      made.by.id,
      made.by.name,
      writer.now.toISOString(),
      made.expiresAt.toISOString(),
    ],
  );
  writer.touched.push(['share_link', orgId]);
  await recordChange(db, writer, {
    action: 'create',
    module: 'share-link',
    recordId: id,
    recordTitle: plate,
    orgId,
    before: null,
    after: {
      kind: tripId === null ? 'Vehicle' : 'Trip',
      label,
      expiresAt: made.expiresAt.toISOString(),
      hasPin: given.pin !== undefined,
    },
    fields: ['kind', 'label', 'expiresAt', 'hasPin'],
  });
  return { id, token };
}

async function findVehicle(db: Queryable, scope: Scope, vehicleId: string | undefined): Promise<Shared> {
  const params: Param[] = [vehicleId ?? null];
  const [found] = await db.query<Shared & { inUse: boolean }>(
    `select v.org_id as "orgId", v.id as "vehicleId", null as "tripId", v.registration_no as plate,
       v.status = 1 and v.situation not in ('SOLD', 'RETIRED') as "inUse"
     from vehicles_vehicle v where v.id = $1 and v.deleted_at is null${tenantFilter('share-link-vehicle', scope, 'v.org_id', params)}`,
    params,
  );
  if (!found) throw refuse.notFound('Vehicle not found');
  if (!found.inUse) throw refuse.conflict('This vehicle is not in use, so it cannot be shared');
  return found;
}

async function findTrip(db: Queryable, scope: Scope, tripId: string): Promise<Shared> {
  const params: Param[] = [tripId];
  const [found] = await db.query<Shared & { isLive: boolean; inUse: boolean; isOffDuty: boolean }>(
    `select t.org_id as "orgId", t.vehicle_id as "vehicleId", t.id as "tripId", coalesce(v.registration_no, '') as plate,
       t.state = 'LIVE' as "isLive", coalesce(t.off_duty_from <= t.start_at, false) as "isOffDuty", coalesce(v.status = 1 and v.situation not in ('SOLD', 'RETIRED'), false) as "inUse"
     from trips_span t left join vehicles_vehicle v on v.id = t.vehicle_id and v.org_id = t.org_id and v.deleted_at is null
     where t.id = $1${tenantFilter('share-link-trip', scope, 't.org_id', params)}`,
    params,
  );
  if (!found) throw refuse.notFound('Trip not found');
  if (found.isLive) throw refuse.conflict('This trip is in progress. Share the vehicle, or wait until the trip ends');
  // Whoever opens it is shown what its client is shown: nothing.
  if (found.isOffDuty)
    throw refuse.conflict('This trip began off duty. Its route is not shown, so it cannot be shared');
  if (!found.inUse) throw refuse.conflict('The vehicle of this trip is no longer in use, so the trip cannot be shared');
  return found;
}
