import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { readLaw, readLimitRoads } from '../limits/limit-facts.store.ts';
import { roadLimits, rulePreview } from './road-limits.contract.ts';
import { reportOf } from './rule-report.ts';
import { draftFields, readRuleDraft } from './rule-draft.ts';
import { limitRuleOf } from './rules.store.ts';
import { lawWords, lineageOf, overlapsOf } from './speed-rule.rules.ts';

const classes = speedClasses.map(({ value }) => value);

/** GET /road/{id}/limits: the limits along a road on a day for a class, with its rules and where they overlap. */
export function addRuleRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/road/{id}/limits',
    summary: 'The speed limits along a road for a class at a time, with all of its rules and where they overlap',
    tag: 'Roads',
    access: { module: 'road', action: 'view' },
    scope: 'global',
    query: {
      class: { about: 'Speed class of the vehicle', schema: { type: 'string', enum: [...classes] } },
      at: { about: 'A day of India or an ISO time; left out, now', schema: { type: 'string' } },
    },
    answer: roadLimits,
    handle: async ({ session, params, query }) => {
      const id = params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('Road not found');
      const read = queryReader(query);
      const speedClass = read.oneOf('class', classes) ?? 'M1';
      const at = read.instant('at')?.at;
      read.done();
      const data = await transact(kit.db, scopeOf(session), async (db) => {
        const road = (await readLimitRoads(db, [id])).get(id);
        if (!road) throw refuse.notFound('Road not found');
        const time = at === undefined ? kit.clock.now().getTime() : Date.parse(at);
        return reportOf(road, await readLaw(db), { speedClass, at: time });
      });
      return { message: 'OK', data };
    },
  });
  addPreview(app, kit);
}

const body = z.strictObject({
  /** The rule that is to be changed: its own versions are no overlaps. */
  id: z.optional(z.nullable(z.string().check(z.refine((id) => isId(id), { error: 'Must be the id of a record' })))),
  ...Object.fromEntries(draftFields.map((name) => [name, z.optional(z.unknown())])),
});

/** POST /road-speed-rule/preview: what would be wrong or odd about a rule. Writes nothing. */
function addPreview(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'POST',
    path: '/road-speed-rule/preview',
    summary:
      'What a rule that is not saved yet overlaps with, and what is wrong or odd about it. Fields may be missing',
    tag: 'Speed rules',
    access: {
      any: [
        { module: 'road-speed-rule', action: 'create' },
        { module: 'road-speed-rule', action: 'edit' },
      ],
    },
    scope: 'global',
    whileImpersonating: 'allowed',
    body,
    answer: rulePreview,
    handle: async ({ session, body }) => {
      const { id, ...given } = body as { id?: string | null } & Record<string, unknown>;
      return transact(kit.db, scopeOf(session), async (db) => {
        const { fields, facts, road } = await readRuleDraft(db, given);
        if (!road) return { message: 'OK', data: { fields, warnings: [], overlaps: [] } };
        const rule = limitRuleOf(id ?? '', 1, facts);
        const overlaps = overlapsOf(rule, road, lineageOf(id ?? null, road)).map((one) => ({
          ...one,
          toM: Number.isFinite(one.toM) ? one.toM : (road.knownM ?? 0),
        }));
        return { message: 'OK', data: { fields, warnings: lawWords(rule, road, await readLaw(db)), overlaps } };
      });
    },
  });
}
