import type { AnyRow } from '#kit/contract/catalogue.ts';
import { type Action, can, grantsOf } from '#kit/contract/rights.ts';
import { store, useKept } from './storage/store.ts';

/** May the signed-in person view records of this kind? For code that draws nothing. */
export const mayView = (module: string): boolean => can(grantsOf(store.get('_accessible') ?? []), module, 'view');

/**
 * May the signed-in person do this, and with this row where one is given? A row that carries rights of its own may forbid
 * what the role allows. The server decides again on every call.
 */
export function useCan(): (module: string, action: Action, row?: Pick<AnyRow, 'rights'>) => boolean {
  const [modules] = useKept('_accessible');
  const grants = grantsOf(modules ?? []);
  return (module, action, row) => can(grants, module, action) && (row?.rights?.includes(action) ?? true);
}
