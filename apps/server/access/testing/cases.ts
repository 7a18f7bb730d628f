import { sampleBody } from '#apps/server/samples.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { inputSchema } from '#kit/contract/input.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { type Asked, ask, multipart, rowsOf } from './caller.ts';
import { knownVehicle, onboardingForm } from './fleet-world.ts';
import { type Harvest, urlOf } from './harvest.ts';
import { cellsOf } from './organisation.ts';
import { addressOf, catalogueOf, patternOf, type Right, unknownId } from './routes.ts';
import { valueOf } from './values.ts';
import { mint, newMobile, organisationOf, type Walker } from './walkers.ts';
import type { World } from './world.ts';

/** One way to use a route rightly. */
export interface Case {
  asked: Asked;
  /** Rights that this way wants besides the one that the route declares. */
  needs: readonly Right[];
  /** What it is about stands on the walker's own level: nobody may, whatever their rights. */
  refused?: boolean;
}

let made = 0;
/** A number for the next sample; what fits the patterns of codes has three digits. */
const next = (): number => 100 + ((made += 1) % 900);

/** What a body takes for its references: of each catalogue the oldest record that its writer sees. */
export async function parentsOf(
  harvest: Harvest,
  definition: AnyCatalogue,
  walker: Walker,
  world: World,
): Promise<Record<string, string>> {
  const parents: Record<string, string> = {};
  for (const field of Object.values<AnyField>(definition.fields)) {
    if (field.kind !== 'ref' || parents[field.to] || field.to === definition.path) continue;
    const own = organisationOf(walker);
    if (field.to === 'organisation' && own !== null) parents[field.to] = own;
    else if (field.to === 'role') parents[field.to] = await roleFor(definition, world);
    else {
      const id = (await harvest.firstOf(field.to, walker)) ?? (await harvest.firstOf(field.to, world.admin));
      if (id !== undefined) parents[field.to] = id;
    }
  }
  // Rows of one organisation refer to each other only.
  if (walker.orgId === null && 'orgId' in definition.fields) delete parents['organisation'];
  return parents;
}

async function roleFor({ path }: AnyCatalogue, world: World): Promise<string> {
  const name = path === 'user' ? 'RTO clerk' : 'Client viewer';
  const [row] = await world.behind.query<{ id: string }>('select id from role where name = $1 and deleted_at is null', [
    name,
  ]);
  return row?.id ?? unknownId();
}

/** A right body for a create or change of a catalogue's record. */
export async function bodyOf(harvest: Harvest, definition: AnyCatalogue, walker: Walker, world: World) {
  const body = sampleBody(definition, next(), await parentsOf(harvest, definition, walker, world));
  // Staff say whose a record is.
  if ('orgId' in definition.fields && walker.orgId === null)
    body['orgId'] = walker.worksFor ?? (await harvest.firstOf('organisation', world.admin));
  return body;
}

/** The ways to use a route that the matrix and the sweep walk; made from its schema where nothing here says more. */
export async function casesOf(world: World, harvest: Harvest, spec: RouteSpec, walker: Walker): Promise<Case[]> {
  const definition = catalogueOf(spec, world.definitions);
  const pattern = patternOf(spec, world.definitions);
  const url = await urlOf(harvest, spec, walker, unknownId());
  const { method } = spec;
  const one = (more: Partial<Asked> = {}, needs: Case['needs'] = []): Case => ({
    asked: { method, url, ...more },
    needs,
  });
  const right = (...actions: Right['action'][]): Right[] =>
    definition ? actions.map((action) => ({ module: definition.path, action })) : [];
  if (definition) {
    const records = (count: number) => harvest.recordsOf(definition.path, walker, count);
    switch (pattern) {
      case 'GET /{catalogue}':
        return [one(), one({ url: `${url}?trash=true` }, right('delete'))];
      case 'POST /{catalogue}':
      case 'PUT /{catalogue}/{id}':
        if (spec.body) break;
        return [one({ body: await bodyOf(harvest, definition, walker, world) })];
      case 'POST /{catalogue}/bulk': {
        const ids = await records(1);
        const name = Object.keys(definition.fields).find((field) => definition.fields[field].kind === 'longText');
        const set = name ? { set: { [name]: 'Set for many' } } : { set: { status: 1 } };
        return [
          one({ body: { action: 'activate', ids } }, right('status')),
          one({ body: { action: 'deactivate', ids } }, right('status')),
          one({ body: { action: 'edit', ids, ...set } }, right('edit')),
          one({ body: { action: 'delete', ids } }, right('delete')),
          one({ body: { action: 'restore', ids } }, right('delete')),
        ];
      }
      case 'PUT /{catalogue}/columns': {
        const columns = [{ name: definition.title[0], shown: true, width: 120 }];
        const [view] = await ownViews(world, definition, walker);
        return [
          one({ body: { columns, ...(view ? { view } : {}) } }),
          one({ body: { columns } }),
          one({ body: { columns: [] } }),
        ];
      }
      case 'POST /{catalogue}/order':
        return [one({ body: { ids: await records(2) } })];
      case 'POST /{catalogue}/merge': {
        const [fromId, intoId] = await records(2);
        return [one({ body: { fromId, intoId } }, mergeRights(world, definition))];
      }
      case 'POST /{catalogue}/unmerge/{id}':
        return [one({}, mergeRights(world, definition))];
      case 'POST /{catalogue}/export':
      case 'POST /{catalogue}/export/job':
        return [
          one({ body: { format: 'csv', ids: await records(3) } }),
          one({ body: { format: 'csv', filter: { trash: 'true' } } }, right('delete')),
        ];
      case 'POST /{catalogue}/import':
      case 'POST /{catalogue}/import/check': {
        const body = await bodyOf(harvest, definition, walker, world);
        const order = { key: ['id'], rows: [{ line: 2, cells: cellsOf(definition, body) }] };
        const more = pattern.endsWith('import') ? { fileName: 'rows.csv', partial: true } : {};
        return [
          one({ body: { ...order, ...more, mode: 'create' } }),
          one({ body: { ...order, ...more, mode: 'upsert' } }, right('edit')),
        ];
      }
      case 'POST /{catalogue}/reveal/{id}':
        return [one({ body: { field: sealedNames(definition)[0] } })];
      case 'POST /{catalogue}/import/read':
        // Reading a file is the work of a thread, which takes its time to start: one walker waits for it.
        if (walker.role !== 'Super admin') return [one()];
        return [
          one(await multipart({}, { field: 'file', name: 'rows.csv', content: 'Name\nOne\n', type: 'text/csv' })),
        ];
      case 'POST /{catalogue}/import/{id}/undo':
        return [one({}, right('delete', 'edit'))];
    }
  }
  switch (pattern) {
    case 'POST /session/refresh': {
      const { refresh } = await mint(world.test, walker);
      return [one({ headers: { cookie: `rt=${refresh}` } })];
    }
    case 'DELETE /session/{id}': {
      // Not the one that the walker calls with; nor one too many, which would end that one.
      const live = 'select id from session where account_id = $1 and revoked_at is null';
      if ((await world.behind.query(live, [walker.accountId])).length < 2) await mint(world.test, walker);
      return [one({ url: await urlOf(harvest, spec, walker, unknownId()) })];
    }
    case 'GET /search':
      return [one({ url: `${url}?q=sample` })];
    case 'GET /format/check':
      return [one({ url: `${url}?format=plate&value=MH12AB1234` })];
    case 'GET /{catalogue}/by-plate':
      return [one({ url: `${url}?plate=MH12AB1234` })];
    case 'POST /{catalogue}/driver/{id}':
      return [one({ body: { driverId: (await harvest.firstOf('drivers', walker)) ?? unknownId() } })];
    case 'POST /{catalogue}/owner/{id}':
      return [one({ body: { orgId: walker.worksFor ?? (await harvest.firstOf('organisation', walker)) } })];
    case 'POST /{catalogue}/vehicle/{id}':
      return [one({ body: { vehicleId: (await harvest.firstOf('vehicle', walker)) ?? unknownId(), swap: true } })];
    case 'POST /{catalogue}/driver-end/{id}':
      return [one({ body: { assignmentId: unknownId() } }), one({ body: { reason: 'Shift is over' } })];
    case 'POST /{catalogue}/transfer/{id}': {
      const edit: Right[] = [{ module: 'vehicle', action: 'edit' }];
      const reason = 'Sold to them';
      const toOrgId = (await harvest.firstOf('organisation', walker)) ?? unknownId();
      return walker.kind === 'staff'
        ? [one({ body: { toOrgId, reason } }, edit)]
        : [one({ body: { toMobile: '7000009998', reason } }, edit)];
    }
    case 'POST /client/vehicle-invitation': {
      const orgId = walker.worksFor ?? (await harvest.firstOf('organisation', world.admin));
      const vehicleId = (await harvest.firstOf('vehicle', walker)) ?? unknownId();
      const body = { name: 'Sample guest', mobile: newMobile(), vehicleId };
      return [one({ body: walker.kind === 'staff' ? { ...body, orgId } : body })];
    }
    case 'POST /client/driver-on-boarding':
      return [one(onboardingForm((await harvest.firstOf('drivers', walker)) ?? unknownId()))];
    case 'POST /ownership-transfer':
      return [one({ body: { ...knownVehicle, reason: 'Bought from them' } })];
    case 'POST /ownership-transfer/decide/{id}':
      return [one({ body: { decision: 'WITHDRAW' } })];
    case 'GET /access/explain': {
      const userId = (await harvest.belowOf(walker)) ?? walker.accountId;
      return [one({ url: `${url}?userId=${userId}&module=rto&action=view` })];
    }
    case 'POST /session/impersonation': {
      const userId = (await harvest.belowOf(walker)) ?? unknownId();
      return [one({ body: { userId, reason: 'To see what they see' } })];
    }
    case 'PUT /mail-template/{id}': {
      const { subject, body } = (await ask(world.test, world.admin, { method: 'GET', url })).json.data ?? {};
      return [one({ body: { subject, body } })];
    }
    case 'PUT /module/update-parent/{id}':
      return [one({ body: { parentId: null } })];
    case 'POST /module/order': {
      const all = rowsOf(await ask(world.test, world.admin, { method: 'GET', url: '/module' }));
      const ids = all.filter((row) => row['parentId'] === null).map((row) => row['id']);
      return [one({ body: { parentId: null, ids } })];
    }
    case 'PUT /{catalogue}/{id}/scope': {
      const organisation = walker.worksFor ?? (await harvest.firstOf('organisation', world.admin));
      return [one({ body: { rtoIds: [], organisationIds: organisation ? [organisation] : [] } })];
    }
  }
  if (!spec.body) return [one()];
  const hints = await hintsOf(harvest, walker, definition);
  return [false, true].flatMap((full) => {
    const body = spec.body && valueOf(spec.body, hints, full);
    return body === undefined ? [] : [one({ body })];
  });
}

/** Ways to use a route on what the walker stands on: the own account, role or organisation. */
export async function ownCases(
  world: World,
  harvest: Harvest,
  spec: RouteSpec,
  { standing, walker }: { standing: Readonly<Record<string, string>>; walker: Walker },
): Promise<Case[]> {
  const definition = catalogueOf(spec, world.definitions);
  const id = definition && standing[definition.path];
  if (!definition?.guarded || id === undefined || spec.method === 'GET') return [];
  const pattern = patternOf(spec, world.definitions);
  // One's own organisation is changed by those who may, but neither closed nor removed.
  const guarded = ['PUT /{catalogue}/status/{id}', 'DELETE /{catalogue}/{id}', 'PUT /{catalogue}/{id}'];
  if (!guarded.slice(0, definition.path === 'organisation' ? 2 : 3).includes(pattern)) return [];
  const asked: Asked = { method: spec.method, url: addressOf(spec, { id }) };
  if (pattern === 'PUT /{catalogue}/{id}')
    asked.body = spec.body
      ? valueOf(spec.body, await hintsOf(harvest, walker, definition))
      : await bodyOf(harvest, definition, walker, world);
  return [{ asked, needs: [], refused: true }];
}

const mergeRights = ({ definitions }: World, { path }: AnyCatalogue): Right[] => [
  { module: path, action: 'delete' },
  ...definitions
    .filter(({ fields }) => Object.values<AnyField>(fields).some((field) => field.kind === 'ref' && field.to === path))
    .map((referrer): Right => ({ module: referrer.path, action: 'edit' })),
];

/** Values that schemas cannot tell: what exists, and what is a password. */
async function hintsOf(harvest: Harvest, walker: Walker, definition: AnyCatalogue | undefined) {
  const ids = definition ? await harvest.recordsOf(definition.path, walker, 1) : [];
  const columns = definition ? [[{ name: definition.title[0], shown: true, width: 120 }]] : [];
  return {
    id: ids,
    name: [`Sample ${next()}`],
    search: [''],
    columns,
    shared: [false],
    permissions: [[]],
    email: ['admin@roadkeeper.test'],
    password: [demoPassword],
  };
}

const ownViews = async (world: World, definition: AnyCatalogue, walker: Walker): Promise<string[]> =>
  (
    await world.behind.query<{ id: string }>(
      'select id from saved_view where owner_id = $1 and module = $2 limit 1',
      [walker.accountId, definition.path],
      walker.orgId ?? '',
    )
  ).map(({ id }) => id);

/** The schema of a route's body, its own or that of its catalogue's records. */
export function bodySchemaOf(world: World, spec: RouteSpec) {
  const definition = catalogueOf(spec, world.definitions);
  if (spec.body) return spec.body;
  const isWrite = ['POST /{catalogue}', 'PUT /{catalogue}/{id}'].includes(patternOf(spec, world.definitions));
  return definition && isWrite ? inputSchema(definition) : undefined;
}
