import type { Language } from './words/languages.ts';

/** Everything a role can be allowed to do with a module. */
export const actions = ['view', 'create', 'edit', 'delete', 'status', 'export', 'approve', 'impersonate'] as const;
export type Action = (typeof actions)[number];

/** Actions by module key. */
export type Grants = Readonly<Record<string, readonly Action[]>>;

/** The one answer to "may these grants do this?", used by server and screens alike. */
export const can = (grants: Grants, module: string, action: Action): boolean =>
  grants[module]?.includes(action) ?? false;

/** What nobody does for somebody else, whatever that person may do. */
const ownOnly: readonly Action[] = ['export', 'impersonate'];

/**
 * What is left of somebody's grants to whoever acts as them.
 * @param lookOnly keys of modules that they may only look at: those that rights hang on.
 */
export const grantsOnBehalf = (grants: Grants, lookOnly: ReadonlySet<string>): Grants =>
  Object.fromEntries(
    Object.entries(grants).map(([key, actions]) => [
      key,
      actions.filter((action) => (lookOnly.has(key) ? action === 'view' : !ownOnly.includes(action))),
    ]),
  );

/** A row of GET /permission: a module the caller may see. Groups carry no actions. */
export interface PermittedModule {
  id: string;
  key: string;
  name: string;
  route: string | null;
  icon: string;
  parentId: string | null;
  order: number;
  isMenu: boolean;
  actions: Action[];
}

/** Grants out of a permission list. */
export const grantsOf = (modules: readonly PermittedModule[]): Grants =>
  Object.fromEntries(modules.map((module) => [module.key, module.actions]));

/** The signed-in person as /login, /token and the screens know them. */
export interface UserData {
  id: string;
  kind: 'staff' | 'client';
  name: string;
  email: string | null;
  mobile: string | null;
  roleId: string;
  roleName: string;
  roleLevel: number;
  orgId: string | null;
  orgName: string | null;
  /** Signed in with a password that was given to them: until it is changed they may do nothing else. */
  mustChangePassword: boolean;
  /** What they read the product in; null as long as they chose none. */
  language: Language | null;
  /** Who acts as this person in this session; null when it is they themselves. */
  impersonatedBy: { id: string; name: string } | null;
}
