/** A server that takes longer to hand out the first page is away. */
const answerMs = 10_000;

/**
 * Whether the server hands out another program than the one that runs here. A server that is away has none: what stands on the
 * page, and what was typed into it, is worth more than a page of the browser that says so.
 */
async function isReplaced(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).catch(() => undefined);
  if (!answer?.ok) return false;
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  return typeof entry === 'string' && !(await answer.text()).includes(entry);
}

/** A part of an older build is gone after an update: one reload fetches the new program. */
export function followUpdates(): void {
  window.addEventListener('vite:preloadError', () => {
    if (sessionStorage.getItem('reloaded')) return;
    void isReplaced().then(
      (isOld) => {
        if (!isOld || sessionStorage.getItem('reloaded')) return;
        sessionStorage.setItem('reloaded', '1');
        location.reload();
      },
      () => undefined,
    );
  });
}
