import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { multipart } from '../call.ts';
import type { Caller } from '../callers.ts';
import type { Case, CaseMakings } from './case.ts';
import { cellsOf } from '../organisation.ts';
import type { Right } from '../routes.ts';
import { bodyOf } from './sample-bodies.ts';
import type { World } from '../world.ts';

/** The ways to use the calls that every catalogue has; undefined for other routes. */
export async function catalogueCases(
  definition: AnyCatalogue,
  spec: RouteSpec,
  { world, harvest, caller, pattern, url, one }: CaseMakings,
): Promise<Case[] | undefined> {
  const right = (...actions: Right['action'][]): Right[] =>
    actions.map((action) => ({ module: definition.path, action }));
  const records = (count: number) => harvest.recordsOf(definition.path, caller, count);
  switch (pattern) {
    case 'GET /{catalogue}':
      return [one(), one({ url: `${url}?trash=true` }, right('delete'))];
    case 'POST /{catalogue}':
    case 'PUT /{catalogue}/{id}':
      // An incident stays with the organisation and the vehicle that it has: see incident-cases.ts.
      if (spec.body || (spec.method === 'PUT' && definition.path === 'incident')) return undefined;
      return [one({ body: await bodyOf(harvest, definition, caller, world) })];
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
      const [view] = await ownViews(world, definition, caller);
      return [
        one({ body: { columns, ...(view ? { view } : {}) } }),
        one({ body: { columns } }),
        one({ body: { columns: [] } }),
      ];
    }
    case 'POST /{catalogue}/order':
      return [one({ body: { ids: await records(2) } })];
    case 'POST /{catalogue}/merge': {
      if (!definition.merge) return undefined;
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
      const body = await bodyOf(harvest, definition, caller, world);
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
      if (caller.role !== 'Super admin') return [one()];
      return [one(await multipart({}, { field: 'file', name: 'rows.csv', content: 'Name\nOne\n', type: 'text/csv' }))];
    case 'POST /{catalogue}/import/{id}/undo':
      return [one({}, right('delete', 'edit'))];
  }
  return undefined;
}

const mergeRights = ({ definitions }: World, { path }: AnyCatalogue): Right[] => [
  { module: path, action: 'delete' },
  ...definitions
    .filter(({ fields }) => Object.values<AnyField>(fields).some((field) => field.kind === 'ref' && field.to === path))
    .map((referrer): Right => ({ module: referrer.path, action: 'edit' })),
];

const ownViews = async (world: World, definition: AnyCatalogue, caller: Caller): Promise<string[]> =>
  (
    await world.behind.query<{ id: string }>(
      'select id from saved_view where owner_id = $1 and module = $2 limit 1',
      [caller.accountId, definition.path],
      caller.orgId ?? '',
    )
  ).map(({ id }) => id);
