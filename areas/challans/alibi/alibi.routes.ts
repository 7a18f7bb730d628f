import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { listLimits } from '#kit/contract/list-query.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { canonicalJson } from '#kit/server/chain/canonical.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordAct } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { townsNamed } from '#kit/server/places/towns.ts';
import { refuse } from '#kit/server/refusals.ts';
import { roadsNamed } from '#areas/roads/roads.server.ts';
import { alibiBody, askedOf } from './alibi-body.ts';
import { contestPack } from './alibi-pack.ts';
import { alibiPaper } from './alibi-paper.ts';
import {
  addAlibi,
  countMadeSince,
  factsIn,
  listAlibis,
  oneOf,
  readAlibi,
  type StoredAlibi,
} from './alibi-rows.store.ts';
import { alibiFacts, alibiRow, conclusions, type FoundPlace, foundPlace, oneAlibi } from './alibi.contract.ts';
import { findAlibi } from './find-alibi.ts';
import { createPace } from './pace.ts';

const module = 'alibi';
const common = { tag: 'Alibis', scope: 'organisation' } as const;
const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };
const named = { one: 'Alibi', fields: {}, unique: [], base: 'alibi' };
/** What one person asks for in a minute, and what an organisation stores in a day. */
const most = { asksInMinute: 60, storedInDay: 500 } as const;
const dayMs = 86_400_000;
/** A town counts as far as its middle goes. */
const townRadiusM = 3_000;

type Body = z.infer<typeof alibiBody>;

/** Where a vehicle was, and whether it can have been at a place: asked, stored, listed, as PDF and as contest pack. */
export function addAlibiRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const pace = createPace(most.asksInMinute);
  const mayAsk = ({ session }: Call): void => {
    const waitS = pace(session.user.id, kit.clock.now().getTime());
    if (waitS > 0) throw refuse.tooMany('Too many questions in a minute. Wait a little', waitS);
  };
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/alibi',
    summary:
      'Whether a vehicle can have been at a place at a time, by its own positions: far away, there, near, or not to be told, with every uncertainty. Stores nothing',
    access: { module, action: 'view' },
    whileImpersonating: 'allowed',
    searches: true,
    body: alibiBody,
    answer: alibiFacts,
    handle: async (call) => {
      mayAsk(call);
      const asked = askedOf(call.body as Body);
      const scope = scopeOf(call.session);
      const { facts } = await transact(kit.db, scope, (db) => findAlibi(kit, db, scope, asked));
      return { message: 'OK', data: facts };
    },
  });
  addSave(app, kit, mayAsk);
  addReads(app, kit);
  addFiles(app, kit);
}

function addSave(app: FastifyInstance, kit: CatalogueKit, mayAsk: (call: Call) => void): void {
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/alibi/save',
    summary:
      'Find an alibi and store it as it is now, with its positions, by whom, when, and a SHA-256 hash. It never changes',
    access: { module, action: 'create' },
    body: alibiBody,
    status: 201,
    once: true,
    answer: oneAlibi,
    handle: async (call) => {
      mayAsk(call);
      const given = call.body as Body;
      const asked = askedOf(given);
      const scope = scopeOf(call.session);
      return writeAnswer(kit, named, call, { values: { ...given }, files: {} }, async (db, writer) => {
        const { facts, orgId } = await findAlibi(kit, db, scope, asked);
        if (orgId === null || facts.vehicleId === null)
          throw refuse.conflict(facts.words[0] ?? 'There is nothing to store', { plate: facts.words[0] ?? '' });
        const { now } = writer;
        if ((await countMadeSince(db, orgId, new Date(now.getTime() - dayMs))) >= most.storedInDay)
          throw refuse.conflict(`At most ${most.storedInDay} alibis can be stored in 24 hours`);
        const id = uuidv7();
        const frozen = { facts, id, madeAt: now.toISOString(), madeBy: writer.actorName };
        const canonical = canonicalJson(JSON.stringify(frozen));
        const sha256 = createHash('sha256').update(canonical, 'utf8').digest('hex');
        const ref = `ALB-${sha256.slice(0, 10).toUpperCase()}`;
        const place = facts.asked.place ?? `${asked.lat.toFixed(5)}, ${asked.lon.toFixed(5)}`;
        await addAlibi(db, { ...frozen, orgId, ref, place, madeById: call.session.user.id, canonical, sha256 });
        await recordAct(db, writer, {
          action: 'create',
          module,
          recordId: id,
          recordTitle: `${ref}, ${facts.asked.plate}`,
          orgId,
          after: { conclusion: facts.conclusion, from: facts.asked.from, place, sha256 },
          fields: ['conclusion', 'from', 'place', 'sha256'],
        });
        const stored = await readAlibi(db, scope, id);
        if (!stored) throw new Error('An alibi that was just stored is not there');
        return { status: 201, message: 'Alibi saved.', data: JSON.stringify(oneOf(stored)) };
      });
    },
  });
}

async function mustRead(kit: CatalogueKit, call: Call): Promise<StoredAlibi> {
  const id = call.params['id']?.toLowerCase() ?? '';
  const scope = scopeOf(call.session);
  const found = isId(id) ? await transact(kit.db, scope, (db) => readAlibi(db, scope, id)) : undefined;
  if (!found) throw refuse.notFound('Alibi not found');
  return found;
}

function addReads(app: FastifyInstance, kit: CatalogueKit): void {
  const access = { module, action: 'view' } as const;
  const idParameter = (about: string) => ({ about, schema: { type: 'string' } });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/alibi',
    summary: 'Stored alibis, the latest first',
    access,
    query: {
      q: {
        about: 'Words to look for: plate, place, challan number',
        schema: { type: 'string', maxLength: listLimits.maxQuery },
      },
      conclusion: {
        about: 'Of these conclusions, separated by commas',
        schema: { type: 'string', examples: [conclusions.join(',')] },
      },
      vehicleId: idParameter('Of these vehicles; several ids are separated by commas'),
      ...pageParameters(limits),
    },
    answer: z.array(alibiRow),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const terms = read.words(`concat_ws(' ', a.plate, a.place, a.notice_no, a.ref)`);
      const chosen = read.among('conclusion', conclusions) ?? [];
      const vehicleIds = read.ids('vehicleId');
      const page = read.page(limits);
      const scope = scopeOf(session);
      const asked = { conclusions: chosen, vehicleIds, terms, params: read.params, ...page };
      const { rows, count } = await transact(kit.db, scope, (db) => listAlibis(db, scope, asked));
      return { message: 'OK', data: rows, count };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/alibi/places',
    summary: 'Places by name: towns, and roads by the middle of their line',
    access,
    searches: true,
    query: {
      q: { about: 'At least three letters of the name', schema: { type: 'string', maxLength: listLimits.maxQuery } },
    },
    answer: z.array(foundPlace),
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const words = read.text('q')?.trim() ?? '';
      if (words.length < 3) read.wrong('q', 'Enter at least three letters');
      else if (words.length > listLimits.maxQuery) read.wrong('q', `At most ${listLimits.maxQuery} characters`);
      read.done();
      const towns = townsNamed(words, 6).map(
        ({ name, district, state, lat, lon }): FoundPlace => ({
          kind: 'TOWN',
          name: [...new Set([name, district, state])].filter(Boolean).join(', '),
          lat,
          lon,
          radiusM: townRadiusM,
        }),
      );
      const roads = await transact(kit.db, scopeOf(session), (db) => roadsNamed(db, words, 6));
      return { message: 'OK', data: [...towns, ...roads.map((road): FoundPlace => ({ kind: 'ROAD', ...road }))] };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/alibi/{id}',
    summary: 'A stored alibi with its facts and positions',
    access,
    answer: oneAlibi,
    handle: async (call) => ({ message: 'OK', data: oneOf(await mustRead(kit, call)) }),
  });
}

function addFiles(app: FastifyInstance, kit: CatalogueKit): void {
  const files = [
    {
      part: 'pdf',
      type: 'application/pdf',
      ending: 'pdf',
      summary: 'A stored alibi as PDF: conclusion, facts, sketch, positions, and how to check it',
      write: (stored: StoredAlibi) => alibiPaper(stored.row, factsIn(stored.canonical), kit.places),
    },
    {
      part: 'pack',
      type: 'application/zip',
      ending: 'zip',
      summary:
        'A contest pack as zip: the PDF, the facts as JSON with their hash, the positions as CSV, and a draft of a letter',
      write: (stored: StoredAlibi) => contestPack(stored, kit.places),
    },
  ] as const;
  for (const { part, type, ending, summary, write } of files)
    addRoute(app, {
      ...common,
      method: 'GET',
      path: `/alibi/{id}/${part}`,
      summary,
      access: { module, action: 'export' },
      raw: [type],
      deadlineMs: 10_000,
      handle: async (call) => {
        const stored = await mustRead(kit, call);
        const name = `alibi-${stored.row.plate.replaceAll(/[^\w-]/g, '')}-${stored.row.ref}.${ending}`;
        call.reply
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'private, no-cache')
          .type(type);
        return write(stored);
      },
    });
}
