import { existsSync } from 'node:fs';
import { apt, mayInstall } from './apt.ts';

const places = [
  // The same engine without the windows of a browser: pages and profiles cost half of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that the journeys drive: CHROME_PATH, else an installed Chromium without windows, Chromium or Chrome; undefined when there is none. */
export function findBrowser(exists: (path: string) => boolean = existsSync): string | undefined {
  const own = process.env['CHROME_PATH'];
  return own ? (exists(own) ? own : undefined) : places.find(exists);
}

/**
 * Finds a browser, or installs Debian's when this is root on a machine that has apt-get.
 * @returns its path.
 * @throws Error of one line that says what to install; the installer's own output is printed before.
 */
export function needBrowser(say: (line: string) => void): string {
  const found = findBrowser();
  if (found) return found;
  const own = process.env['CHROME_PATH'];
  if (own) throw new Error(`CHROME_PATH=${own}: there is no such file`);
  const words = 'install Chromium or Chrome, or set CHROME_PATH to one';
  if (!mayInstall()) throw new Error(`The browser journeys need a browser: ${words}`);
  say('no browser found: installing Debian’s chromium-headless-shell');
  apt(say, 'update');
  const names = ['chromium-headless-shell', 'chromium'];
  // Older releases have only the whole browser.
  if (!names.some((name) => apt(say, 'install', '-y', '--no-install-recommends', name, 'fonts-liberation')))
    throw new Error(`apt-get install failed: ${words}`);
  const installed = findBrowser();
  if (!installed) throw new Error(`apt-get brought no browser: ${words}`);
  return installed;
}
