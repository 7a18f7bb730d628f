import { useLayoutEffect, useRef } from 'react';
import { store } from './storage/store.ts';

/** How long the first key of a pair waits for the second. */
const pairMs = 1_200;
/** Keys that go from one to the next, also while they are held down. */
const steps: ReadonlySet<string> = new Set(['j', 'k', 'l']);
let held: { key: string; at: number } | undefined;

/**
 * Single keys of a page, and pairs written as 'g d': silent while somebody types or a dialog is open, and switchable off
 * (WCAG 2.1.4). Other keys than those that step act once while they are held down: their repeats would decide what comes next,
 * which nobody has seen yet.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // In the moment the page is drawn: a key pressed at once is not lost on a slow machine.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!store.get('shortcuts') || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      const typing = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (document.querySelector('[role="dialog"]')) return;
      if (typing && (target as HTMLInputElement).type !== 'checkbox') return;
      const first = held && event.timeStamp - held.at < pairMs ? held.key : undefined;
      if (event.repeat && !steps.has(event.key)) return;
      const pair = first === undefined ? undefined : latest.current[`${first} ${event.key}`];
      const action = pair ?? (first === undefined ? latest.current[event.key] : undefined);
      if (action) {
        held = undefined;
        event.preventDefault();
        action();
      } else if (Object.keys(latest.current).some((one) => one.startsWith(`${event.key} `))) {
        held = { key: event.key, at: event.timeStamp };
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
