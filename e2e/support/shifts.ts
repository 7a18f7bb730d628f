import type { Page } from 'playwright-core';

/** How much of a page moved after it was drawn, as the browser counts layout shifts, and what did. */
export const shifts = (page: Page): Promise<{ sum: number; by: unknown }> =>
  page.evaluate<{ sum: number; by: unknown }>(`new Promise((done) => {
    let sum = 0; const by = [];
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) {
        sum += one.value;
        by.push([one.value, Math.round(one.startTime), ...one.sources.map(({ node, previousRect, currentRect }) => (node?.className || node?.nodeName) + ' ' + Math.round(previousRect.y) + '>' + Math.round(currentRect.y))]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done({ sum, by }), 300);
  })`);
