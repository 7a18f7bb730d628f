import type { Page } from 'playwright-core';

/** What is wrong with the texts of a page, beside what axe and a sideways scroll say. */
export interface TextFaults {
  /** Keys that stand where their text should. */
  rawKeys: string[];
  /** Words that end in the middle and are told nowhere else. */
  cut: string[];
}

/**
 * Looks at every text that is seen. A text is cut off where it is wider or higher than the box that hides the rest of it, unless the box, or
 * something around it, says it whole: a title, a label for screen readers, or the same words once more in full.
 */
export async function textFaults(page: Page): Promise<TextFaults> {
  return JSON.parse(await page.evaluate<string>(`JSON.stringify((${look})())`)) as TextFaults;
}

const look = `() => {
  const rawKeys = new Set(), cut = new Set();
  const isKey = (text) => /^[a-z][a-zA-Z]*(\\.[a-zA-Z][\\w-]*)+$/.test(text) && !/\\.(in|com|org|test|csv|pdf|xlsx|json|local|ics)$/.test(text);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const element = walk.currentNode.parentElement;
    if (text === '' || element.closest('script, style, svg, code, pre, .code')) continue;
    if (isKey(text)) rawKeys.add(text);
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const own = range.getBoundingClientRect();
    if (own.width === 0 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (box.matches('.sr-only, .visually-hidden, [aria-hidden="true"]')) break;
      const told = (box.getAttribute('title') ?? '') + ' ' + (box.getAttribute('aria-label') ?? '') + ' ' + (box.dataset.tip ?? '');
      if (told.includes(text)) break;
      // What scrolls shows the rest.
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      const outer = box.getBoundingClientRect();
      if (outer.width <= 2 || outer.height <= 2) break;
      const beyond = Math.max(outer.left - own.left, own.right - outer.right);
      // Half a line more or less is how letters stand in their line.
      const below = Math.max(outer.top - own.top, own.bottom - outer.bottom) - 6;
      if (beyond > 2 || below > 2) {
        // What ends in dots says itself whole once the pointer is there: see kit/web/ui/floating/whole-texts.ts.
        element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        if (box.title.replaceAll(/\\s+/g, ' ').includes(text.replaceAll(/\\s+/g, ' '))) break;
        cut.add((box.className || box.tagName) + ': ' + text.slice(0, 60));
        break;
      }
    }
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const text = element.getAttribute(name) ?? '';
      if (isKey(text)) rawKeys.add(text);
    }
  return { rawKeys: [...rawKeys], cut: [...cut] };
}`;
