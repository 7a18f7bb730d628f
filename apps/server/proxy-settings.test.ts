import { expect, test } from 'vitest';
import { createSite } from '#kit/server/http/site.ts';
import { trustOf } from '#kit/server/http/trusted-proxies.ts';
import { proxyAdvice, readConfig } from './config.ts';

const read = (environment: Record<string, string>) => readConfig(environment, { demo: false });

test('trusted proxies are a number of them, or their addresses and networks', () => {
  expect(read({}).trustedProxies).toBe(0);
  expect(read({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2);
  expect(read({ TRUSTED_PROXIES: '10.0.0.5, 192.168.0.0/16,::1' }).trustedProxies).toEqual([
    '10.0.0.5',
    '192.168.0.0/16',
    '::1',
  ]);
  for (const wrong of ['11', '-1', 'proxy', '10.0.0.5/33', '10.0.0.0/8/8', '::/129', '10.0.0.5,', '10.0.0.0/'])
    expect(() => read({ TRUSTED_PROXIES: wrong }), wrong).toThrow(/^TRUSTED_PROXIES must be [^\n]+$/);
});

test('only the address of a trusted proxy is believed, in any notation', () => {
  const one = trustOf(1);
  expect([one('203.0.113.9', 0), one('203.0.113.9', 1)]).toEqual([true, false]);
  const listed = trustOf(['10.0.0.5', '192.168.0.0/16', '2001:db8::/32']);
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '192.168.7.1', '2001:db8::7'])
    expect(listed(address, 3)).toBe(true);
  for (const address of ['10.0.0.6', '2001:db9::1', 'unknown', '']) expect(listed(address, 0)).toBe(false);
});

test('the start says what to set behind a proxy', () => {
  const advice = (environment: Record<string, string>) => proxyAdvice(read(environment));
  expect(advice({ PUBLIC_URL: 'https://fleet.example.in', TRUSTED_PROXIES: '1' })).toEqual([]);
  expect(advice({ PUBLIC_URL: 'https://fleet.example.in' })).toEqual([expect.stringMatching(/Set TRUSTED_PROXIES=1$/)]);
  expect(advice({ TRUSTED_PROXIES: '1' })).toEqual([expect.stringMatching(/Set PUBLIC_URL$/)]);
  expect(advice({})).toEqual([expect.stringMatching(/^PUBLIC_URL is not set/)]);
  expect(proxyAdvice(readConfig({}, { demo: true }))).toEqual([]);
  for (const wrong of [
    'https://fleet.example.in/app',
    'https://me:secret@fleet.example.in',
    'fleet.example.in',
    'ftp://a.in',
  ])
    expect(() => read({ PUBLIC_URL: wrong }), wrong).toThrow(/^PUBLIC_URL must be [^\n]+$/);
  expect(() => read({ METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN needs [^\n]+$/);
});

test('a server goes by its names, whatever the port, and says once what was refused', () => {
  const lines: string[] = [];
  const log = { warn: (line: string) => lines.push(line) } as never;
  const site = createSite({ origin: 'https://fleet.example.in' }, log);
  for (const host of ['fleet.example.in', 'FLEET.example.in:443', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect(site.isOwnName(host), host).toBe(true);
  expect(lines).toEqual([]);
  for (const host of ['evil.example\r\nx', 'fleet.example.in.evil.example', '', undefined])
    expect(site.isOwnName(host), host).toBe(false);
  expect(lines).toEqual([expect.stringMatching(/^Refused a request for 'evil.example\?\?x': [^\n]+$/)]);

  const page = { origin: 'https://fleet.example.in', host: 'localhost', 'sec-fetch-site': 'same-origin' } as const;
  expect(site.isOwnPage(page)).toBe(true);
  const alone = createSite({ hosts: ['localhost'] }, log);
  expect(alone.isOwnPage({ ...page, origin: 'http://localhost' })).toBe(true);
  expect(alone.isOwnPage({ ...page, 'sec-fetch-site': 'cross-site' })).toBe(false);
  expect(lines).toHaveLength(1);
  expect(alone.isOwnPage(page)).toBe(false);
  expect(alone.isOwnPage(page)).toBe(false);
  expect(lines[1]).toBe(
    "Refused a call of the page 'https://fleet.example.in': PUBLIC_URL is not set. Set PUBLIC_URL to the address that people type",
  );
  expect(lines).toHaveLength(2);
  expect(createSite({}, false).isOwnName('any.example')).toBe(true);
});
