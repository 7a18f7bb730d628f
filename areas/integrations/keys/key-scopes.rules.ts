import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Action, Grants } from '#kit/contract/rights.ts';

/** Pages that no key is given, whatever its maker may do: by them keys would make keys, send data elsewhere, or be made of people. */
const closed = ['api-key', 'webhook', 'module'];
/** Accounts, and mails that carry ways in: keys may look at them. */
const lookOnly = new Set(['app-user', 'mail']);

/** Keys of modules that no API key reaches. */
export const closedToKeys = (catalogues: readonly AnyCatalogue[]): ReadonlySet<string> =>
  new Set([...closed, ...catalogues.filter(({ sensitive }) => sensitive).map(({ path }) => path)]);

const mayBeGiven = (module: string, action: Action) =>
  action !== 'impersonate' && (action === 'view' || !lookOnly.has(module));

/** What somebody may give to a key, of what they may do. */
export const giveable = (held: Grants, never: ReadonlySet<string>): Grants =>
  Object.fromEntries(
    Object.entries(held)
      .filter(([module]) => !never.has(module))
      .map(([module, actions]) => [module, actions.filter((action) => mayBeGiven(module, action))] as const)
      .filter(([, actions]) => actions.length > 0),
  );

/** What a key may do: what its scopes name, of what may be given now. */
export const within = (scopes: Grants, given: Grants): Grants =>
  Object.fromEntries(
    Object.entries(scopes)
      .map(([module, actions]) => [module, actions.filter((action) => given[module]?.includes(action))] as const)
      .filter(([, actions]) => actions.length > 0),
  );

/** What people call an action, as the pages of roles do. */
export const actionNames: Readonly<Record<Action, string>> = {
  view: 'View',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  status: 'Status',
  export: 'Export',
  approve: 'Approve',
  impersonate: 'Sign in as',
};

/** The first right among scopes that may not be given; undefined: all may. */
export function beyond(scopes: Grants, given: Grants): { action: Action; module: string } | undefined {
  for (const [module, actions] of Object.entries(scopes))
    for (const action of actions)
      if (!Object.hasOwn(given, module) || !given[module]?.includes(action)) return { action, module };
  return undefined;
}
