import { useEffect } from 'react';

/** Puts a mark before the title of whatever page is open, for whoever looks at another tab. Pages go on to name themselves. */
export function useTitleMark(mark: string | undefined): void {
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title || mark === undefined) return;
    const put = () => {
      if (!document.title.startsWith(mark)) document.title = mark + document.title;
    };
    put();
    const watch = new MutationObserver(put);
    watch.observe(title, { childList: true });
    return () => {
      watch.disconnect();
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
    };
  }, [mark]);
}
