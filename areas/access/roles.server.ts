import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addExplainRoute } from './explain-route.ts';
import { addModuleRoutes } from './module-routes.ts';
import { addRoleLevelRoute } from './role-levels.ts';
import { addRolePeopleRoute } from './role-people.ts';
import { addRoleWrites } from './role-writes.ts';
import { addUserScopeRoutes } from './user-scope.ts';

/** Who may do what: roles, their levels and rights, the tree of modules, and why somebody can or cannot do something. */
export function addRightsRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoleWrites(app, kit);
  addRoleLevelRoute(app, kit);
  addRolePeopleRoute(app, kit);
  addUserScopeRoutes(app, kit);
  addModuleRoutes(app, kit);
  addExplainRoute(app, kit);
}
