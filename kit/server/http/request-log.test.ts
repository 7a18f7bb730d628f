import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { sheetProcess } from '#kit/server/import/sheet/read-file.ts';
import { rawClient } from './testing/raw-client.ts';

interface Line {
  msg: string;
  route: string;
  [name: string]: unknown;
}
let product: TestProduct;
const lines: string[] = [];
const requests = (route: string): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === 'request' && line.route === route);
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  product = await startTestProduct({ site: { log } });
});
afterAll(() => product?.close());

test('each request is one line: what was called, by whom, with what end, and nothing personal', async () => {
  const url = await listen(product);
  const token = await product.login('client@roadkeeper.test');
  const answer = await fetch(`${url}/api/v1/vehicle?q=Secret-Name&take=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  await expect.poll(() => requests('/api/v1/vehicle')).toHaveLength(1);
  const [line] = requests('/api/v1/vehicle');
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    msg: 'request',
    requestId: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/v1/vehicle',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    user: expect.stringMatching(/^[0-9a-f-]{36}$/),
    org: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(line?.['bytes']).toBeGreaterThan(100);

  await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'secret.name@example.in', password: 'a secret password' }),
  });
  await fetch(`${url}/no/such/Secret-Name`);
  await fetch(`${url}/livez`);
  await expect.poll(() => requests('none').length).toBe(1);
  expect(requests('/api/v1/login').at(-1)).toMatchObject({ method: 'POST', status: 401 });
  expect(requests('none')[0]).toMatchObject({ status: 404 });
  expect(requests('/livez'), 'health that is well').toEqual([]);
  expect(lines.filter((line) => line.includes('"request"')).join('')).not.toMatch(
    /secret|Meera|client@|127\.0\.0\.1|Bearer|rka_/i,
  );
});

test('a client that does not wait for its answer is a line as well', async () => {
  const url = await listen(product).catch(() => '');
  const address = product.product.app.server.address();
  const client = await rawClient(url || `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  const before = requests('/api/v1/login').length;
  client.socket.write(
    'POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  );
  await expect.poll(async () => (await product.product.app.inject('/livez')).statusCode).toBe(200);
  await new Promise<void>((resolve) => product.product.app.server.getConnections(() => resolve()));
  client.socket.destroy();
  await expect.poll(() => requests('/api/v1/login').length).toBe(before + 1);
  expect(requests('/api/v1/login').at(-1)).toMatchObject({ aborted: true });
});

test('a client that leaves while a long answer is made is no fault of the product', async () => {
  const address = product.product.app.server.address();
  const client = await rawClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  const token = await product.login('admin@roadkeeper.test');
  const sheet = Array.from({ length: 4_000 }, (_, at) => `Somebody number ${at},98765${String(at).padStart(5, '0')}`);
  const body = [
    '--b',
    'content-disposition: form-data; name="file"; filename="a.csv"',
    'content-type: text/csv',
    '',
    ['Name,Mobile', ...sheet].join('\n'),
    '--b--',
    '',
  ].join('\r\n');
  client.socket.write(
    `POST /api/v1/drivers/import/read HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // It is being read: whoever has it now has sent all of it.
  await expect.poll(() => sheetProcess.figures.started).toBeGreaterThan(0);
  client.socket.destroy();
  await expect.poll(() => requests('/api/v1/drivers/import/read').length).toBe(1);
  // The work goes on to its end, and so do those that wait behind it.
  await sheetProcess.run(Buffer.from('Name\nA'), null);
  const leftLines = () => lines.filter((line) => line.includes('the client left before its answer'));
  await expect.poll(() => leftLines().length).toBe(1);
  expect(lines.filter((line) => line.includes('"fault"'))).toEqual([]);
});
