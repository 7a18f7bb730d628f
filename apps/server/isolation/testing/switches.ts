import type * as TenantFilters from '#kit/server/db/tenant-filter.ts';

/** Which conditions of kit/server/db/tenant-filter.ts are taken away. */
interface Switches {
  /** Every fence between organisations; what is owned by one person stays so. */
  allTenantFilters: boolean;
  /** One place alone. */
  place: string | undefined;
  /** Places that were passed so far. */
  seen: Set<string>;
}

export const switches: Switches = { allTenantFilters: false, place: undefined, seen: new Set() };

/**
 * The module with its switches, to be put in its place by a test file:
 * `vi.mock('#kit/server/db/tenant-filter.ts', async (original) => (await import('./testing/switches.ts')).switchable(await original()))`
 */
export function switchable(actual: typeof TenantFilters): typeof TenantFilters {
  const isOff = (place: string, isTenantFilter: boolean) => {
    switches.seen.add(place);
    return switches.place === place || (isTenantFilter && switches.allTenantFilters);
  };
  return {
    tenantFilter: (place, ...rest) => (isOff(place, true) ? '' : actual.tenantFilter(place, ...rest)),
    tenantFilterOrUnowned: (place, ...rest) => (isOff(place, true) ? '' : actual.tenantFilterOrUnowned(place, ...rest)),
    tenantFilterOrEverybodys: (place, ...rest) =>
      isOff(place, true) ? '' : actual.tenantFilterOrEverybodys(place, ...rest),
    tenantFilterApart: (place, ...rest) => (isOff(place, true) ? '' : actual.tenantFilterApart(place, ...rest)),
    // It keeps nothing apart: row security must do without it.
    tenantHint: actual.tenantHint,
    owned: (place, ...rest) => (isOff(place, false) ? '' : actual.owned(place, ...rest)),
  };
}
