import { type ReactNode, Suspense } from 'react';
import type { Action } from '#kit/contract/rights.ts';
import type { LazyPage } from '../lazy.ts';
import { useCan } from '../rights.ts';
import { useKept } from '../storage/store.ts';

/** What an act is done with. */
export interface ActProps {
  id: string;
  /** What it is called. */
  title: string;
  /** As a sign alone, where there is no room for words. */
  look?: 'icon';
}
/** Something that an area offers to do with what a page of another area shows: a button of its own. */
export interface Act {
  /** Key of the module whose page it stands on. */
  on: string;
  needs: { module: string; action: Action };
  /** Not offered to whoever acts as somebody else: the server refuses it then. */
  ownOnly?: boolean;
  component: LazyPage<ActProps>;
}

const all: Act[] = [];
export const addActs = (acts: readonly Act[]): void => void all.push(...acts);

/** What other areas offer on a page, to whoever may. */
export function Acts({ on, ...props }: ActProps & { on: string }): ReactNode {
  const can = useCan();
  const isActing = (useKept('userData')[0]?.impersonatedBy ?? null) !== null;
  return all
    .filter((act) => act.on === on && can(act.needs.module, act.needs.action) && !(act.ownOnly && isActing))
    .map(({ component: Button, needs: { module } }) => (
      <Suspense key={module}>
        <Button {...props} />
      </Suspense>
    ));
}
