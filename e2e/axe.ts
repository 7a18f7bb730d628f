import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Without a second page to gather what frames of other origins say: there are none, and it takes half of the time. */
const builder = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** What axe finds against WCAG 2.0 to 2.2, A and AA, on the page as it stands: the rule and the beginning of the element. */
export async function axe(page: Page): Promise<string[]> {
  // Nothing may be half faded in when contrast is measured.
  await page.waitForTimeout(400);
  const all = builder(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  // The other direction has the same colours, and measuring them takes most of the time.
  const isTurned = await page.evaluate<boolean>(`document.documentElement.dir === 'rtl'`);
  const { violations } = await (isTurned ? all.disableRules(['color-contrast']) : all).analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations)
    for (const { html, target } of nodes)
      if (id !== 'target-size' || !(await isRoomierElsewhere(page, String(target[0]))))
        found.push(`${id}: ${html.slice(0, 140)}`);
  return found;
}

/**
 * Something that lies half under a bar at the edge of the window counts as too small. It is not, when there is room for it
 * once it is scrolled to; nor is what lies behind a dialog, where nobody can press it.
 */
async function isRoomierElsewhere(page: Page, selector: string): Promise<boolean> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  const isBehind = `document.querySelector('[aria-modal="true"]')?.contains(${element}) === false`;
  if (await page.evaluate<boolean>(isBehind)) return true;
  await page.evaluate(`${element}.scrollIntoView({ block: 'center' })`);
  const again = await builder(page).include(selector).withRules(['target-size']).analyze();
  return again.violations.length === 0;
}
