import type { Page } from 'playwright-core';

/**
 * Goes to an address of the product. A page that stands in it already follows it as it follows its own links; loading the whole
 * program once more takes three times the work. It is loaded all the same where something lies over the page (a menu, a dialog,
 * a message), which a load takes away, at the address where it stands already, and where nobody is signed in.
 *
 * What the page fetched in the last seconds it shows again, as to everybody: where something was changed behind its back, or a
 * load is what is looked at, `page.goto` is right.
 */
export async function go(page: Page, address: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(address);
  if (!page.url().startsWith(`${origin}/`)) return void (await page.goto(address));
  const went = await page.evaluate<boolean>(`(${follow})(${JSON.stringify(pathname + search + hash)})`);
  if (!went) await page.goto(address);
}

/** True once the page of the address is drawn, and that of before is gone; false where it has to be loaded. */
const follow = `async (href) => {
  const router = self.__TSR_ROUTER__;
  const over = document.querySelector('[role=dialog], [role=menu], [role=alert], .toast');
  if (!router || !document.querySelector('.shell') || over || router.state.location.href === href) return false;
  await router.navigate({ href, ignoreBlocker: true });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  do await frame();
  while (router.state.status !== 'idle' || router.state.resolvedLocation?.href !== router.state.location.href);
  await frame();
  return true;
}`;

/** Opens a tab of a record, which is in the row or in the menu at its end. Its number does not matter. */
export async function openTab(page: Page, name: string): Promise<void> {
  const row = page.getByRole('navigation', { name: 'Record', exact: true });
  const named = { name: new RegExp(`^${name}\\s*[\\d,]*$`) };
  const tab = row.getByRole('link', named);
  await row.getByRole('link').first().waitFor();
  if ((await tab.count()) > 0) return tab.click();
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', named).click();
}
