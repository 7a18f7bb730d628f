/** Cleans markup before the browser may read it. It is there once a page that shows formatted text has loaded it. */
let clean: ((html: string) => string) | undefined;
export const setMarkupCleaner = (cleaner: (html: string) => string): void => {
  clean = cleaner;
};
/** Clean markup, or undefined while nothing on the page needs any. */
export const cleanMarkup = (html: string): string | undefined => clean?.(html);
