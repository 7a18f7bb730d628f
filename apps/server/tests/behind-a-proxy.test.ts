import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { livePath } from '#kit/contract/live.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';
import {
  callThrough,
  installed,
  type Proxy,
  publicName,
  sentAs,
  startCaddy,
  startNginx,
  type Way,
} from '../testing/proxies.ts';

const origin = `https://${publicName}`;
const token = 'a-token-of-the-collector';
const lines: string[] = [];
let product: TestProduct;
let port = 0;
beforeAll(async () => {
  product = await startTestProduct({
    site: {
      origin,
      secure: true,
      trustedProxies: 1,
      metricsToken: token,
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
    },
  });
  port = Number(new URL(await listen(product)).port);
});
afterAll(() => product?.close());

/** What browsers send with the calls of a page. */
const page = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

/** The way through a proxy that runs. */
const through =
  (proxy: Proxy): Way =>
  (method, path, sent) =>
    callThrough(proxy, method, path, sent);

async function signIn(way: Way) {
  const answer = await way('POST', '/api/v1/login', {
    headers: { ...page, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' },
    body: JSON.stringify({ email: 'admin@roadkeeper.test', password: demoPassword }),
  });
  expect(answer.status, answer.text).toBe(200);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/__Host-rt=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure/);
  return { access: JSON.parse(answer.text).accessToken as string, cookie: /__Host-rt=[^;]+/.exec(cookie)?.[0] ?? '' };
}

/** A session is renewed and ended by the product's own pages, and by nobody else's. */
async function staysSignedIn(way: Way) {
  const { cookie } = await signIn(way);
  const refresh = (headers: Record<string, string>) =>
    way('POST', '/api/v1/session/refresh', { headers: { ...headers, cookie }, body: '{}' });
  for (const foreign of ['https://evil.example', 'http://127.0.0.1:3000', 'http://fleet.example.in', 'null'])
    expect((await refresh({ ...page, origin: foreign })).status, foreign).toBe(403);
  expect((await refresh({ ...page, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const renewed = await refresh(page);
  expect(renewed.status, renewed.text).toBe(200);
  const ended = await way('POST', '/api/v1/logout', {
    headers: { ...page, cookie: /__Host-rt=[^;]+/.exec(String(renewed.headers['set-cookie']))?.[0] ?? '' },
    body: '{}',
  });
  return ended.status;
}

async function addressOfSession(way: Way): Promise<string | undefined> {
  const { access } = await signIn(way);
  const own = await way('GET', '/api/v1/session/list', { headers: { authorization: `Bearer ${access}` } });
  const { data } = JSON.parse(own.text) as { data: { isCurrent: boolean; address: string }[] };
  return data.find(({ isCurrent }) => isCurrent)?.address;
}

// What the servers below send is written down in sentAs, so that it is tried where they are not installed as well.
describe.each(Object.entries(sentAs))('with what %s sends', (_, proxied) => {
  const way: Way = (method, path, sent) => proxied(port)(method, path, sent);

  test('people stay signed in, and pages of other sites cannot renew or end a session', async () => {
    expect(await staysSignedIn(way)).toBe(200);
  });

  test('the address of a session is that of the person, whatever the request says', async () => {
    expect(await addressOfSession(way)).toBe('127.0.0.5');
  });
});

const examples = [
  ['nginx', installed.nginx, () => startNginx(port)],
  ['caddy', installed.caddy, () => startCaddy(port)],
] as const;
for (const [name, isHere, start] of examples)
  describe.skipIf(!isHere)(`behind ${name}, with the example in deploy/${isHere ? '' : ': not installed here'}`, () => {
    let proxy: Proxy;
    beforeAll(async () => {
      proxy = await start();
    });
    afterAll(() => proxy?.close());

    test('people stay signed in, and pages of other sites cannot renew or end a session', async () => {
      expect(await staysSignedIn(through(proxy))).toBe(200);
    });

    test('the address of a session is that of the person, whatever the request says', async () => {
      expect(await addressOfSession(through(proxy))).toBe('127.0.0.5');
    });

    test('the live socket opens for pages of this site', async () => {
      const { access } = await signIn(through(proxy));
      const ticket = await callThrough(proxy, 'POST', '/api/v1/live/ticket', {
        headers: { authorization: `Bearer ${access}` },
      });
      const open = (from: string) => {
        const over = { ca: proxy.ca, servername: publicName, headers: { host: publicName, origin: from } };
        return new WebSocket(`wss://127.0.0.1:${proxy.port}${livePath}`, over);
      };
      const socket = open(origin);
      const said = once(socket, 'message');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'ticket', ticket: JSON.parse(ticket.text).data.ticket }));
      expect(JSON.parse(String((await said)[0]))).toMatchObject({ type: 'ready' });
      socket.close();
      const [error] = await once(open('https://evil.example'), 'error').catch((thrown: unknown) => [thrown]);
      expect(String(error)).toContain('403');
    });

    test('a file of 8 MB comes through', async () => {
      const { access } = await signIn(through(proxy));
      const form = new FormData();
      form.append('file', new File([`Name\n${'x'.repeat(8 * 1024 * 1024)}\n`], 'brands.csv', { type: 'text/csv' }));
      const sent = new Response(form);
      const answer = await callThrough(proxy, 'POST', '/api/v1/vehicle-brand/import/read', {
        headers: { authorization: `Bearer ${access}`, 'content-type': String(sent.headers.get('content-type')) },
        body: Buffer.from(await sent.arrayBuffer()),
      });
      // The product's own words about a cell that is too long, not the proxy's about the request.
      expect(answer.headers['x-request-id'], answer.text).toBeDefined();
      expect(answer.status).not.toBe(413);
    });

    test('measurements are not for strangers, and other names are nobody', async () => {
      expect((await callThrough(proxy, 'GET', '/metrics')).status).toBe(404);
      const other = await callThrough(proxy, 'GET', '/api/v1/openapi.json', { headers: { host: 'evil.example' } });
      // nginx passes it on and is refused; Caddy answers by itself that it has no such site.
      if (name === 'nginx') expect([other.status, other.text]).toEqual([400, expect.stringContaining('Not a name of')]);
      else expect([other.text, other.headers['x-request-id']]).toEqual(['', undefined]);
    });
  });

describe.skipIf(!installed.nginx)(`behind nginx as it comes${installed.nginx ? '' : ': not installed here'}`, () => {
  const bare = (target: string) => `
    upstream backend { server 127.0.0.1:3000; }
    server { listen 443 ssl; ssl_certificate x; ssl_certificate_key y; location / { proxy_pass ${target}; } }`;

  test('its usual Host header, that of its target, works', async () => {
    const proxy = await startNginx(port, bare('http://127.0.0.1:3000'));
    try {
      expect(await staysSignedIn(through(proxy))).toBe(200);
      expect((await callThrough(proxy, 'GET', '/metrics')).status).toBe(404);
      expect(JSON.parse((await callThrough(proxy, 'GET', '/readyz')).text)).toEqual({ status: 'ok' });
    } finally {
      await proxy.close();
    }
  });

  test('a target with a name of its own is refused, and one line says what to set', async () => {
    const proxy = await startNginx(port, bare('http://backend'));
    try {
      const refused = await callThrough(proxy, 'GET', '/api/v1/openapi.json');
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.text).fields).toEqual({ host: 'Not a name of this server' });
      await callThrough(proxy, 'GET', '/api/v1/openapi.json');
      expect((await callThrough(proxy, 'GET', '/livez')).status).toBe(200);
      // Once in the life of the process, whichever name it was that came first.
      expect(lines.map((line) => JSON.parse(line).msg).filter((line) => line.includes('Host'))).toEqual([
        expect.stringMatching(
          /^Refused a request for '(backend|evil\.example)': PUBLIC_URL is https:\/\/fleet\.example\.in\. .*nginx: proxy_set_header Host \$host;\)$/,
        ),
      ]);
    } finally {
      await proxy.close();
    }
  });
});
