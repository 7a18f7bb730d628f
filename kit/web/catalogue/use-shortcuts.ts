import { useEffect, useRef } from 'react';
import { store } from '../storage/store.ts';

/** Single-letter keys of a page, silent while somebody types, and switchable off (WCAG 2.1.4). */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!store.get('shortcuts') || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (
        target.isContentEditable ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
        document.querySelector('[role="dialog"]')
      ) {
        if ((target as HTMLInputElement).type !== 'checkbox') return;
      }
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
