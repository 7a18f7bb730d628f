import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Throttle } from '#areas/identity/identity.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { placesOf } from '#kit/server/http/places.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import { type OpenedLink, openedLink } from '../link-answers.contract.ts';
import { findOpenLink } from '../open-links.store.ts';
import type { LinkViewers } from './link-viewers.ts';
import { maskedPlate } from './masked-plate.rules.ts';
import { sharedTrip } from './shared-trip.ts';
import { notFoundText, tryPin } from './try-pin.store.ts';
import { fromOf, logView } from './view-log.store.ts';

const openBody = z.strictObject({
  token: z.string({ error: 'The link is not complete' }).check(z.maxLength(100, { error: 'The link is not complete' })),
  pin: z.optional(
    z
      .string({ error: 'Must be a text of digits' })
      .check(z.regex(/^\d{4,8}$/, { error: 'Enter the 4 to 8 digits of the PIN' })),
  ),
});

/** What is open to whoever has a link: they have no account, and are told of one vehicle or one trip only. */
export function addOpenedRoutes(
  app: FastifyInstance,
  kit: CatalogueKit,
  { sealed, viewers, throttle }: { sealed: SealedTexts; viewers: LinkViewers; throttle: Throttle },
): void {
  addRoute(app, {
    method: 'POST',
    path: '/share-link/open',
    summary: 'What a share link shows, for the holder of its address',
    tag: 'Share links',
    access: 'public',
    scope: 'none',
    body: openBody,
    answer: openedLink,
    handle: async ({ request, reply, body }) => {
      const { token, pin } = body as z.infer<typeof openBody>;
      reply.header('x-robots-tag', 'noindex');
      const now = kit.clock.now();
      const link = await transact(kit.db, everything, (db) => findOpenLink(db, hashToken(token), now));
      if (!link) throw refuse.notFound(notFoundText);
      const from = fromOf(request.ip, request.headers['user-agent']);
      if (link.pinHash !== null) {
        if (pin === undefined) return { message: 'Enter the PIN of this link', data: { needs: 'PIN' } };
        const account = `share-link-pin:${placesOf(request.ip).address}`;
        const guess = await throttle.start({ account, ip: request.ip }, now);
        const refusal = await tryPin(kit.db, sealed, link, { pin, from, now });
        // Thrown after the commit: a wrong one has to be counted.
        if (refusal) throw refusal;
        await guess.passed();
      }
      const shown = {
        needs: 'NOTHING',
        kind: link.kind,
        plate: link.maskPlate ? maskedPlate(link.plate) : link.plate,
        plateUse: link.maskPlate ? null : link.plateUse,
        isMasked: link.maskPlate,
        showsSpeed: link.showSpeed,
        expiresAt: link.expiresAt,
        now: now.toISOString(),
      } as const;
      const found = link.kind === 'VEHICLE' ? await viewers.positionOf(link) : null;
      const isOffDuty = found === 'OFF_DUTY';
      const position = isOffDuty ? null : found;
      const trip = link.kind === 'TRIP' ? await sharedTrip(kit, link) : null;
      await transact(kit.db, everything, (db) => logView(db, link, from, 'view', now));
      const ticket = link.kind === 'VEHICLE' ? kit.live.guestTicket(viewers.guestOf(link)).ticket : null;
      return { message: 'OK', data: { ...shown, isOffDuty, position, trip, ticket } satisfies OpenedLink };
    },
  });
}
