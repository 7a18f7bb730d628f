import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { endLinks } from '../link-ends.store.ts';
import { type LinkState, linkStates, linkView, type LinkView, madeLink, shareLink } from '../link-answers.contract.ts';
import type { LinkViewers } from '../opened/link-viewers.ts';
import { createLink, expiryOf, newLink, type NewLink } from './create-link.ts';
import { readLinks, stateSql } from './link-rows.store.ts';

const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };
const module = 'share-link';
const common = { tag: 'Share links', scope: 'organisation' } as const;
const named = { one: 'Share link', fields: {}, unique: [], base: 'share_link' };

export interface LinkParts {
  sealed: SealedTexts;
  viewers: LinkViewers;
  /** Start of links, without a slash at the end. */
  publicBase: () => string;
}

/** Share links as those make and end them who may. */
export function addLinkRoutes(app: FastifyInstance, kit: CatalogueKit, parts: LinkParts): void {
  addList(app, kit);
  addCreate(app, kit, parts);
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/share-link/{id}',
    summary: 'Revoke a share link: it shows nothing more from this moment on, to those as well who have it open',
    access: { module, action: 'delete' },
    once: true,
    whileImpersonating: 'allowed',
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const id = idOf(call);
      const scope = scopeOf(call.session);
      const answer = await writeAnswer(kit, named, call, null, async (db, writer) => {
        const params: Param[] = [id, writer.now.toISOString()];
        const [row] = await db.query<{ state: LinkState }>(
          `select ${stateSql('$2::timestamptz')} as state from share_link l
           where l.id = $1${tenantFilter('share-link-revoke', scope, 'l.org_id', params)} for update of l`,
          params,
        );
        if (!row) throw refuse.notFound('Share link not found');
        if (row.state === 'EXPIRED' || row.state === 'ENDED')
          throw refuse.conflict('This share link has already ended');
        // Who presses twice finds it revoked.
        if (row.state === 'ACTIVE') await endLinks(db, writer, 'REVOKED', 'l.id = $3', [id]);
        return { status: 200, message: 'Share link revoked.', data: JSON.stringify({ id }) };
      });
      parts.viewers.changed();
      return answer;
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/share-link/{id}/views',
    summary: 'Who viewed a share link: by hour, network and browser, the latest first',
    access: { module, action: 'view' },
    answer: z.array(linkView),
    handle: async (call) => {
      const params: Param[] = [idOf(call)];
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) => {
        const [link] = await db.query(
          `select from share_link l where l.id = $1${tenantFilter('share-link-views', scope, 'l.org_id', params)}`,
          params,
        );
        if (!link) throw refuse.notFound('Share link not found');
        return db.query<LinkView>(
          `select first_at as "firstAt", last_at as "lastAt", network, browser, views, pin_failures as "pinFailures"
           from share_link_view where link_id = $1 order by last_at desc, network, browser`,
          params.slice(0, 1),
        );
      });
      return { message: 'OK', data };
    },
  });
}

/** The link that a path names. @throws 404 for what is no id */
function idOf({ params }: Call): string {
  const id = params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound('Share link not found');
  return id;
}

function addList(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/share-link',
    summary: 'Share links, the latest first',
    access: { module, action: 'view' },
    query: {
      state: { about: 'State', schema: { type: 'string', enum: linkStates } },
      vehicleId: { about: 'Of this vehicle, its trips included', schema: { type: 'string', format: 'uuid' } },
      tripId: { about: 'Of this trip', schema: { type: 'string', format: 'uuid' } },
      ...listPage,
    },
    answer: z.array(shareLink),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const now = read.bind(kit.clock.now().toISOString());
      const at = `${now}::timestamptz`;
      const terms = ['true', ...read.words(`concat_ws(' ', l.plate, l.label, l.made_by_name)`)];
      const state = read.oneOf('state', linkStates);
      if (state) terms.push(`${stateSql(at)} = ${read.bind(state)}`);
      for (const [name, column] of [
        ['vehicleId', 'l.vehicle_id'],
        ['tripId', 'l.trip_id'],
      ] as const) {
        const ids = read.ids(name);
        if (ids) terms.push(`${column} = any(${read.bind(ids)}::uuid[])`);
      }
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const where = `${terms.join(' and ')}${tenantFilter('share-links', scope, 'l.org_id', read.params)}`;
      return transact(kit.db, scope, async (db) => {
        const data = await readLinks(
          db,
          at,
          `${where} order by l.created_at desc, l.id desc limit ${take} offset ${skip}`,
          read.params,
        );
        const [total] = await db.query<{ count: number }>(
          `select count(*) from share_link l where ${at} is not null and ${where}`,
          read.params,
        );
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
}

function addCreate(app: FastifyInstance, kit: CatalogueKit, { sealed, publicBase }: LinkParts): void {
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/share-link',
    summary: 'Make a share link for a vehicle or a trip that has ended; its address is answered this once',
    access: { module, action: 'create' },
    status: 201,
    body: newLink,
    answer: madeLink,
    handle: async (call) => {
      const given = call.body as NewLink;
      const { session } = call;
      if ((given.vehicleId === undefined) === (given.tripId === undefined))
        throw refuse.badInput({ vehicleId: 'Give either a vehicle or a trip' });
      // Nobody shares what they may not see.
      need(session, given.tripId === undefined ? 'live-map' : 'vehicle-trips', 'view');
      const scope = scopeOf(session);
      const now = kit.clock.now();
      const expiresAt = expiryOf(given, now);
      const writer = writerOf(session, call.request, now);
      const by = { id: session.user.id, name: session.user.name };
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        const { id, token } = await createLink(db, scope, writer, given, { by, expiresAt, sealed });
        const [row] = await readLinks(db, '$2::timestamptz', 'l.id = $1', [id, now.toISOString()]);
        return { ...row, link: `${publicBase()}/s/${token}` };
      });
      return { message: 'Share link created.', data };
    },
  });
}
