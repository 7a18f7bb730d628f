import { useEffect, useRef, useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';

/**
 * Which rows are chosen, over pages.
 * @param rows the rows of the page that is shown.
 * @param key another one forgets what was chosen: other filters, another catalogue.
 */
export function useSelection(rows: readonly AnyRow[], key: string) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [everything, setEverything] = useState(false);
  const lastToggled = useRef<string>(undefined);
  useEffect(() => {
    setChosen(new Set());
    setEverything(false);
  }, [key]);

  // With everything chosen, the rows of whichever page is looked at are.
  const marked: ReadonlySet<string> = everything ? new Set(rows.map((row) => row.id)) : chosen;
  const toggle = (index: number, range = false) => {
    const next = new Set(marked);
    // A row of another page is no place to begin a range.
    const last = range ? rows.findIndex((row) => row.id === lastToggled.current) : -1;
    const [from, to] = last >= 0 ? [Math.min(index, last), Math.max(index, last)] : [index, index];
    const on = range || !next.has(rows[index]?.id ?? '');
    for (const row of rows.slice(from, to + 1)) {
      if (on) next.add(row.id);
      else next.delete(row.id);
    }
    lastToggled.current = rows[index]?.id;
    setChosen(next);
    setEverything(false);
  };
  const pageChosen = rows.length > 0 && rows.every((row) => marked.has(row.id));
  const clear = () => {
    setChosen(new Set());
    setEverything(false);
  };
  return {
    /** Ids that were chosen one by one or by pages. */
    chosen,
    /** All matching rows are, of every page. */
    everything,
    /** Ids on this page that are drawn as chosen. */
    marked,
    pageChosen,
    toggle,
    togglePage: () => (pageChosen ? clear() : setChosen(new Set([...chosen, ...rows.map((row) => row.id)]))),
    takeAll: () => setEverything(true),
    clear,
  };
}
