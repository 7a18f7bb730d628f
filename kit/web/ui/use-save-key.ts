import { useLayoutEffect, useRef } from 'react';

/** Ctrl+S (Cmd+S on a Mac) anywhere on the page saves, in place of the browser's own. */
export function useSaveKey(save: () => unknown): void {
  const latest = useRef(save);
  latest.current = save;
  // In the moment the page is drawn: a key pressed at once is not lost on a slow machine.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
