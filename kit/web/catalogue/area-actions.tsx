import { createContext, type ReactNode, Suspense, useContext, useRef, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Action } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { useT } from '../i18n.ts';
import type { Draws } from '../lazy.ts';
import { useCan } from '../rights.ts';
import { useKept } from '../storage/store.ts';
import type { TextKeyWith } from '../texts/texts.ts';
import { focusHeading, openedFrom } from '../ui/focus-heading.ts';
import { titleText } from './spoken.ts';

/** Something that can be done with a row. */
export interface RowAction {
  key: string;
  label: string;
  run: () => void;
  isDangerous?: boolean;
  /** On the record's page it stands in the menu and not beside it. */
  inMenu?: boolean;
}

/** Something an area offers to do with a row, beside what can be done with every row. It opens a dialog. */
export interface AreaAction {
  key: string;
  /** Key of its name; `{{title}}` is the row's. */
  label: TextKeyWith<'title'>;
  /** Offered only to those who may do this, with this row. */
  needs: Action;
  /** A right on another module that one must have besides. */
  also?: { module: string; action: Action };
  /** Rows that it is offered for; left out, all of them. */
  isFor?: (row: AnyRow) => boolean;
  /** Not offered to whoever acts as somebody else: the server refuses it then. */
  ownOnly?: boolean;
  /** On the record's page it stands in the menu, not beside it: for what is done seldom. */
  inMenu?: boolean;
  /** Drawn while it is open, over whatever page the row is on. */
  dialog: Draws<RowDialogProps>;
}
/** What a dialog about a row gets; `RowDialogProps<typeof vehicle>` knows the fields of the row. */
export interface RowDialogProps<D extends AnyCatalogue = AnyCatalogue> {
  definition: D;
  row: RowOf<D>;
  onClose: () => void;
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
  const from = useRef<HTMLElement>(null);
  const Dialog = shown?.action.dialog;
  const close = () => {
    setShown(undefined);
    // Once the dialog has given the focus free.
    setTimeout(() => (from.current?.isConnected ? from.current.focus() : focusHeading()));
  };
  const open = (action: AreaAction, row: AnyRow) => {
    from.current = openedFrom();
    setShown({ action, row });
  };
  return (
    <Context value={{ actions, open }}>
      {children}
      {shown && Dialog ? (
        <Suspense>
          <Dialog definition={definition} row={shown.row} onClose={close} />
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
  const isActing = (useKept('userData')[0]?.impersonatedBy ?? null) !== null;
  return (row) =>
    actions
      .filter(
        ({ needs, also, ownOnly, isFor }) =>
          can(definition.path, needs, row) &&
          (isFor === undefined || isFor(row)) &&
          (also === undefined || can(also.module, also.action)) &&
          !(ownOnly && isActing),
      )
      .map((action) => ({
        key: action.key,
        label: t(action.label, { title: titleText(definition.path, row.title) }),
        run: () => open(action, row),
        inMenu: action.inMenu ?? false,
      }));
}
