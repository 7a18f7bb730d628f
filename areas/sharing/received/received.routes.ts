import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { transact } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import {
  answers,
  sharedDetail,
  sharedTrip,
  sharedVehicle as vehicleSchema,
  shareOffer,
} from '../share-answers.contract.ts';
import { answerOffer, returnShare } from './answer.ts';
import {
  readerOf,
  sharedDocuments,
  sharedNumber,
  sharedTrips,
  sharedVehicle,
  sharedVehicles,
  shareOffers,
} from './received.store.ts';

const limits = { maxSkip: 9_999, maxTake: 100, take: 50 };
const tag = 'Shared vehicles';
const view = { module: 'shared-vehicle', action: 'view' } as const;
const common = { tag, scope: 'organisation' } as const;
const named = { one: 'Share', fields: {}, unique: [], base: 'vehicle_share' };
const done = z.strictObject({ id: z.string() });
const answerBody = z.strictObject({
  decision: z.enum(answers, { error: `Must be one of ${answers.join(', ')}` }),
});

/** What others share with somebody, for that person alone. */
export function addReceivedRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addLists(app, kit);
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/shared-vehicle/{id}',
    summary:
      'A vehicle that is shared with the caller, by the id of the share: what it is, its documents by type and status, where it was last',
    access: view,
    answer: sharedDetail,
    handle: async (call) => {
      const { id, reader } = askedBy(kit, call, 'Shared vehicle not found');
      return transact(kit.db, scopeOf(call.session), async (db) => {
        const found = await sharedVehicle(db, reader, kit.places, id);
        if (!found) throw refuse.notFound('Shared vehicle not found');
        return { message: 'OK', data: { ...found, documents: await sharedDocuments(db, reader, id) } };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/shared-vehicle/trips/{id}',
    summary: 'Trips of a shared vehicle that began since the share did, the latest first',
    access: view,
    query: pageParameters(limits),
    answer: z.array(sharedTrip),
    beside: { count: z.int() },
    handle: async (call) => {
      const page = queryReader(call.query).page(limits);
      const { id, reader } = askedBy(kit, call, 'Shared vehicle not found');
      return transact(kit.db, scopeOf(call.session), async (db) => {
        if ((await sharedNumber(db, reader, id)) === undefined) throw refuse.notFound('Shared vehicle not found');
        const { rows, count } = await sharedTrips(db, reader, kit.places, id, page);
        return { message: 'OK', data: rows, count };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/share-invitation/answer/{id}',
    summary: 'Accept or decline an offer to share a vehicle',
    access: view,
    once: true,
    body: answerBody,
    answer: done,
    handle: async (call) => {
      const { decision } = call.body as z.infer<typeof answerBody>;
      const { id, reader } = askedBy(kit, call, 'Invitation not found');
      const scope = scopeOf(call.session);
      const { orgId } = call.session;
      // Staff are offered nothing.
      if (orgId === null) throw refuse.notFound('Invitation not found');
      return writeAnswer(kit, named, call, { values: { decision }, files: {} }, async (db, writer) => {
        const { vehicleNo, owner } = await answerOffer(db, scope, writer, { reader, orgId }, id, decision === 'ACCEPT');
        const message = decision === 'ACCEPT' ? `${owner} shares ${vehicleNo} with you now.` : 'Invitation declined.';
        return { status: 200, message, data: JSON.stringify({ id }) };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/shared-vehicle/return/{id}',
    summary: 'Stop viewing a shared vehicle: the share ends',
    access: view,
    once: true,
    answer: done,
    handle: async (call) => {
      const { id, reader } = askedBy(kit, call, 'Shared vehicle not found');
      const scope = scopeOf(call.session);
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        const vehicleNo = await returnShare(db, scope, writer, reader, id);
        return { status: 200, message: `${vehicleNo} is no longer shared with you.`, data: JSON.stringify({ id }) };
      });
    },
  });
}

function addLists(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/shared-vehicle',
    summary: 'Vehicles of other organisations that are shared with the caller now',
    access: view,
    query: pageParameters(limits),
    answer: z.array(vehicleSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const page = queryReader(query).page(limits);
      const reader = readerOf(session, kit.clock.now());
      if (!reader) return { message: 'OK', data: [], count: 0 };
      const { rows, count } = await transact(kit.db, scopeOf(session), (db) =>
        sharedVehicles(db, reader, kit.places, page),
      );
      return { message: 'OK', data: rows, count };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/share-invitation',
    summary: 'Offers to share a vehicle that the caller has not answered',
    access: view,
    answer: z.array(shareOffer),
    beside: { count: z.int() },
    handle: async ({ session }) => {
      const reader = readerOf(session, kit.clock.now());
      const data = reader ? await transact(kit.db, scopeOf(session), (db) => shareOffers(db, reader)) : [];
      return { message: 'OK', data, count: data.length };
    },
  });
}

/** The share that a path names, and who asks for it. @throws 404 for whoever acts as somebody else, as for an id that is none */
function askedBy(kit: CatalogueKit, call: Call, missing: string) {
  const id = call.params['id']?.toLowerCase();
  const reader = readerOf(call.session, kit.clock.now());
  if (!isId(id) || !reader) throw refuse.notFound(missing);
  return { id, reader };
}
