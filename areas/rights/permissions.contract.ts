import type { Action } from '#kit/contract/rights.ts';
import type { RowScope } from '#areas/identity/identity.contract.ts';

/** One line of a role's matrix: a module, in the order of the menu. Groups stand among them and offer nothing. */
export interface RolePermission {
  moduleId: string;
  key: string;
  name: string;
  parentId: string | null;
  /** 0: switched off, so that nobody may do anything in it for now. */
  status: 0 | 1;
  /** What can be granted on it to roles for staff, and what of that to roles for clients. */
  offered: Action[];
  clients: Action[];
  /** What the role grants. */
  actions: Action[];
  /** What the reader holds and may therefore give or take away. */
  mine: Action[];
}

/** What POST and PUT /role take. */
export interface RoleInput {
  name: string;
  audience: 'staff' | 'client';
  rowScope: RowScope;
  description: string | null;
  permissions: { moduleId: string; actions: Action[] }[];
}

export interface RolePeople {
  roleId: string;
  /** People who sign in with the role, as far as the reader may see them. */
  people: number;
}

export interface RoleLevel {
  id: string;
  level: number;
  version: number;
}

/** Which offices and clients a member of staff works on; only what the reader may see. */
export interface UserScope {
  /** What the person's role makes of it. */
  rowScope: RowScope;
  offices: { id: string; label: string }[];
  clients: { id: string; label: string }[];
  version: number;
}

/** A row of GET /module, in the order of the tree. */
export interface ModuleRow {
  id: string;
  key: string;
  name: string;
  /** Null: a group, which may have others below it. */
  route: string | null;
  icon: string;
  parentId: string | null;
  order: number;
  /** 1 for what hangs below nothing. */
  depth: number;
  isMenu: boolean;
  /** Roles for clients may hold rights in it. */
  forClients: boolean;
  /** It is in the menu of clients who may view it, as long as `isMenu` holds. */
  inClientMenu: boolean;
  actions: Action[];
  status: 0 | 1;
  version: number;
  /** It cannot be switched off: without it nobody would find the way back. */
  isNeeded: boolean;
}
/** How deep modules may lie. */
export const mostDeep = 4;

/** What a move would do to the menu of one role. */
export interface MenuChange {
  roleId: string;
  roleName: string;
  people: number;
  /** Pages that change their group; null is none, at the top of the menu. */
  moved: { name: string; from: string | null; to: string | null }[];
  /** Groups that come into the menu, and that leave it. */
  appears: string[];
  vanishes: string[];
  /** Nothing but the order of pages is another. */
  isOrderOnly: boolean;
}

/** One thing that is looked at when somebody wants to do something. */
export interface ExplainStep {
  key:
    | 'account'
    | 'signIn'
    | 'organisation'
    | 'role'
    | 'module'
    | 'right'
    | 'reach'
    | 'level'
    | 'guard'
    | 'impersonation';
  /** Null: it decides nothing here, and is told for completeness. */
  ok: boolean | null;
  text: string;
}
/** Why somebody can or cannot do something. */
export interface Explanation {
  person: { id: string; name: string; roleId: string; roleName: string };
  module: { key: string; name: string };
  action: Action;
  record: { id: string; title: string } | null;
  steps: ExplainStep[];
  /** What the server would say. */
  allowed: boolean;
  verdict: string;
}
