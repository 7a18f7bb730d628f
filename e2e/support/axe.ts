import axeCore, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { repeated } from './repeated.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those that look at colours, and those that look at where things lie. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const ofPlaces = ['target-size', 'scrollable-region-focusable'];

/**
 * What axe finds against WCAG 2.0 to 2.2, A and AA, on the page as it stands: the rule and the beginning of the element.
 * @param only for a page that was looked at just before: 'colours' in another skin, 'places' in the other direction. Nothing else of it has changed.
 */
export async function axe(page: Page, only?: 'colours' | 'places'): Promise<string[]> {
  await untilStill(page);
  const options: RunOptions = only
    ? { runOnly: { type: 'rule', values: only === 'colours' ? ofColours : ofPlaces } }
    : {
        runOnly: { type: 'tag', values: tags },
        // Stylesheets and media are fetched once more for the rule about sound that plays by itself.
        preload: await page.evaluate<boolean>(`document.querySelector('audio, video') !== null`),
      };
  const { violations } = await run(page, `{ include: [document], exclude: ${repeated} }`, options);
  const found: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target } of nodes)
      if (id !== 'target-size' || !(await isRoomierElsewhere(page, String(target[0]))))
        found.push(`${id}: ${await beginningOf(page, target)}`);
  return found;
}

/** The first words of an element, or where it is when it stands in another frame. */
async function beginningOf(page: Page, target: readonly unknown[]): Promise<string> {
  const [selector, ...deeper] = target;
  if (typeof selector !== 'string' || deeper.length > 0) return JSON.stringify(target);
  return page.evaluate<string>(`(document.querySelector(${JSON.stringify(selector)})?.outerHTML ?? '').slice(0, 140)`);
}

/** Nothing may be half faded in when contrast is measured: waits until no transition runs, and none begins with the next frames. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const moving = () => document.getAnimations().filter(
      (one) => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime));
    for (let still = 0; still < 2; still += 1) {
      await frame();
      const all = moving();
      if (all.length > 0) still = -1;
      await Promise.all(all.map((one) => one.finished.catch(() => undefined)));
    }
  })()`);
}

/** Runs axe in the page itself. Only what it objects to is worked out: to describe all that passes takes most of the time. */
async function run(page: Page, context: string, options: RunOptions): Promise<Pick<AxeResults, 'violations'>> {
  for (const frame of page.frames()) if (!(await isShutOff(frame))) await inject(frame, frame === page.mainFrame());
  const given = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate(`axe.run(${context}, ${given}).then(({ violations }) => ({ violations }))`);
}

/** No script runs in such a frame: the browser writes an error to the console where one tries. */
async function isShutOff(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()) return false;
  const sandbox = await frame
    .frameElement()
    .then((element) => element.getAttribute('sandbox'))
    .catch(() => null);
  return sandbox !== null && !sandbox.split(/\s+/).includes('allow-scripts');
}

/** Once for each document; what does not answer is passed over. */
async function inject(frame: Frame, isMain: boolean): Promise<void> {
  const injected = (async () => {
    if (await frame.evaluate<boolean>('typeof axe === "object"')) return;
    // The text of every element that is looked at takes a tenth of the time; of what is wrong it is asked for afterwards.
    await frame.evaluate(`${axeCore.source}; axe.configure({ allowedOrigins: ['<same_origin>'], noHtml: true })`);
  })();
  if (isMain) return injected;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, 1_000)));
  await Promise.race([injected.catch(() => undefined), late]);
  clearTimeout(timer);
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
  const again = await run(page, element, { runOnly: { type: 'rule', values: ['target-size'] } });
  return again.violations.length === 0;
}
