import { type Action, can, grantsOf } from '#kit/contract/rights.ts';
import { useKept } from './storage/store.ts';

/** May the signed-in person do this? The server decides again on every call. */
export function useCan(): (module: string, action: Action) => boolean {
  const [modules] = useKept('_accessible');
  const grants = grantsOf(modules ?? []);
  return (module, action) => can(grants, module, action);
}
