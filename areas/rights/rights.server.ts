import type { AreaServer } from '#kit/server/area.ts';
import { addExplainRoute } from './explain/explain.routes.ts';
import { addMissingModules, shippedModules } from './modules/modules.ts';
import { addModuleRoutes } from './modules/modules.routes.ts';
import { contract } from './rights.contract.ts';
import { addRoleLevelRoute } from './roles/role-levels.routes.ts';
import { addRolePeopleRoute } from './roles/role-people.routes.ts';
import { addRolePermissions } from './roles/role-permissions.routes.ts';
import { addRoleWrites } from './roles/roles.routes.ts';
import { addUserScopeRoutes } from './data-scope/data-scope.routes.ts';

// What other areas may use of this one.
export { permittedModules } from './modules/modules.ts';
export {
  furtherThan,
  lacking,
  refuseLosses,
  rightsHeld,
  roleFacts,
  type Authority,
  authorityOf,
} from './roles/authority.ts';
export { ownerOf } from './roles/owner-of.ts';
export { permissionSchema, permissionsOf } from './roles/permissions.store.ts';
export { dataScopeOf, dataScopeSql, reachesSql } from './data-scope/data-scope.store.ts';
export { modulesState } from './modules/modules.store.ts';
export { grantsSql, isGrantedSql, isHeldSql } from './roles/granted.store.ts';
export { placeAtBottom } from './roles/role-levels.routes.ts';

/** Who may do what: roles, their levels and rights, the tree of modules, and why somebody can or cannot do something. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit, pages }) => {
    addRoleWrites(app, kit);
    addRolePermissions(app, kit);
    addRoleLevelRoute(app, kit);
    addRolePeopleRoute(app, kit);
    addUserScopeRoutes(app, kit);
    addModuleRoutes(app, kit, pages);
    addExplainRoute(app, kit);
  },
  tablesOfRights: ['role', 'permission', 'module', 'user_client', 'user_rto'],
  prepare: (db, { kit, pages }) => addMissingModules(db, shippedModules(kit.registry.all, pages)),
};
