import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Action, Grants } from '#kit/contract/rights.ts';
import type { LoadSession } from './session.ts';

const looking: readonly Action[] = ['view', 'export'];

/**
 * What a client can reach of what a role says. Rows that are everybody's are written by staff: what one client changed there
 * all others would read. Those that stand behind row security without belonging to an organisation are the staff themselves.
 */
function reachOf(grants: Grants, catalogues: readonly AnyCatalogue[]): Grants {
  const shared = new Map(catalogues.filter(({ scope }) => scope === 'global').map((one) => [one.path, one.rowSecurity]));
  return Object.fromEntries(
    Object.entries(grants).flatMap(([module, actions]) => {
      const hidden = shared.get(module);
      if (hidden === undefined) return [[module, actions]];
      return hidden ? [] : [[module, actions.filter((action) => looking.includes(action))]];
    }),
  );
}

/** Sessions whose rights are those that can be reached, whatever their role was given. */
export const asReachable =
  (load: LoadSession, catalogues: readonly AnyCatalogue[]): LoadSession =>
  async (hash, now) => {
    const found = await load(hash, now);
    if (found?.session.user.kind !== 'client') return found;
    return { ...found, session: { ...found.session, grants: reachOf(found.session.grants, catalogues) } };
  };
