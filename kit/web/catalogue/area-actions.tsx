import { type ComponentType, createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Action } from '#kit/contract/rights.ts';
import { useT } from '../i18n.ts';
import { useCan } from '../rights.ts';

/** Something that can be done with a row. */
export interface RowAction {
  key: string;
  label: string;
  run: () => void;
  isDangerous?: boolean;
}

/** Something an area offers to do with a row, beside what can be done with every row. It opens a dialog. */
export interface AreaAction {
  key: string;
  /** Key of its name in the language file; `{{title}}` is the row's. */
  label: string;
  /** Offered only to those who may do this, with this row. */
  needs: Action;
  /** Drawn while it is open, over whatever page the row is on. */
  dialog: ComponentType<{ definition: AnyCatalogue; row: AnyRow; onClose: () => void }>;
}
/** Actions by the path of their catalogue. */
export type AreaActions = Readonly<Record<string, readonly AreaAction[]>>;

interface Offered {
  actions: readonly AreaAction[];
  open: (action: AreaAction, row: AnyRow) => void;
}
const Context = createContext<Offered>({ actions: [], open: () => undefined });

/** Gives the pages of a catalogue what its area offers, and draws the dialog that is open. */
export function WithAreaActions({
  definition,
  actions,
  children,
}: {
  definition: AnyCatalogue;
  actions: readonly AreaAction[];
  children: ReactNode;
}) {
  const [shown, setShown] = useState<{ action: AreaAction; row: AnyRow }>();
  const Dialog = shown?.action.dialog;
  return (
    <Context value={{ actions, open: (action, row) => setShown({ action, row }) }}>
      {children}
      {shown && Dialog ? (
        <Suspense>
          <Dialog definition={definition} row={shown.row} onClose={() => setShown(undefined)} />
        </Suspense>
      ) : null}
    </Context>
  );
}

/** What the area offers to do with a row, to whoever may. */
export function useAreaActions(definition: AnyCatalogue): (row: AnyRow) => RowAction[] {
  const t = useT();
  const can = useCan();
  const { actions, open } = useContext(Context);
  return (row) =>
    actions
      .filter(({ needs }) => can(definition.path, needs, row))
      .map((action) => ({
        key: action.key,
        label: t(action.label, { title: row.title }),
        run: () => open(action, row),
      }));
}
