import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Action } from '#kit/contract/rights.ts';
import type { Selection } from '../../exports.ts';
import type { Draws } from '../../lazy.ts';
import { useCan } from '../../rights.ts';
import type { PlainTextKey } from '../../texts/texts.ts';

/** Something an area offers to do with selected rows of a list, beside what can be done with those of every list. It opens a dialog. */
export interface BulkAction {
  key: string;
  /** Key of its name. */
  label: PlainTextKey;
  /** A right on a module that one must have. */
  needs: { module: string; action: Action };
  /** Drawn while it is open, over the list. */
  dialog: Draws<BulkDialogProps>;
}
export interface BulkDialogProps {
  definition: AnyCatalogue;
  selection: Selection;
  /** Number of rows that are selected. */
  count: number;
  /** `done`: the rows need not stay selected. */
  onClose: (done?: boolean) => void;
}
/** Actions by the path of the list that they are brought to. */
export type BulkActions = Readonly<Record<string, readonly BulkAction[]>>;

const brought: Record<string, readonly BulkAction[]> = {};

/** Called while areas are put together. */
export function addBulkActions(actions: BulkActions): void {
  for (const [path, list] of Object.entries(actions)) brought[path] = [...(brought[path] ?? []), ...list];
}

/** What areas offer to do with selected rows, to whoever may. */
export function useBulkActions(path: string): readonly BulkAction[] {
  const can = useCan();
  return (brought[path] ?? []).filter(({ needs }) => can(needs.module, needs.action));
}
