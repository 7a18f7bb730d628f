import type { Queryable } from '#kit/server/db/database.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { placeNameText } from '#kit/contract/places.ts';
import { onDuty } from '#areas/duty/duty.server.ts';
import { type MailKit, mailTime, queueMail } from '#areas/mail/mail.server.ts';
import { type GeofenceAlert, geofenceTopic } from '../alert.contract.ts';
import { geofenceAlert } from '../geofences.topics.ts';
import type { FenceBook } from './fence-book.store.ts';
import { markNotified, type VehicleEvent } from './fence-events.store.ts';

/** Older ones are kept, and nobody is disturbed by them. */
const freshMs = 15 * 60_000;

export interface Notifying {
  mail: MailKit;
  book: FenceBook;
  places: Geocoder;
  live: Pick<Hub, 'publish'>;
}

/** Which of the events people are told of now. */
export const freshOf = <Event extends VehicleEvent>(events: readonly Event[], now: Date): Event[] =>
  events.filter(({ at, raised }) => raised && now.getTime() - at <= freshMs);

const words = {
  ENTER: 'entered',
  EXIT: 'left',
  DWELL: 'stayed long in',
  SPEEDING: 'drove too fast in',
  CROSSED: 'crossed',
};

/** Queues the emails of events in the transaction that stores them. @returns what open browsers are to be told after it. */
export async function notify(
  db: Queryable,
  { book, mail, places }: Notifying,
  events: readonly (VehicleEvent & { id: string })[],
  now: Date,
): Promise<GeofenceAlert[]> {
  // Clients are told of nothing that happened off duty; staff find it in the list.
  const fresh = await onDuty(db, freshOf(events, now));
  if (fresh.length === 0) return [];
  const vehicles = await db.query<{ id: string; plate: string }>(
    'select id, registration_no as plate from vehicles_vehicle where id = any($1::uuid[])',
    [[...new Set(fresh.map(({ vehicleId }) => vehicleId))]],
  );
  const plates = new Map(vehicles.map(({ id, plate }) => [id, plate]));
  await markNotified(
    db,
    fresh.map(({ id }) => id),
    now,
  );
  await publish(
    db,
    now,
    ...fresh.map(({ id, at, kind, name, orgId, vehicleId }) => ({
      topic: geofenceAlert,
      orgId,
      to: { module: 'geofence-event', action: 'view' },
      params: {
        vehicle: plates.get(vehicleId) ?? '',
        event: words[kind],
        geofence: name,
        at: new Date(at).toISOString(),
      },
      link: `/geofence-event?id=${id}`,
      record: { module: 'vehicle', id: vehicleId },
      // Once for a visit, even when late positions move its beginning.
      onceKey: `geofence:${id}`,
    })),
  );
  for (const event of fresh) {
    const vehicle = plates.get(event.vehicleId) ?? '';
    const place = places.nameOf(event.lat, event.lon);
    for (const address of book.facts(event.fence)?.recipients ?? [])
      await queueMail(db, mail, {
        template: 'geofence-alert',
        to: { address, name: address },
        orgId: event.orgId,
        values: {
          vehicle,
          event: words[event.kind],
          geofence: event.name,
          time: mailTime(new Date(event.at)),
          place: place ? placeNameText(place) : `${event.lat.toFixed(5)}, ${event.lon.toFixed(5)}`,
          link: `/geofence-event?id=${event.id}`,
        },
        record: { module: 'vehicle', id: event.vehicleId, title: vehicle },
        // Once for a visit, even when late positions move its beginning.
        onceKey: `geofence ${event.id} ${address}`,
      });
  }
  return fresh.map(({ id, at, fence, kind, name, orgId, vehicleId }) => ({
    id,
    kind,
    at: new Date(at).toISOString(),
    geofenceId: fence,
    geofence: name,
    vehicleId,
    vehicle: plates.get(vehicleId) ?? '',
    orgId,
  }));
}

/** Tells open browsers of those who may see alerts of the organisation. */
export function publishAlerts(live: Pick<Hub, 'publish'>, alerts: readonly GeofenceAlert[]): void {
  for (const alert of alerts)
    live.publish(
      geofenceTopic,
      { organisations: [alert.orgId], right: { module: 'geofence-event', action: 'view' } },
      alert.id,
      alert,
    );
}
