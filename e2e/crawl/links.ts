import type { Page } from 'playwright-core';

/** Another tab of the page that is shown: an address, or a button that has none. */
export type OtherTab = { path: string } | { button: string };

/** The tabs of a page that are not the one shown; what they lead to may be another page. */
export const otherTabs = (page: Page): Promise<OtherTab[]> =>
  page.evaluate<OtherTab[]>(`(() => {
    const main = document.querySelector('main') ?? document.body;
    const links = [...main.querySelectorAll('a[href]:not([aria-current])')].filter(
      (link) =>
        link.origin === location.origin &&
        (link.closest('.tabs') || (link.pathname === location.pathname && new URL(link.href).searchParams.get('tab'))),
    );
    const buttons = [...main.querySelectorAll('[role=tab]:not(a):not([aria-selected=true])')];
    return [
      ...new Set(links.map((link) => link.pathname + link.search)),
    ].map((path) => ({ path })).concat(buttons.map((one) => ({ button: one.innerText.trim() })));
  })()`);

/** Where the rows of the page that is shown lead: pages of records, in their order. */
export const rowLinks = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const main = document.querySelector('main') ?? document.body;
    const links = [...main.querySelectorAll(':is(tr, li, [role=row], article) a[href]')].filter(
      (link) => link.origin === location.origin && /^[/][\\w-]+[/][^/]+/.test(link.pathname) && !link.closest('nav, .tabs'),
    );
    return [...new Set(links.map((link) => link.pathname))];
  })()`);

/** What pages of one kind have in common: their address without the ids of their records. */
export const kindOf = (path: string): string =>
  path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)\d+(?=\/|$)/gi, ':id');
