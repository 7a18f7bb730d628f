import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

import { madeOnce } from '#kit/server/testing/database.ts';
import { findBrowser } from '#tools/browser.ts';
import { freshPlace, leavePlaces } from './reused.ts';

const root = join(import.meta.dirname, '../..');

export interface RunningProduct {
  url: string;
  pid: number | undefined;
  dataDir: string;
  /** What it printed so far. */
  output(): string;
  /** True once the process is gone. */
  ended(): boolean;
  /** Nobody reads what it prints any more. */
  hangUp(): void;
  /** SIGKILL: no time to tidy up. The data folder stays. */
  kill(): Promise<void>;
  /** SIGTERM, and the data folder goes unless it was given. */
  stop(): Promise<void>;
}

/**
 * A data folder as the first start of the demo leaves it: of the whole run one product makes it, and this is a copy. Where that
 * is not possible it is empty, and the product that gets it makes all by itself.
 */
export async function demoDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-e2e-'));
  if (process.env['DATABASE_URL'] !== undefined) return dataDir;
  const first = await madeOnce('demo-data', async (draft) => {
    const product = await startProduct(draft);
    await product.stop();
  });
  // Copied with their owners. Where the database lies outside the folder, a copy would share it.
  if (!existsSync(join(first, 'postgres.location'))) await promisify(execFile)('cp', ['-Rp', `${first}/.`, dataDir]);
  return dataDir;
}

/** The product as people start it: a process of its own, the demo profile, a data folder made for this run. */
export async function startProduct(given?: string, environment: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = given ?? (await demoDataDir());
  // With room for what a start leaves behind it does not stop to clear up: an eighth of its work.
  const child = spawn(process.execPath, ['--min-semi-space-size=32', 'apps/server/main.ts', '--demo'], {
    cwd: root,
    env: {
      ...process.env,
      DEMO_TRAFFIC: '0',
      PORT: '0',
      ...environment,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let gone = false;
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      gone = true;
      resolve();
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The product did not get ready:\n${output}`)), 90_000);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^ready (http:\/\/\S+)$/m.exec(output)?.[1];
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid,
    dataDir,
    output: () => output,
    ended: () => gone,
    hangUp() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let opened: Promise<Browser> | undefined;

/** The browser of this process: files that it runs one after the other share it. It ends with the process. */
export async function openBrowser(): Promise<Browser> {
  const known = await opened?.catch(() => undefined);
  if (known?.isConnected()) return known;
  opened = launchBrowser();
  return opened;
}

/** Closes what a file left open. The browser stays for the next. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  if (browser) await leavePlaces(browser);
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium found: install Debian’s chromium, or set CHROME_PATH');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // Pages live for seconds: to optimise their program costs a fifth of their work, and pays off for nobody.
      '--js-flags=--no-opt,--no-maglev',
    ],
  });
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console errors and uncaught exceptions, content policy reports among them. */
  problems: string[];
}

const usual: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  // What fades and shimmers is drawn sixty times a second, for nobody: a tenth of the processor's time of a journey.
  reducedMotion: 'reduce',
};

/** A fresh browser profile that collects what goes wrong in its pages. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const { context, page } = await freshPlace(browser, usual, options);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is logged by the browser itself; whether that is right, each journey asserts.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text());
  });
  return { context, page, problems };
}

/** Signs in through the login page and waits until the dashboard is drawn: its address is there before. */
export async function signIn(
  page: Page,
  url: string,
  email = 'admin@roadkeeper.test',
  password = 'Demo-Roadkeeper-2026',
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel(/email/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/dashboard/);
  // The sign-in page has a heading too, and stands until the next page is fetched, when the address is long the new one.
  await page.locator('.shell h1').waitFor();
  // Only then it listens to keys, and the focus is where it stays.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}
