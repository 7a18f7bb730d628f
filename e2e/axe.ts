import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds against WCAG 2.0 to 2.2, A and AA, on the page as it stands: the rule and the beginning of the element. */
export async function axe(page: Page): Promise<string[]> {
  // Nothing may be half faded in when contrast is measured.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 140)}`));
}
