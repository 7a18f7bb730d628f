import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { store } from '../../storage/store.ts';

const widgets = 'a[href], button:not([disabled]), input:not([disabled])';
/** The input of a cell that is being edited; the button below it stays the cell's place in the tab order. */
const editor = '.inline-edit :is(input, select)';

/**
 * Makes a table one stop of the Tab key: arrows move between its cells, and the widget of a cell takes the focus for it.
 * Rows also answer to j and k. Mirrors in right-to-left.
 */
export function useGrid(
  table: RefObject<HTMLTableElement | null>,
  rowKeys: (event: KeyboardEvent, rowIndex: number) => boolean,
) {
  const at = useRef({ row: 0, column: 1 });

  const cells = (): HTMLElement[][] =>
    [...(table.current?.rows ?? [])].map((row) =>
      [...row.cells].map((cell) => cell.querySelector<HTMLElement>(widgets) ?? cell),
    );
  const target = (matrix: HTMLElement[][], row: number, column: number) =>
    matrix[row]?.[Math.min(column, (matrix[row]?.length ?? 1) - 1)];

  // After every render: exactly one place of the grid is in the tab order.
  useEffect(() => {
    const matrix = cells();
    const cell = document.activeElement?.closest<HTMLTableCellElement>('td, th');
    const row = cell?.closest('tr');
    // Rows come and go while others work: the focus stays on its own, wherever that stands now.
    if (cell && row && table.current?.contains(cell)) at.current = { row: row.rowIndex, column: cell.cellIndex };
    at.current.row = Math.min(at.current.row, Math.max(0, matrix.length - 1));
    const active = target(matrix, at.current.row, at.current.column);
    for (const row of matrix) for (const one of row) one.tabIndex = one === active ? 0 : -1;
  });

  const move = (row: number, column: number) => {
    const matrix = cells();
    const next = {
      row: Math.max(0, Math.min(matrix.length - 1, row)),
      column: Math.max(0, Math.min((matrix[0]?.length ?? 1) - 1, column)),
    };
    const from = target(matrix, at.current.row, at.current.column);
    const to = target(matrix, next.row, next.column);
    at.current = next;
    if (from) from.tabIndex = -1;
    if (!to) return;
    to.tabIndex = 0;
    (to.closest('td')?.querySelector<HTMLElement>(editor) ?? to).focus();
    to.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  return {
    /** Moves the focus to a row, e.g. the one after a row that was deleted. */
    focusRow: (row: number) => move(row + 1, at.current.column),
    onFocus: (event: { target: EventTarget }) => {
      const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('td, th');
      const row = cell?.closest('tr');
      if (!cell || !row || !table.current?.contains(cell)) return;
      const matrix = cells();
      const from = target(matrix, at.current.row, at.current.column);
      at.current = { row: row.rowIndex, column: cell.cellIndex };
      const to = target(matrix, row.rowIndex, cell.cellIndex);
      // The tab stop goes along at once: no render need follow.
      if (from && from !== to) from.tabIndex = -1;
      if (to) to.tabIndex = 0;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // Letters are shortcuts, and can be switched off with the others.
      if (/^[a-z]$/i.test(event.key) && !store.get('shortcuts')) return;
      const { row, column } = at.current;
      const last = cells().length - 1;
      const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
      const steps: Record<string, () => void> = {
        ArrowDown: () => move(row + 1, column),
        ArrowUp: () => move(row - 1, column),
        ArrowRight: () => move(row, column + forward),
        ArrowLeft: () => move(row, column - forward),
        Home: () => move(row, 0),
        End: () => move(row, 99),
        PageDown: () => move(Math.min(last, row + 10), column),
        PageUp: () => move(Math.max(0, row - 10), column),
        j: () => move(row + 1, column),
        k: () => move(row - 1, column),
      };
      const step = steps[event.key];
      if (step) step();
      else if (!(row > 0 && rowKeys(event, row - 1))) return;
      event.preventDefault();
    },
  };
}
