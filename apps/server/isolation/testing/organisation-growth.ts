import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { ask, type Asked, rowsOf } from './call.ts';
import { cellsOf, tenantCatalogues, growOrganisation, markedBody, type Organisation } from './organisation.ts';
import type { World } from './world.ts';

/** Rows that are taken in from one file. */
const perFile = 500;
/** Catalogues that get a crowd: one of the product's, and one with all that a catalogue can have. */
const crowded = ['app-user', 'fuel-card'];

/** A thousand rows and more in an organisation, with changes, removals, restores and switches of many of them. */
export async function crowdOrganisation(world: World, organisation: Organisation): Promise<number> {
  const { keeper } = organisation;
  const call = async (asked: Asked) => {
    const answer = await ask(world.test, keeper, asked);
    if (answer.status >= 300) throw new Error(`${asked.url} gave ${answer.status}: ${answer.text}`);
    return answer.json.data;
  };
  let made = 0;
  for (const definition of tenantCatalogues(world).filter(({ path }) => crowded.includes(path))) {
    const parents = await parentsIn(world, organisation, definition);
    const rows = Array.from({ length: perFile }, (_, at) => ({
      line: at + 2,
      cells: cellsOf(definition, markedBody(definition, organisation.mark, parents)),
    }));
    const order = { fileName: `${organisation.mark}.csv`, partial: true, mode: 'create', key: ['id'], rows };
    const { id } = await call({ method: 'POST', url: `/${definition.path}/import`, body: order });
    await world.test.product.jobs.runDue();
    const batch = await call({ method: 'GET', url: `/${definition.path}/import/${id}` });
    made += batch.created;
    const newest = rowsOf(
      await ask(world.test, keeper, { method: 'GET', url: `/${definition.path}?take=60&sort=-createdAt` }),
    );
    const ids = newest.map((row) => row['id'] as string);
    const bulk = (body: object) => call({ method: 'POST', url: `/${definition.path}/bulk`, body });
    await bulk({ action: 'deactivate', ids: ids.slice(0, 20) });
    await bulk({ action: 'delete', ids: ids.slice(20, 50) });
    await bulk({ action: 'restore', ids: ids.slice(20, 30) });
  }
  await growOrganisation(world, organisation);
  return made;
}

async function parentsIn(world: World, { id, keeper }: Organisation, definition: AnyCatalogue) {
  const parents: Record<string, string> = { organisation: id };
  for (const path of ['role', 'vehicle-brand', 'app-user', 'fuel-card']) {
    if (!Object.values<{ to?: string }>(definition.fields).some(({ to }) => to === path)) continue;
    const query = path === 'role' ? '?q=Client%20viewer' : '?take=1&sort=createdAt';
    parents[path] = rowsOf(
      await ask(world.test, path === 'role' ? world.admin : keeper, { method: 'GET', url: `/${path}${query}` }),
    )[0]?.['id'] as string;
  }
  return parents;
}
