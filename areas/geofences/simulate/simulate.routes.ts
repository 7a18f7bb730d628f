import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { fieldSchema } from '#kit/contract/input.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { fixesOfTrip } from '#areas/trips/trips.server.ts';
import { indexFences } from '#telematics/geofences/fence-index.ts';
import { feedFences, fencesOf, newVehicle } from '#telematics/geofences/follow.ts';
import { simulatedEvent } from '../event-answers.contract.ts';
import { decidingFields, geofence } from '../geofence/geofence.contract.ts';
import { checkAlerts, type GeofenceFacts, ruleOf, shapeOf } from '../geofence/geofence.rules.ts';
import { readShape } from '../geofence/shape.contract.ts';
import { maxLegMs } from '../engine/revisit.ts';

/** A trip is looked at up to here; a longer one is cut off and the answer says so. */
const mostFixes = 20_000;

const fields = Object.fromEntries(
  decidingFields.map((name) => {
    const field = geofence.fields[name];
    const schema = fieldSchema(field);
    return [name, 'optional' in field ? z._default(z.optional(schema), null) : schema];
  }),
);
const body = z.strictObject({
  tripId: z.string({ error: 'Trip is required' }).check(z.refine(isId, { error: 'Trip must be chosen from the list' })),
  ...fields,
});

/** POST /geofence/simulate: what a geofence that is not saved would have raised on a past trip. Writes nothing. */
export function addSimulation(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'POST',
    path: '/geofence/simulate',
    summary: 'Test a geofence on a past trip before it is saved: the events that it would have raised',
    tag: 'Geofences',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    whileImpersonating: 'allowed',
    body,
    answer: z.strictObject({ events: z.array(simulatedEvent), positions: z.int(), isCut: z.boolean() }),
    handle: async ({ session, body }) => {
      const { tripId, ...rest } = body as { tripId: string } & Record<string, unknown>;
      const facts = rest as unknown as GeofenceFacts;
      const read = readShape(facts.kind, facts.points, facts.widthM);
      const messages = { ...('messages' in read ? read.messages : {}), ...checkAlerts(facts) };
      const shape = shapeOf(facts);
      if (Object.keys(messages).length > 0 || !shape) throw refuse.badInput(messages);
      const all = await fixesOfTrip(kit, scopeOf(session), tripId.toLowerCase());
      const fixes = all.slice(0, mostFixes);
      const fences = fencesOf(indexFences([shape]), [ruleOf('simulated', facts, null, 0)]);
      const state = newVehicle();
      const events = fixes.flatMap(({ fixAt, latE7, lonE7, speedCkmh, accuracyCm }) =>
        feedFences(
          state,
          '',
          {
            time: fixAt,
            lat: latE7 / 1e7,
            lon: lonE7 / 1e7,
            speedKmh: speedCkmh === null ? null : speedCkmh / 100,
            accuracyM: accuracyCm === null ? null : accuracyCm / 100,
            ignition: null,
            hdop: null,
          },
          fences,
          maxLegMs,
        ),
      );
      return {
        message: 'OK',
        data: {
          positions: fixes.length,
          isCut: fixes.length < all.length,
          events: events.map(({ kind, at, lat, lon, speedKmh, raised }) => ({
            kind,
            at: new Date(at).toISOString(),
            lat,
            lon,
            place: kit.places.nameOf(lat, lon) ?? null,
            speedKmh,
            raised,
          })),
        },
      };
    },
  });
}
