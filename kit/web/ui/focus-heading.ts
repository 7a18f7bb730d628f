/** Gives the focus to the page's heading when what had it is gone, so that the keyboard goes on from the page's start. */
export function focusHeading(): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
  });
}
