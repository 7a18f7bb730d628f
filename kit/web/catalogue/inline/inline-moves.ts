const cells = '[data-inline]';
const inputs = '.inline-edit :is(input, select)';

/** True while a value of a list is being edited in its cell. */
export const isEditingCell = (): boolean => document.querySelector('.inline-edit') !== null;

/** The editable cell after this one, or before it: along the row, then in the next. Undefined at the end of the list. */
export function neighbour(cell: Element, step: 1 | -1): HTMLElement | undefined {
  const all = [...(cell.closest('table')?.querySelectorAll<HTMLElement>(cells) ?? [])];
  return all[all.indexOf(cell as HTMLElement) + step];
}

/** Opens the editor of a cell; one that is open already, over a value that was refused, gets the focus. */
export function openCell(cell: HTMLElement): void {
  const input = cell.querySelector<HTMLElement>(inputs);
  if (input) input.focus();
  else cell.querySelector('button')?.click();
}

/**
 * Remembers where a cell stands. The function it gives puts the focus on what stands there later, if the reload of the
 * list took the row from the page and the focus with it.
 */
export function placeOf(cell: Element | null): () => void {
  const place = cell?.closest('td');
  const table = cell?.closest('table');
  const row = place?.closest('tr')?.rowIndex ?? 0;
  return () =>
    setTimeout(() => {
      if (!table?.isConnected || cell?.isConnected) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const now = table.rows[Math.min(row, table.rows.length - 1)]?.cells[place?.cellIndex ?? 1];
      now?.querySelector<HTMLElement>('button, a[href], input')?.focus();
    }, 150);
}

let region: HTMLElement | undefined;
/** One live region for every cell. It has to be there before it is spoken through. */
export function prepareToSay(): void {
  if (region?.isConnected) return;
  region = document.createElement('div');
  region.className = 'sr';
  region.role = 'status';
  document.body.append(region);
}

/** Tells a screen reader, and shows nothing. The same words twice are said twice. */
export function say(words: string): void {
  prepareToSay();
  if (region) region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}
