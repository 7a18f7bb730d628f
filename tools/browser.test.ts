import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('an installed Chromium goes before Chrome, and one without windows before both', () => {
  vi.stubEnv('CHROME_PATH', undefined);
  expect(findBrowser(() => true)).toBe('/usr/bin/chromium-headless-shell');
  expect(findBrowser((path) => path === '/usr/bin/chromium' || path === '/usr/bin/google-chrome')).toBe(
    '/usr/bin/chromium',
  );
  expect(findBrowser((path) => path.startsWith('/Applications'))).toMatch(/Google Chrome$/);
  expect(findBrowser(() => false)).toBeUndefined();
});

test('CHROME_PATH decides, and a wrong one is not made up for', () => {
  vi.stubEnv('CHROME_PATH', '/opt/chrome');
  expect(findBrowser((path) => path === '/opt/chrome')).toBe('/opt/chrome');
  expect(findBrowser((path) => path === '/usr/bin/chromium')).toBeUndefined();
});
