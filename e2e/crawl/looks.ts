import type { Page } from 'playwright-core';
import type { EnglishTexts } from './english.ts';

/** What is wrong with the texts of a page, beside what axe and a sideways scroll say. */
export interface TextFaults {
  /** Keys that stand where their text should. */
  rawKeys: string[];
  /** Words that end in the middle and are told nowhere else. */
  cut: string[];
  /** English texts of the product on a page of another language. */
  english: string[];
}

/** For a page in English, which shows what it likes. */
const nothing: EnglishTexts = { whole: [], parts: [] };

/**
 * Looks at every text that is seen. A text is cut off where it is wider or higher than the box that hides the rest of it, unless the box, or
 * something around it, says it whole: a title, a label for screen readers, or the same words once more in full.
 *
 * @param english what is in English though the page is not, in texts, labels, placeholders and titles. What is in English on purpose says so
 * by its `lang`; what people wrote is no text of the product.
 */
export async function textFaults(page: Page, english = nothing): Promise<TextFaults> {
  return JSON.parse(await page.evaluate<string>(`JSON.stringify((${look})(${JSON.stringify(english)}))`)) as TextFaults;
}

const look = `(known) => {
  const rawKeys = new Set(), cut = new Set(), english = new Set();
  const whole = new Set(known.whole);
  const asked = window.askedForEnglish ??= new Map();
  // What stands in the holes of a text, or undefined where it is another one.
  const fits = (text, parts) => {
    if (!text.startsWith(parts[0]) || !text.endsWith(parts.at(-1))) return false;
    let at = parts[0].length;
    const end = text.length - parts.at(-1).length;
    for (const part of parts.slice(1, -1)) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= end && text.length < 300;
  };
  const isEnglish = (text) => {
    if (whole.size === 0 || !/[A-Za-z]{2}/.test(text)) return false;
    if (!asked.has(text)) asked.set(text, whole.has(text) || known.parts.some((parts) => fits(text, parts)));
    return asked.get(text);
  };
  const look = (written, element) => {
    const text = written.replaceAll(/\\s+/g, ' ').trim();
    // A part with a language of its own is in that on purpose.
    // So is what people wrote in sentences of their own, answers and guidance, and what was sent as it was written.
    if (element.closest('.rich, [translate="no"]')) return;
    if (element.closest('[lang]') === document.documentElement && isEnglish(text)) english.add(text.slice(0, 80));
  };
  const isKey = (text) => /^[a-z][a-zA-Z]*(\\.[a-zA-Z][\\w-]*)+$/.test(text) && !/\\.(in|com|org|test|csv|pdf|xlsx|json|local|ics)$/.test(text);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const element = walk.currentNode.parentElement;
    if (text === '' || element.closest('script, style, svg, code, pre, .code')) continue;
    if (isKey(text)) rawKeys.add(text);
    look(text, element);
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
      look(text, element);
    }
  return { rawKeys: [...rawKeys], cut: [...cut], english: [...english] };
}`;
