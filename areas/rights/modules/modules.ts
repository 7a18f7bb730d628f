import { uuidv7 } from 'uuidv7';
import type { ModulePage, Page } from '#kit/contract/area.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type Action, type Grants, type PermittedModule } from '#kit/contract/rights.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import type { Database, Queryable } from '#kit/server/db/database.ts';

/** A module as the product ships it; administrators may move, rename and switch it off later. */
interface ModuleFacts {
  key: string;
  name: string;
  route: string | null;
  icon: string;
  parent: string | null;
  actions: readonly Action[];
  /** What roles for clients may hold of them. Left out: nothing. */
  clients?: readonly Action[];
  /** Starts in the menu of clients: what is their own, not what everything is looked up in. */
  inClientMenu?: boolean;
}

/** Groups of the menu. */
const groups: readonly ModuleFacts[] = [
  { key: 'group-fleet', name: 'Fleet', route: null, icon: 'truck', parent: null, actions: [] },
  { key: 'group-vehicles', name: 'Vehicle catalogue', route: null, icon: 'car', parent: null, actions: [] },
  { key: 'group-people', name: 'People', route: null, icon: 'users-group', parent: null, actions: [] },
  { key: 'group-safety', name: 'Safety', route: null, icon: 'gauge', parent: null, actions: [] },
  { key: 'group-roads', name: 'Roads', route: null, icon: 'road', parent: null, actions: [] },
  { key: 'group-desk', name: 'Desk', route: null, icon: 'message', parent: null, actions: [] },
  { key: 'group-catalogues', name: 'Catalogues', route: null, icon: 'books', parent: null, actions: [] },
  { key: 'group-settings', name: 'Settings', route: null, icon: 'adjustments-horizontal', parent: null, actions: [] },
];
const catalogueActions: readonly Action[] = ['view', 'create', 'edit', 'delete', 'status', 'export'];

/**
 * What clients may do in a catalogue at all: with rows of their organisation everything but found and close it, with what is
 * everybody's only look. Roles and users are the staff's own affair, and so is every page that is no catalogue unless its
 * area's contract says otherwise.
 */
function forClients({ path, scope, orgColumn }: AnyCatalogue): readonly Action[] {
  if (path === 'role' || path === 'user') return [];
  if (scope === 'global') return ['view', 'export'];
  return orgColumn === 'id' ? ['view', 'edit', 'export'] : catalogueActions;
}

/** Modules of the product: what stands above the groups, the groups, and in them pages and one module for each catalogue. */
export function shippedModules(catalogues: readonly AnyCatalogue[], pages: readonly Page[]): ModuleFacts[] {
  const all = [...pages.flatMap(moduleOfPage), ...catalogues.map(moduleOf)].toSorted((a, b) => a.order - b.order);
  return [...all.filter(({ parent }) => parent === null), ...groups, ...all.filter(({ parent }) => parent !== null)];
}

function moduleOfPage(page: Page | ModulePage): (ModuleFacts & { order: number })[] {
  if (!('key' in page)) return [];
  const { menu, path, key, name, actions, clients = [], inClientMenu = false } = page;
  return [
    { key, name, route: path, icon: menu.icon, parent: menu.group, order: menu.order, actions, clients, inClientMenu },
  ];
}

const moduleOf = (definition: AnyCatalogue): ModuleFacts & { order: number } => ({
  key: definition.path,
  name: definition.many,
  route: `/${definition.path}`,
  icon: definition.icon,
  parent: definition.group,
  order: definition.menuOrder,
  actions: [
    ...catalogueActions,
    ...definition.furtherActions,
    // Numbers that are kept encrypted are shown whole to those who may approve.
    ...(sealedNames(definition).length > 0 ? (['approve'] as const) : []),
  ],
  clients: forClients(definition),
  inClientMenu: definition.scope === 'organisation',
});

/** Adds modules that the database does not know yet. What administrators changed stays as they left it. */
export async function addMissingModules(db: Queryable, modules: readonly ModuleFacts[]): Promise<void> {
  for (const [index, module] of modules.entries()) {
    await db.query(
      `insert into module (id, key, name, route, icon, parent_id, sort_order, actions, client_actions, in_client_menu)
       values ($1, $2, $3, $4, $5, (select id from module where key = $6), $7, $8, $9, $10)
       on conflict (key) do update set actions = excluded.actions, client_actions = excluded.client_actions
         where (module.actions, module.client_actions) is distinct from (excluded.actions, excluded.client_actions)`,
      [
        uuidv7(),
        module.key,
        module.name,
        module.route,
        module.icon,
        module.parent,
        (index + 1) * 10,
        module.actions,
        module.clients ?? [],
        module.inClientMenu ?? false,
      ],
    );
  }
}

type Audience = 'staff' | 'client';

/** Modules with their grants, and the groups above them; groups with nothing below are left out. */
export async function permittedModules(db: Database, audience: Audience, grants: Grants): Promise<PermittedModule[]> {
  const all = await db.query<Omit<PermittedModule, 'actions'> & { inClientMenu: boolean }>(
    `select id, key, name, route, icon, parent_id as "parentId", sort_order as "order", is_menu as "isMenu",
       in_client_menu as "inClientMenu"
     from module where status = 1 order by sort_order, key`,
  );
  return permitted(asSeenBy(audience, all), grants).map(({ id, key, name, route, icon, parentId, order, isMenu }) => ({
    id,
    key,
    name,
    route,
    icon,
    parentId,
    order,
    isMenu,
    actions: [...(grants[key] ?? [])],
  }));
}

/** The modules with `isMenu` as the menu of an audience has it. Groups are in a menu for what lies below them. */
export const asSeenBy = <M extends Pick<PermittedModule, 'isMenu' | 'route'> & { inClientMenu: boolean }>(
  audience: Audience,
  all: readonly M[],
): M[] =>
  audience === 'staff'
    ? [...all]
    : all.map((module) => ({ ...module, isMenu: module.isMenu && (module.inClientMenu || module.route === null) }));

/** Of the modules that are switched on, those that may be viewed and the groups above them. */
export function permitted<M extends Pick<PermittedModule, 'id' | 'key' | 'parentId'>>(
  all: readonly M[],
  grants: Grants,
): M[] {
  const byId = new Map(all.map((module) => [module.id, module]));
  const shown = new Set<string>();
  for (const module of all) {
    if (!grants[module.key]?.includes('view')) continue;
    // Walks up to the root; a ring cannot be stored, the set ends the walk all the same.
    for (
      let at: typeof module | undefined = module;
      at && !shown.has(at.id);
      at = at.parentId ? byId.get(at.parentId) : undefined
    )
      shown.add(at.id);
  }
  return all.filter((module) => shown.has(module.id));
}
