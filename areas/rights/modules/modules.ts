import { uuidv7 } from 'uuidv7';
import type { ModulePage, Page } from '#kit/contract/area.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type Audience, inMenuOf, type MenuFacts, type MenuModule } from '#kit/contract/menu.ts';
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
  /** Starts without an entry of its own: it is a tab of another page, or found on the page of its group. */
  hidden?: boolean;
  /** What clients know it as, while nobody gave it another name. */
  forClients?: string;
  /** Starts in the menu of clients: what is their own, not what everything is looked up in. */
  inClientMenu?: boolean;
}

/** Groups of the menu. */
const groups: readonly ModuleFacts[] = [
  { key: 'group-work', name: 'Work', route: null, icon: 'checklist', parent: null, actions: [] },
  { key: 'group-fleet', name: 'Fleet', route: null, icon: 'truck', parent: null, actions: [] },
  {
    key: 'group-people',
    name: 'Clients',
    forClients: 'Company',
    route: null,
    icon: 'users-group',
    parent: null,
    actions: [],
  },
  {
    key: 'group-settings',
    name: 'Administration',
    route: null,
    icon: 'adjustments-horizontal',
    parent: null,
    actions: [],
  },
  {
    key: 'group-catalogues',
    name: 'Reference data',
    route: null,
    icon: 'books',
    parent: 'group-settings',
    actions: [],
  },
  { key: 'group-desk', name: 'Help', route: null, icon: 'lifebuoy', parent: null, actions: [] },
];
/** Groups of earlier versions: they go where nobody has rearranged the menu. */
const formerGroups = ['group-vehicles', 'group-safety', 'group-roads'];
/** Its modules are found on a page of its own. */
const referenceData = 'group-catalogues';

const catalogueActions: readonly Action[] = ['view', 'create', 'edit', 'delete', 'status', 'export'];
const recordedActions: readonly Action[] = ['view', 'export'];

/**
 * What clients may do in a catalogue at all: with rows of their organisation everything but found and close it, with what is
 * everybody's only look. Roles and users are the staff's own affair, and so is every page that is no catalogue unless its
 * area's contract says otherwise.
 */
function forClients({ path, scope, orgColumn, staffOnly, recorded, furtherActions }: AnyCatalogue): readonly Action[] {
  if (staffOnly || path === 'role' || path === 'user') return [];
  if (scope === 'global') return ['view', 'export'];
  if (recorded) return [...recordedActions, ...furtherActions];
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
  const { icon, group: parent, order, tabOf } = menu;
  const hidden = tabOf !== undefined;
  return [{ key, name, route: path, icon, parent, order, actions, clients, hidden, inClientMenu }];
}

const moduleOf = (definition: AnyCatalogue): ModuleFacts & { order: number } => ({
  key: definition.path,
  name: definition.many,
  route: `/${definition.path}`,
  icon: definition.icon,
  parent: definition.group,
  order: definition.menuOrder,
  actions: [
    ...(definition.recorded ? recordedActions : catalogueActions),
    ...definition.furtherActions,
    // Numbers that are kept encrypted are shown whole to those who may approve.
    ...(sealedNames(definition).length > 0 ? (['approve'] as const) : []),
  ],
  clients: forClients(definition),
  hidden: definition.group === referenceData || definition.tabOf !== null,
  inClientMenu: definition.scope === 'organisation',
});

/**
 * Adds modules that the database does not know yet. Where nobody has arranged the menu it is as this version ships it; once
 * somebody has, everything stays as they left it and what is new stands at its end.
 */
export async function addMissingModules(db: Queryable, modules: readonly ModuleFacts[]): Promise<void> {
  const [{ arranged } = { arranged: true }] = await db.query<{ arranged: boolean }>(
    'select exists (select 1 from module where version > 1) as arranged',
  );
  for (const [index, module] of modules.entries()) {
    await db.query(
      `insert into module as m (id, key, name, route, icon, parent_id, sort_order, actions, client_actions, is_menu, in_client_menu)
       values ($1, $2, $3, $4, $5, (select id from module where key = $6), $7, $8, $9, $10, $11)
       on conflict (key) do update set actions = excluded.actions, client_actions = excluded.client_actions
         where (m.actions, m.client_actions) is distinct from (excluded.actions, excluded.client_actions)`,
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
        !module.hidden,
        module.inClientMenu ?? false,
      ],
    );
  }
  if (arranged) return;
  const shipped = modules.map(({ key, name, icon, parent, hidden = false, inClientMenu = false }, index) => ({
    key,
    name,
    icon,
    parent,
    sort_order: (index + 1) * 10,
    is_menu: !hidden,
    in_client_menu: inClientMenu,
  }));
  await db.query(
    `update module m set name = s.name, icon = s.icon, parent_id = s.parent_id, sort_order = s.sort_order, is_menu = s.is_menu,
       in_client_menu = s.in_client_menu
     from (select r.*, p.id as parent_id from jsonb_to_recordset($1::jsonb)
         as r (key text, name text, icon text, parent text, sort_order int, is_menu boolean, in_client_menu boolean)
       left join module p on p.key = r.parent) s
     where s.key = m.key and (m.name, m.icon, m.parent_id, m.sort_order, m.is_menu, m.in_client_menu)
       is distinct from (s.name, s.icon, s.parent_id, s.sort_order, s.is_menu, s.in_client_menu)`,
    [JSON.stringify(shipped)],
  );
  await db.query(
    `delete from module m where m.key = any($1) and not exists (select 1 from module c where c.parent_id = m.id)`,
    [formerGroups],
  );
}

/** Modules with their grants, and the groups above them; groups with nothing below are left out. */
export async function permittedModules(
  db: Database,
  audience: Audience,
  grants: Grants,
  facts: MenuFacts,
): Promise<PermittedModule[]> {
  const all = await db.query<Omit<PermittedModule, 'actions'> & { inClientMenu: boolean; version: number }>(
    `select id, key, name, route, icon, parent_id as "parentId", sort_order as "order", is_menu as "isMenu",
       in_client_menu as "inClientMenu", version
     from module where status = 1 order by sort_order, key`,
  );
  return menuModules(audience, all, grants, facts).map(({ id, key, name, route, icon, parentId, order, isMenu }) => ({
    id,
    key,
    name:
      audience === 'client' ? (groups.find((one) => one.key === key && one.name === name)?.forClients ?? name) : name,
    route,
    icon,
    parentId,
    order,
    isMenu,
    actions: [...(grants[key] ?? [])],
  }));
}

/** The modules that somebody may view and the groups above them, with `isMenu` as their menu has it. */
export const menuModules = <M extends MenuModule & { inClientMenu: boolean; version: number }>(
  audience: Audience,
  all: readonly M[],
  grants: Grants,
  facts: MenuFacts,
): M[] => inMenuOf(permitted(asSeenBy(audience, all), grants), audience, grants, facts);

/** The modules with `isMenu` as the menu of an audience has it. Groups are in a menu for what lies below them. */
const asSeenBy = <M extends Pick<PermittedModule, 'id' | 'parentId' | 'isMenu' | 'route'> & { inClientMenu: boolean }>(
  audience: Audience,
  all: readonly M[],
): M[] =>
  audience === 'staff'
    ? [...all]
    : all.map((module) => ({
        ...module,
        isMenu: module.isMenu && (module.inClientMenu || isGroupOfClients(module, all)),
      }));

/** A group in which clients have something: the page of a group that they see nothing of is none of theirs. */
const isGroupOfClients = <
  M extends Pick<PermittedModule, 'id' | 'parentId' | 'isMenu' | 'route'> & { inClientMenu: boolean },
>(
  group: M,
  all: readonly M[],
): boolean =>
  group.route === null &&
  all.some((one) => one.parentId === group.id && ((one.isMenu && one.inClientMenu) || isGroupOfClients(one, all)));

/** Of the modules that are switched on, those that may be viewed and the groups above them. */
function permitted<M extends Pick<PermittedModule, 'id' | 'key' | 'parentId'>>(all: readonly M[], grants: Grants): M[] {
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
