/** Gives the focus to the page's heading when what had it is gone, so that the keyboard goes on from the page's start. */
export function focusHeading(): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
  });
}

/** Where the focus is, as the place to come back to: a menu is gone by the time its dialog closes, the button that opened it is not. */
export function openedFrom(): HTMLElement | null {
  const menu = document.activeElement?.closest('[role=menu]');
  const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
  return from instanceof HTMLElement && from !== document.body ? from : null;
}

/** Gives the focus back to where a dialog was opened from, once the dialog is gone; where that is gone as well, to the heading. */
export function focusBack(from: HTMLElement | null): void {
  setTimeout(() => {
    const now = document.activeElement;
    if (now && now !== document.body) return;
    if (from?.isConnected) from.focus();
    else focusHeading();
  });
}
