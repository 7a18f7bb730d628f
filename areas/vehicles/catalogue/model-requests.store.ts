import { uuidv7 } from 'uuidv7';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mailModelRequest } from '../vehicle-mail.ts';
import { vehiclesChanged } from '../vehicles.events.ts';

export interface WantedModel {
  orgId: string;
  /** Brand and model. */
  name: string;
  note: string | null;
}
interface Request {
  id: string;
  orgId: string;
  name: string;
  state: string;
}

/** Opens a request for each model that is not open already for its organisation. Gives the ids of the new ones. */
export async function requestModels(db: Queryable, writer: Writer, wanted: readonly WantedModel[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map(({ orgId, name, note }) => ({ id: uuidv7(), org_id: orgId, name, note }));
  const made = await db.query<{ id: string; orgId: string; name: string }>(
    `insert into model_request (id, org_id, name, note, created_at, created_by)
     select r.id, r.org_id, r.name, r.note, $2, $3 from jsonb_to_recordset($1::jsonb) as r (id uuid, org_id uuid, name text, note text)
     on conflict (org_id, lower(name)) where state = 'OPEN' do nothing returning id, org_id as "orgId", name`,
    [JSON.stringify(rows), writer.now.toISOString(), writer.actorId],
  );
  await recordChanges(
    db,
    writer,
    made.map(({ id, orgId, name }) => ({
      action: 'create',
      module: 'model-request',
      recordId: id,
      recordTitle: name,
      orgId,
      before: null,
      after: { name },
      fields: ['name'],
    })),
  );
  if (made.length > 0) writer.touched.push(['model_request', null]);
  return made.map(({ id }) => id);
}

/** An open request that the scope sees, locked. @throws 404; 409 where it is not open any more */
export async function openRequest(db: Queryable, scope: Scope, id: string): Promise<Request> {
  const params: Param[] = [id];
  const [found] = await db.query<Request>(
    `select q.id, q.org_id as "orgId", q.name, q.state from model_request q
     where q.id = $1${tenantFilter('open-model-request', scope, 'q.org_id', params)} for update`,
    params,
  );
  if (!found) throw refuse.notFound('Model request not found');
  if (found.state !== 'OPEN') throw refuse.conflict('This request is no longer open');
  return found;
}

/** Ends a request without a model. */
export async function closeRequest(
  db: Queryable,
  writer: Writer,
  { id, orgId, name }: Request,
  state: 'DECLINED' | 'WITHDRAWN',
  reply: string | null,
): Promise<void> {
  await decided(db, writer, { id, orgId, name }, { state, modelId: null, reply });
}

/**
 * Answers a request with a model, and gives it to the client's vehicles that carry the name. What was said of a vehicle stays;
 * type and category follow the model where nothing was said.
 * @returns how many vehicles have it now
 */
export async function answerRequest(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  mail: MailKit,
  request: Request,
  modelId: string,
  reply: string | null,
): Promise<{ vehicles: number; model: string }> {
  const [model] = await db.query<{
    title: string;
    brandId: string;
    typeId: string;
    categoryId: string;
    status: number;
  }>(
    `select concat_ws(' ', b.name, m.name, m.variant) as title, m.brand_id as "brandId", m.type_id as "typeId",
       m.category_id as "categoryId", m.status
     from vehicle_model m join vehicle_brand b on b.id = m.brand_id where m.id = $1 and m.deleted_at is null for key share of m`,
    [modelId],
  );
  if (!model) throw refuse.badInput({ modelId: 'This record no longer exists' });
  if (model.status === 0) throw refuse.badInput({ modelId: 'This model is inactive: choose another' });
  return overall(db, scope, async () => {
    const vehicles = await mapVehicles(db, writer, request, modelId, model);
    await decided(db, writer, request, { state: 'ANSWERED', modelId, reply });
    const what = model.title === request.name ? 'is in the catalogue now' : `is in the catalogue as ${model.title}`;
    const updated = vehicles === 0 ? '' : ` Vehicles of yours that have this model now: ${vehicles}.`;
    await mailModelRequest(db, mail, request, what, `${reply ?? ''}${updated}`.trim());
    return { vehicles, model: model.title };
  });
}

async function mapVehicles(
  db: Queryable,
  writer: Writer,
  request: Request,
  modelId: string,
  model: { brandId: string; typeId: string; categoryId: string },
): Promise<number> {
  const mapped = await db.query<{ id: string; title: string; was: string }>(
    `with named as (select v.id, v.unlisted_model as was from vehicle v join model_request q on q.org_id = v.org_id
         and lower(q.name) = lower(v.unlisted_model) where q.id = $1 order by v.id for update of v)
     update vehicle v set model_id = $2, brand_id = $3, type_id = coalesce(v.type_id, $4), category_id = coalesce(v.category_id, $5),
       unlisted_model = null, version = v.version + 1, updated_at = $6, updated_by = $7
     from named n where n.id = v.id returning v.id, v.registration_no as title, n.was`,
    [request.id, modelId, model.brandId, model.typeId, model.categoryId, writer.now.toISOString(), writer.actorId],
  );
  if (mapped.length === 0) return 0;
  await recordChanges(
    db,
    writer,
    mapped.map(({ id, title, was }) => ({
      action: 'update',
      module: 'vehicle',
      recordId: id,
      recordTitle: title,
      orgId: request.orgId,
      before: { modelId: null, unlistedModel: was },
      after: { modelId, unlistedModel: null },
      fields: ['modelId', 'unlistedModel'],
    })),
  );
  writer.touched.push(['vehicle', request.orgId]);
  await vehiclesChanged.raise(
    db,
    writer,
    mapped.map(({ id }) => id),
  );
  return mapped.length;
}

async function decided(
  db: Queryable,
  writer: Writer,
  { id, orgId, name }: Pick<Request, 'id' | 'orgId' | 'name'>,
  after: { state: string; modelId: string | null; reply: string | null },
): Promise<void> {
  await db.query(
    `update model_request set state = $2, model_id = $3, reply = $4, decided_at = $5, decided_by = $6 where id = $1`,
    [id, after.state, after.modelId, after.reply, writer.now.toISOString(), writer.actorId],
  );
  await recordChange(db, writer, {
    action: 'update',
    module: 'model-request',
    recordId: id,
    recordTitle: name,
    orgId,
    before: { state: 'OPEN', modelId: null, reply: null },
    after,
    fields: ['state', 'modelId', 'reply'],
  });
  writer.touched.push(['model_request', null]);
}
