import type { Locator, Page } from 'playwright-core';
import { axe } from './axe.ts';
import type { Visitor } from './product.ts';
import { sealing } from './sealing.ts';

interface Dress {
  skin: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
}

/** A folder for a picture of each dress, to look at oneself. */
const shots = process.env['SHOTS'];
let picture = 0;

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 900 };
const dresses: readonly (Dress & { name: string; only?: 'colours' | 'places' })[] = [
  { name: 'light', skin: 'light', direction: 'ltr' },
  { name: 'dark', skin: 'dark', direction: 'ltr', only: 'colours' },
  { name: 'right-to-left', skin: 'light', direction: 'rtl', only: 'places' },
];

/** Goes to a screen, and gives what shows that it is there. */
export type Opens = (page: Page) => Promise<Locator>;

/** Waits for what shows that a screen is there. */
export async function shown(sign: Locator): Promise<Locator> {
  await sign.first().waitFor();
  return sign;
}

/**
 * What is wrong with a screen in every dress: faults that axe finds, pixels that it scrolls sideways, errors in its console. It
 * is opened wide, and changes skin, direction and then its width, to 390 px in the dark, while it stands; where that takes its
 * sign away, it is opened once more. Leaves the page narrow, in the dress of the beginning.
 * @param open somebody is signed in already, or the screen asks for nobody.
 * @param more what else is wrong with the screen as it stands; asked in each dress.
 * @param isKnown whether axe has looked at the very same in this dress already; once is enough.
 */
export async function inEveryDress(
  { page, problems }: Pick<Visitor, 'page' | 'problems'>,
  open: Opens,
  more?: () => Promise<string[]>,
  isKnown?: (dress: string) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string, only?: 'colours' | 'places') => {
    if (!(await isKnown?.(name))) for (const fault of await axe(page, only)) found.push(`${name}: ${fault}`);
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    if (beyond !== 0) found.push(`${name}: scrolls ${beyond} px sideways`);
    for (const fault of (await more?.()) ?? []) found.push(`${name}: ${fault}`);
    if (shots) await page.screenshot({ path: `${shots}/${(picture += 1)} ${name}.png` });
  };
  // What axe measures is what stands still in the end; it is there at once where nothing fades.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(wide);
  const sign = await open(page);
  for (const { name, only, ...dress } of dresses) {
    await wear(page, dress);
    await look(name, only);
  }
  await wear(page, { skin: 'dark', direction: 'ltr' });
  await page.setViewportSize(narrow);
  // A row's menu goes with its row, for one.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  if (!(await sign.first().isVisible())) await open(page);
  await look('390 px');
  await wear(page, { skin: 'light', direction: 'ltr' });
  return [...found, ...problems.splice(0)];
}

/** Changes skin and direction as another tab would: it stores them, and this one follows. */
export async function wear(page: Page, { skin, direction }: Dress): Promise<void> {
  await page.evaluate(`(async () => {
    ${sealing}
    await keep({ skin: '${skin}', direction: '${direction}' });
    for (const key of ['skin', 'direction']) window.dispatchEvent(new StorageEvent('storage', { key }));
  })()`);
  await page.locator(`html[dir="${direction}"][data-mantine-color-scheme="${skin}"]`).waitFor({ state: 'attached' });
}
