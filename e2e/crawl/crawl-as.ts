import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '#kit/contract/words/languages.ts';
import { inEveryDress, type Opens } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { newVisitor } from '../support/product.ts';
import { type EnglishTexts, englishTexts } from './english.ts';
import { kindOf, otherTabs, rowLinks } from './links.ts';
import { textFaults } from './looks.ts';

/** Accounts of the demo, one for each role that comes with the product: what stands before the @. */
export const seededRoles = [
  'admin',
  'operations',
  'kyc',
  'insurance',
  'safety',
  'clerk',
  'support',
  'finance',
  'client',
  'viewer',
] as const;

export interface Crawled {
  /** Addresses that were visited; of a tab without one, its name in brackets behind it. */
  pages: string[];
  faults: string[];
}

interface Asked {
  role: string;
  language: Language;
  /** Only pages whose address has this in it. */
  only?: string | undefined;
  /** What axe has seen of others. */
  known?: Known;
  /** Told each fault as it is found. */
  say?: (line: string) => void;
}

const root = join(import.meta.dirname, '../..');

/** Pages that are in no menu. */
const besides = ['/profile', '/notifications', '/exports', '/help'];

/**
 * Visits every page of one person in one language: the lists and pages that the person may open, each with its tabs, of each list the first
 * record with its tabs, and the form of a new one; each in every dress. Ids of records stand for themselves in what it says.
 */
export async function crawlAs(
  browser: Browser,
  url: string,
  { role, language, only, known = new Known(), say }: Asked,
): Promise<Crawled> {
  const email = `${role}@roadkeeper.test`;
  const visitor = await newVisitor(browser);
  const { page, problems, context } = visitor;
  const crawled: Crawled = { pages: [], faults: [] };
  const notIn: EnglishTexts | undefined = language === 'en' ? undefined : englishTexts(root, language);
  let waiting = 0;
  page.on('request', () => (waiting += 1));
  page.on('requestfinished', () => (waiting -= 1));
  page.on('requestfailed', () => (waiting -= 1));
  page.on('response', (answer) => {
    if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  const ask = await asking(url, email);
  await ask('PUT', '/session/language', { language });
  await enter(page, url, email);
  const { data: modules } = await ask<{ data: Module[] }>('GET', '/permission');
  const settle = async () => {
    await page.locator('h1').first().waitFor();
    for (let still = 0; still < 3; ) {
      await page.waitForTimeout(60);
      still = waiting === 0 && (await page.locator('.skel, [aria-busy="true"]').count()) === 0 ? still + 1 : 0;
    }
  };
  /** @param button a tab of the page that has no address of its own. @returns whether it was new, and is shown */
  const visit = async (path: string, button?: string): Promise<boolean> => {
    const name = button === undefined ? path : `${path} [${button}]`;
    if ((only !== undefined && !path.includes(only)) || crawled.pages.includes(name)) return false;
    crawled.pages.push(name);
    const open: Opens = async (page) => {
      await go(page, url + path);
      await settle();
      // Whoever may not open it is sent there: nothing they see should lead to it.
      if (new URL(page.url()).pathname === '/dashboard' && !path.startsWith('/dashboard'))
        problems.push('leads to the dashboard');
      if (button !== undefined) {
        await page.locator('main').getByRole('tab', { name: button, exact: true }).click();
        await settle();
      }
      return page.locator('h1');
    };
    const found = await inEveryDress(
      visitor,
      open,
      async () => {
        const { rawKeys, cut, english } = await textFaults(page, notIn);
        return [
          ...rawKeys.map((key) => `raw key ${key}`),
          ...cut.map((text) => `cut off ${text}`),
          ...english.map((text) => `in English: ${text}`),
        ];
      },
      (dress) => known.has(page, `${language} ${dress}`),
    ).catch((error: Error) => [`not shown: ${error.message.split('\n')[0]}`, ...problems.splice(0)]);
    for (const fault of found) {
      crawled.faults.push(`${name}: ${fault}`);
      say?.(`  ${name}: ${fault}`);
    }
    return true;
  };
  const routes = new Set(modules.map(({ route }) => route));
  /** A page with its tabs, except those that are pages of the menu. @returns where their rows lead */
  const visitAll = async (path: string): Promise<string[]> => {
    if (!(await visit(path))) return [];
    const rows = await rowLinks(page);
    for (const tab of await otherTabs(page)) {
      const isNew = 'button' in tab ? await visit(path, tab.button) : !routes.has(tab.path) && (await visit(tab.path));
      if (isNew) rows.push(...(await rowLinks(page)));
    }
    return rows;
  };
  /** The first of each kind of records that rows lead to; those of another list are visited with that. */
  const visitRows = async (route: string, rows: readonly string[]) => {
    const seen = new Set(crawled.pages.map(kindOf));
    for (const path of rows) {
      const list = path.slice(0, path.indexOf('/', 1));
      // Ids may be words as well.
      const kinds = [kindOf(path), `${list} ${path.split('/').length}`];
      if ((list !== route && routes.has(list)) || kinds.some((kind) => seen.has(kind))) continue;
      for (const kind of kinds) seen.add(kind);
      await visitAll(path);
    }
  };
  for (const { route, actions } of modules) {
    if (route === null) continue;
    const rows = await visitAll(route);
    const id = await firstOf(ask, route);
    if (id !== undefined) await visitAll(`${route}/${id}`);
    await visitRows(route, rows);
    if (id !== undefined && actions.includes('create') && !ownPage.has(route)) await visit(`${route}/new`);
  }
  for (const path of besides) await visitRows(path, await visitAll(path));
  await ask('PUT', '/session/language', { language: 'en' });
  await context.close();
  return crawled;
}

interface Module {
  route: string | null;
  actions: string[];
}
/**
 * Pages that axe has seen. Roles with the same rights are shown the same: what differs from one already seen in numbers alone, in the same
 * language and dress, has nothing new for it, which takes most of the time of a crawl. Everything else is looked at on each page.
 */
export class Known {
  readonly #seen = new Set<string>();

  /** Whether the contents of the page were there before. From now on they were. */
  async has(page: Page, dress: string): Promise<boolean> {
    const contents = await page.evaluate<string>(`(document.querySelector('main') ?? document.body).innerHTML`);
    const menu = await page.evaluate<string>(`document.querySelector('nav')?.innerText ?? ''`);
    const bare = (text: string) =>
      text.replaceAll(/\d+|[0-9a-f]{8}-[0-9a-f-]{27}/gi, '0').replaceAll(/«\w+»|_r_\w+_/g, '');
    const print = createHash('sha256')
      .update(`${dress}\n${bare(menu)}\n${bare(contents)}`)
      .digest('base64');
    const is = this.#seen.has(print);
    this.#seen.add(print);
    return is;
  }
}

/** Lists whose new records begin on a page of another name. */
const ownPage: ReadonlySet<string> = new Set(['/incident']);

/** The first record of a list; undefined where it has none, or is no list. */
async function firstOf(ask: Ask, route: string): Promise<string | undefined> {
  const answer = await ask<{ data?: unknown }>('GET', `${route}?take=1`).catch(() => undefined);
  const rows = answer?.data;
  if (!Array.isArray(rows)) return undefined;
  const { id } = (rows[0] ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** Asks the API as one person. @throws Error where it refuses */
type Ask = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

async function asking(url: string, email: string): Promise<Ask> {
  const send = (method: string, path: string, token: string, body?: object) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const signIn = async () => {
    const answer = await send('POST', '/login', '', { email, password: 'Demo-Roadkeeper-2026', keep: false });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  let token = await signIn();
  return async <Answer>(method: string, path: string, body?: object) => {
    let answer = await send(method, path, token, body);
    if (answer.status === 401) answer = await send(method, path, (token = await signIn()), body);
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    return (await answer.json()) as Answer;
  };
}
