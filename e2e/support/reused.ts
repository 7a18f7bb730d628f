import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A context with its page. */
export interface Place {
  context: BrowserContext;
  page: Page;
}

/** Places that somebody left as new, by their browser. */
const left = new WeakMap<Browser, Place[]>();

/** What closes a context for good. */
const ends = new WeakMap<BrowserContext, () => Promise<void>>();

/**
 * Closes all contexts of a browser for good. One that is kept holds connections to its product, also some on which it never asked for
 * anything, and a product that stops would wait for those.
 */
export async function leavePlaces(browser: Browser): Promise<void> {
  left.delete(browser);
  await Promise.all(browser.contexts().map((context) => (ends.get(context) ?? (() => context.close()))()));
}

/** What cannot be taken back, or nobody would think of taking back: a place with that is closed. */
const lasting = [
  'route',
  'routeWebSocket',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
  'newCDPSession',
  // Of the page's clock.
  'install',
] as const;
/** What tests listen to. */
const listened = [
  'request',
  'response',
  'requestfinished',
  'requestfailed',
  'console',
  'pageerror',
  'dialog',
  'download',
  'filechooser',
  'popup',
  'websocket',
  'framenavigated',
];

/**
 * A context with a page that knows nothing of anybody. One that was closed before is taken where there is one: nothing is left in
 * it, but its process runs already and has compiled the program, which is half of the work of a first page. Only those without
 * options of their own are kept.
 */
export async function freshPlace(
  browser: Browser,
  usual: BrowserContextOptions,
  own: BrowserContextOptions,
): Promise<Place> {
  const isUsual = Object.keys(own).length === 0;
  const known = isUsual ? left.get(browser)?.pop() : undefined;
  if (known) return known;
  const context = await browser.newContext({ ...usual, ...own });
  const place = { context, page: await context.newPage() };
  if (isUsual) keepWhenClosed(browser, place, usual);
  return place;
}

/** To close the context cleans it, and keeps it for the next, unless something was done to it that would last. */
function keepWhenClosed(browser: Browser, place: Place, usual: BrowserContextOptions): void {
  const { context, page } = place;
  let lasts = false;
  const mark = () => (lasts = true);
  for (const target of [page, context, page.clock]) for (const name of lasting) watch(target, name, mark);
  const end = context.close.bind(context);
  ends.set(context, end);
  context.close = async (...given) => {
    const places = left.get(browser) ?? [];
    if (places.includes(place)) return;
    left.set(browser, places);
    if (!lasts && (await clean(place, usual).catch(() => false))) places.push(place);
    else await end(...given);
  };
}

/** Tells when a method is called. */
function watch(target: object, name: string, tell: () => void): void {
  const all = target as Record<string, unknown>;
  const method = all[name];
  if (typeof method !== 'function') return;
  all[name] = (...given: unknown[]) => {
    tell();
    return method.apply(target, given);
  };
}

/** False when there is nothing to keep. */
async function clean({ context, page }: Place, { viewport, reducedMotion }: BrowserContextOptions): Promise<boolean> {
  for (const other of context.pages()) if (other !== page) await other.close();
  if (page.isClosed()) return false;
  for (const event of listened) page.removeAllListeners(event);
  context.removeAllListeners('page');
  const { origin } = new URL(page.url());
  if (origin === 'null') return false;
  // The smallest answer of the product; what is kept belongs to its origin.
  await page.goto(`${origin}/livez`, { timeout: 5_000 });
  await page.evaluate(forget);
  await context.clearCookies();
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion: reducedMotion ?? null,
    forcedColors: null,
    contrast: null,
  });
  if (viewport) await page.setViewportSize(viewport);
  await page.mouse.move(-1, -1);
  return true;
}

const forget = `(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases())
    await new Promise((done, failed) => {
      const asked = indexedDB.deleteDatabase(name);
      asked.onsuccess = done;
      asked.onerror = asked.onblocked = () => failed(new Error(name + ' is in use'));
    });
  for (const name of await caches.keys()) await caches.delete(name);
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
})()`;
