import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { recordAct } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import {
  configurationFields,
  draftFields,
  isStatutoryLimit,
  readConfigurationDraft,
  readRoadTypeDraft,
  readRuleDraft,
  readStatutoryDraft,
  roadTypeFields,
  statutoryFields,
  typeLimitsOf,
} from '#areas/roads/roads.server.ts';
import type { SpeedClass } from '#telematics/limits/rule.ts';
import { triedId } from '#telematics/limits/trial.ts';
import { nameOf } from '../violations/episodes.store.ts';
import { oneRuleTrial, ruleTrial, trialChanges, trialDays, trialEpisode } from './rule-trial.contract.ts';
import { trialJob } from './trial.job.ts';
import { addTrial, endTrial, listTrials, readTrial, trialEpisodes } from './trials.store.ts';
import { nameOfTried, type Tried } from './tried.ts';

const module = 'rule-trial';
const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };
const named = { one: 'Trial', fields: {}, unique: [], base: 'rule_trial' };
const common = { tag: 'Trials', scope: 'organisation' } as const;
const notFound = () => refuse.notFound('Trial not found');

const idOf = ({ params }: Pick<Call, 'params'>): string => {
  const id = params['id']?.toLowerCase() ?? '';
  if (!isId(id)) throw notFound();
  return id;
};
async function mustRead(db: Queryable, scope: Scope, id: string) {
  const found = await readTrial(db, scope, id);
  if (!found) throw notFound();
  return found;
}

const anyOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())]));
const id = z.optional(
  z.nullable(z.string().check(z.refine((text) => isId(text), { error: 'Must be the id of a record' }))),
);
const body = z.strictObject({
  days: z._default(
    z.optional(
      z
        .int({ error: 'Must be a whole number' })
        .check(
          z.gte(1, { error: 'At least 1 day' }),
          z.lte(trialDays.most, { error: `At most ${trialDays.most} days` }),
        ),
    ),
    trialDays.usual,
  ),
  /** Whose trips; left out, those of every organisation. */
  orgId: id,
  /** What is edited: it is replaced, not joined. */
  id,
  rule: z.optional(z.strictObject(anyOf(draftFields))),
  configuration: z.optional(z.strictObject(anyOf(configurationFields))),
  /** Of a type that roads have: `id` says which. */
  roadType: z.optional(z.strictObject(anyOf(roadTypeFields))),
  statutoryLimit: z.optional(z.strictObject(anyOf(statutoryFields))),
});
type Body = z.infer<typeof body>;

/** Reads and checks what is to be tried. @throws 400 with what is wrong by field */
async function readTried(
  db: Queryable,
  { id = null, rule, configuration, roadType, statutoryLimit }: Body,
): Promise<{ tried: Tried; roadName: string | null; orgId: string | null }> {
  if ([rule, configuration, roadType, statutoryLimit].filter(Boolean).length !== 1)
    throw refuse.badInput({ rule: 'Send one of a rule, a configuration, a road type and a statutory limit' });
  if (rule) {
    const { fields, facts, orderNo, road } = await readRuleDraft(db, rule);
    if (Object.keys(fields).length > 0) throw refuse.badInput(fields);
    if (!road) throw refuse.badInput({ roadId: 'Enter road, limit and first day before the rule can be tried' });
    if (id !== null && !road.stored.some((one) => one.id === id))
      throw refuse.badInput({ id: 'Must be a rule of this road' });
    const tried: Tried = { kind: 'RULE', roadId: road.id, insteadId: id, facts, orderNo };
    return { tried, roadName: nameOf(road), orgId: null };
  }
  if (configuration) {
    const { fields, draft } = readConfigurationDraft(triedId, configuration);
    if (!draft) throw refuse.badInput(fields);
    return {
      tried: { kind: 'CONFIGURATION', insteadId: id, configuration: draft },
      roadName: null,
      orgId: draft.orgId,
    };
  }
  return {
    tried: roadType ? await readTriedType(db, id, roadType) : await readTriedLaw(db, id, statutoryLimit ?? {}),
    roadName: null,
    orgId: null,
  };
}

async function readTriedType(db: Queryable, typeId: string | null, given: Record<string, unknown>): Promise<Tried> {
  const { fields, draft } = readRoadTypeDraft(given);
  if (!draft) throw refuse.badInput(fields);
  const was = typeId === null ? undefined : await typeLimitsOf(db, typeId);
  if (typeId === null || !was) throw refuse.badInput({ id: 'Must be a road type' });
  const { name, ...type } = draft;
  const changes = (Object.keys(type.limits) as SpeedClass[]).flatMap((speedClass) =>
    type.limits[speedClass] === was.limits[speedClass] ? [] : [{ speedClass, limitKmh: type.limits[speedClass] }],
  );
  return { kind: 'ROAD_TYPE', typeId, name, type, changes };
}

async function readTriedLaw(db: Queryable, insteadId: string | null, given: Record<string, unknown>): Promise<Tried> {
  const { fields, draft } = readStatutoryDraft(triedId, given);
  if (!draft) throw refuse.badInput(fields);
  if (insteadId !== null && !(await isStatutoryLimit(db, insteadId)))
    throw refuse.badInput({ id: 'Must be a statutory limit' });
  const { name, ...limit } = draft;
  return { kind: 'STATUTORY', insteadId, name, limit };
}

/** Whose trips are looked at. @throws 400 where the caller does not see them */
async function orgOf(db: Queryable, { orgIds }: Scope, asked: string | null): Promise<string | null> {
  if (asked === null) {
    if (orgIds) throw refuse.badInput({ orgId: 'Organisation is required' });
    return null;
  }
  const [known] = await db.query('select 1 from people_organisation where id = $1', [asked]);
  if (!known || (orgIds && !orgIds.includes(asked))) throw refuse.badInput({ orgId: 'Must be chosen from the list' });
  return asked;
}

/** Trials of rules and configurations on past trips: begin one, look at it, cancel it. */
export function addTrialRoutes(app: FastifyInstance, product: ProductParts): void {
  const { db: database, clock, jobs, kit } = product;
  addTrialReads(app, product);
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/rule-trial',
    summary:
      'Try a speed rule, a speed configuration, a road type or a statutory limit on past trips before it is saved: which speeding would appear, vanish or change. Changes nothing; one at a time for an organisation',
    access: { module, action: 'create' },
    body,
    status: 201,
    once: true,
    answer: oneRuleTrial,
    handle: async (call) => {
      const given = call.body as Body;
      const scope = scopeOf(call.session);
      const answer = await writeAnswer(kit, named, call, { values: { ...given }, files: {} }, async (db, writer) => {
        const { tried, roadName, orgId } = await readTried(db, given);
        const whose = await orgOf(db, scope, given.orgId ?? orgId);
        const now = clock.now();
        const id = uuidv7();
        const fromAt = new Date(now.getTime() - given.days * 86_400_000);
        const { user } = call.session;
        const actor = { id: user.id, name: writer.actorName };
        if (!(await addTrial(db, { id, orgId: whose, tried, roadName, fromAt, toAt: now, actor })))
          throw refuse.conflict('Another trial is running. Wait until it has ended, or cancel it');
        await recordAct(db, writer, {
          action: 'create',
          module,
          recordId: id,
          recordTitle: roadName ?? nameOfTried(tried) ?? '',
          orgId: whose,
          after: { days: given.days },
        });
        await jobs.add(db, { name: trialJob, tenant: trialJob, payload: { trialId: id } });
        return { status: 201, message: 'Trial started.', data: JSON.stringify(await mustRead(db, scope, id)) };
      });
      jobs.wake();
      return answer;
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/rule-trial/{id}/cancel',
    summary: 'Cancel a trial; what it has found so far stays',
    access: { module, action: 'create' },
    once: true,
    answer: oneRuleTrial,
    handle: async (call) => {
      const trialId = idOf(call);
      const scope = scopeOf(call.session);
      await transact(database, scope, (db) => mustRead(db, scope, trialId));
      return writeAnswer(kit, named, call, { values: { id: trialId }, files: {} }, async (db) => {
        const found = await mustRead(db, scope, trialId);
        if (found.state !== 'RUNNING') throw refuse.conflict('This trial has ended already');
        await endTrial(db, trialId, 'CANCELLED', clock.now());
        return { status: 200, message: 'Trial cancelled.', data: JSON.stringify(await mustRead(db, scope, trialId)) };
      });
    },
  });
}

function addTrialReads(app: FastifyInstance, { db: database }: ProductParts): void {
  const access = { module, action: 'view' } as const;
  const idParameter = (about: string) => ({ about, schema: { type: 'string' } });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/rule-trial',
    summary: 'Trials of rules and configurations on past trips, the latest first',
    access,
    query: { roadId: idParameter('Of rules of this road'), ...pageParameters(limits) },
    answer: z.array(ruleTrial),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const [roadId] = read.ids('roadId') ?? [];
      const page = read.page(limits);
      const scope = scopeOf(session);
      const { rows, count } = await transact(database, scope, (db) => listTrials(db, scope, { roadId, ...page }));
      return { message: 'OK', data: rows, count };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/rule-trial/{id}',
    summary: 'A trial: how far it is, and what would change by vehicle and by road',
    access,
    answer: oneRuleTrial,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      return { message: 'OK', data: await transact(database, scope, (db) => mustRead(db, scope, idOf(call))) };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/rule-trial/{id}/episode',
    summary: 'Speeding that would appear, vanish or be judged otherwise, the latest first',
    access,
    query: {
      change: { about: 'What would become of it', schema: { type: 'string', enum: [...trialChanges] } },
      vehicleId: idParameter('Of this vehicle'),
      roadId: idParameter('On this road'),
      ...pageParameters({ ...limits, maxSkip: 99_999 }),
    },
    answer: z.array(trialEpisode),
    beside: { count: z.int() },
    handle: async (call) => {
      const read = queryReader(call.query);
      const change = read.oneOf('change', trialChanges);
      const [vehicleId] = read.ids('vehicleId') ?? [];
      const [roadId] = read.ids('roadId') ?? [];
      const page = read.page({ ...limits, maxSkip: 99_999 });
      const scope = scopeOf(call.session);
      const { rows, count } = await transact(database, scope, async (db) => {
        const { id } = await mustRead(db, scope, idOf(call));
        return trialEpisodes(db, id, { change, vehicleId, roadId, ...page });
      });
      return { message: 'OK', data: rows, count };
    },
  });
}
