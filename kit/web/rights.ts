import type { AnyRow } from '#kit/contract/catalogue.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import { type Action, can, grantsOf, type PermittedModule } from '#kit/contract/rights.ts';
import { store, useKept } from './storage/store.ts';

const none: PermittedModule[] = [];
/** Every cell of a list asks. */
const grantsIn = oncePer(grantsOf);

/** May the signed-in person view records of this kind? For code that draws nothing. */
export const mayView = (module: string): boolean => can(grantsIn(store.get('_accessible') ?? none), module, 'view');

/**
 * May the signed-in person do this, and with this row where one is given? A row that carries rights of its own may forbid
 * what the role allows. The server decides again on every call.
 */
export function useCan(): (module: string, action: Action, row?: Pick<AnyRow, 'rights'>) => boolean {
  const [modules] = useKept('_accessible');
  const grants = grantsIn(modules ?? none);
  return (module, action, row) => can(grants, module, action) && (row?.rights?.includes(action) ?? true);
}
