import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { oneLine, printable } from '#kit/contract/input.ts';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { pageParameters } from '#kit/contract/page.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordId } from '#kit/server/http/body-fields.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mailModelRequest } from '../vehicle-mail.ts';
import { vehicleModel } from '../vehicles.contract.ts';
import { type ModelRequestRow, modelRequestStates } from './model-requests.contract.ts';
import { answerRequest, closeRequest, openRequest, requestModels } from './model-requests.store.ts';

const tag = 'Model requests';
const limits = { maxSkip: 999_999, maxTake: 100, take: 25 };
const rowSchema: z.ZodMiniType<ModelRequestRow> = z.strictObject({
  id: z.string(),
  name: z.string(),
  note: z.nullable(z.string()),
  state: z.enum(modelRequestStates),
  organisation: z.string(),
  model: z.nullable(z.string()),
  modelId: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  vehicles: z.int(),
});
const upTo = (most: number, words: string) =>
  z.string({ error: words }).check(z.trim(), z.maxLength(most, { error: `At most ${most} characters` }));
const note = z.optional(upTo(300, 'Enter a text'));
const askBody = z.strictObject({
  name: upTo(100, 'Enter brand and model').check(
    printable,
    oneLine,
    z.minLength(2, { error: 'Enter brand and model' }),
  ),
  note,
});
const id = z.optional(recordId);
const answerBody = z.strictObject({
  modelId: id,
  brandId: id,
  name: z.optional(upTo(100, 'Enter the name of the model').check(printable, oneLine)),
  typeId: id,
  categoryId: id,
  reply: note,
});
type AnswerBody = z.infer<typeof answerBody>;
const declineBody = z.strictObject({
  reply: upTo(300, 'Enter a reason').check(z.minLength(3, { error: 'Enter a reason' })),
});
const made = z.strictObject({ id: z.string() });
/** What the writes say of themselves where the database refuses. */
const named = { one: 'Model request', fields: {}, unique: [], base: 'model_request' };
const inputOf = (call: Call) => ({ values: { ...(call.body as object) }, files: {} });

/** Models that clients miss in the catalogue: they ask, staff add the model or point to one. */
export function addModelRequestRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  addList(app, kit);
  addAnswers(app, kit, mail);
  addRoute(app, {
    method: 'POST',
    path: '/model-request',
    summary: 'Request a vehicle model that is not in the list',
    tag,
    access: { module: 'model-request', action: 'create' },
    scope: 'organisation',
    once: true,
    whileImpersonating: 'allowed',
    body: askBody,
    answer: made,
    status: 201,
    handle: async (call) => {
      const { name, note } = call.body as z.infer<typeof askBody>;
      const { orgId } = call.session;
      if (orgId === null) throw refuse.badInput({ name: 'Staff add models to the catalogue directly' });
      return writeAnswer(kit, named, call, inputOf(call), async (db, writer) => {
        const [id] = await requestModels(db, writer, [{ orgId, name, note: note || null }]);
        if (id === undefined) throw refuse.conflict(`${name} is requested already`, { name: 'Requested already' });
        const message = `${name} requested. You'll be notified when it is answered.`;
        return { status: 201, message, data: JSON.stringify({ id }) };
      });
    },
  });
}

function addAnswers(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  const models = catalogueParts(kit, vehicleModel);
  const common = {
    method: 'POST',
    tag,
    scope: 'organisation',
    once: true,
    whileImpersonating: 'allowed',
    answer: made,
  } as const;
  addRoute(app, {
    ...common,
    path: '/model-request/answer/{id}',
    summary: 'Answer a request with a model of the catalogue, or with a new one; the client’s vehicles get it',
    access: { module: 'model-request', action: 'edit' },
    body: answerBody,
    handle: async (call) => {
      const body = call.body as AnswerBody;
      const id = requestId(call);
      const newModel = newModelOf(body);
      if (newModel) need(call.session, 'vehicle-model', 'create');
      const scope = scopeOf(call.session);
      return writeAnswer(
        kit,
        named,
        call,
        inputOf(call),
        async (db, writer) => {
          const request = await openRequest(db, scope, id);
          const modelId = newModel
            ? (await models.writes.create(db, scope, writer, { values: newModel, files: {} })).row.id
            : (body.modelId as string);
          const done = await answerRequest(db, scope, writer, mail, request, modelId, body.reply || null);
          const message = `${request.name} answered with ${done.model}. Vehicles updated: ${done.vehicles}.`;
          return { status: 200, message, data: JSON.stringify({ id }) };
        },
        [vehicleModel.table],
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/model-request/decline/{id}',
    summary: 'Decline a request, with the reason',
    access: { module: 'model-request', action: 'edit' },
    body: declineBody,
    handle: async (call) => {
      const { reply } = call.body as z.infer<typeof declineBody>;
      const id = requestId(call);
      return writeAnswer(kit, named, call, inputOf(call), async (db, writer) => {
        const request = await openRequest(db, scopeOf(call.session), id);
        await closeRequest(db, writer, request, 'DECLINED', reply);
        await mailModelRequest(db, mail, request, 'was not added to the catalogue', reply);
        return { status: 200, message: `Request for ${request.name} declined.`, data: JSON.stringify({ id }) };
      });
    },
  });
  addRoute(app, {
    ...common,
    path: '/model-request/withdraw/{id}',
    summary: 'Withdraw a request of one’s own',
    access: { module: 'model-request', action: 'create' },
    handle: async (call) => {
      const id = requestId(call);
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        const request = await openRequest(db, scopeOf(call.session), id);
        await closeRequest(db, writer, request, 'WITHDRAWN', null);
        return { status: 200, message: `Request for ${request.name} withdrawn.`, data: JSON.stringify({ id }) };
      });
    },
  });
}

const required = {
  brandId: 'Choose a brand',
  name: 'Enter the name of the model',
  typeId: 'Choose a type',
  categoryId: 'Choose a category',
} as const;

/** The model that is to be made; undefined where one of the catalogue was chosen. @throws 400 */
function newModelOf(body: AnswerBody): Record<string, string> | undefined {
  const names = Object.keys(required) as (keyof typeof required)[];
  const isNew = names.some((name) => body[name]);
  if (isNew === (body.modelId !== undefined)) throw refuse.badInput({ modelId: 'Choose a model, or enter a new one' });
  if (!isNew) return undefined;
  const missing = names.filter((name) => !body[name]);
  if (missing.length > 0) throw refuse.badInput(Object.fromEntries(missing.map((name) => [name, required[name]])));
  return Object.fromEntries(names.map((name) => [name, body[name] as string]));
}

function requestId({ params }: Call): string {
  const id = params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound('Model request not found');
  return id;
}

/** GET /model-request: one's own, or for staff those of all clients; the latest first. */
function addList(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/model-request',
    summary: 'Vehicle models that clients requested',
    tag,
    access: { module: 'model-request', action: 'view' },
    scope: 'organisation',
    query: {
      ...pageParameters(limits),
      state: { about: 'State', schema: { type: 'string', enum: modelRequestStates } },
    },
    answer: z.array(rowSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const state = read.oneOf('state', modelRequestStates);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => {
        const params: Param[] = [];
        const where = `true${tenantFilter('model-requests', scope, 'q.org_id', params)}${state === undefined ? '' : ` and q.state = $${params.push(state)}`}`;
        const data = await db.query<ModelRequestRow>(
          `select q.id, q.name, q.note, q.state, o.name as organisation, nullif(concat_ws(' ', b.name, m.name, m.variant), '') as model,
             q.model_id as "modelId", q.reply, q.created_at as "createdAt", q.decided_at as "decidedAt",
             (select count(*)::int from vehicle v where v.org_id = q.org_id and lower(v.unlisted_model) = lower(q.name)
                and v.deleted_at is null and q.state = 'OPEN') as vehicles
           from model_request q join people_organisation o on o.id = q.org_id
             left join vehicle_model m on m.id = q.model_id left join vehicle_brand b on b.id = m.brand_id
           where ${where} order by q.created_at desc, q.id desc limit ${take} offset ${skip}`,
          params,
        );
        const [total] = await db.query<{ count: number }>(
          `select count(*) from model_request q where ${where}`,
          params,
        );
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
}
