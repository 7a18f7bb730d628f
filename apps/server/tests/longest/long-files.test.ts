import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboundOf, incomingMail, webhookSecret } from '#areas/helpdesk/testing/inbound.ts';
import { signatureOf } from '#areas/helpdesk/inbound/webhook.routes.ts';
import { basePath } from '#kit/server/http/route.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { startTestProduct, type TestProduct } from '../../testing.ts';
import { fileForm, sendInPieces, tooSlow } from './testing/measure.ts';

let product: TestProduct;
let url: string;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct({ mail: incomingMail });
  url = await listen(product);
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const mega = 1024 * 1024;
/** Sends a body over a socket, and gives the status. */
const send = async (path: string, headers: Record<string, string>, body: Buffer, method = 'POST') =>
  sendInPieces(`${url}${basePath}${path}`, { authorization: `Bearer ${admin}`, ...headers }, body, method);

test('a settlement file does not stop it, whatever its lines are', async () => {
  const head = 'entity_id,type,amount,fee,order_id\n';
  const room = 2 * mega - 2_000;
  const files: Record<string, [content: (seed: number) => string, status: number]> = {
    'as many lines as there may be': [
      (seed) =>
        head +
        Array.from({ length: 5_000 }, (_, at) => `pay_${seed}_${'x'.repeat(150)}_${at},payment,1.00,0.10,o${at}`).join(
          '\n',
        ),
      201,
    ],
    'quotation marks': [() => head + '"'.repeat(room / 2), 400],
    'quotation marks in pairs': [() => `${head}"${'""'.repeat(room / 4)}"`, 400],
    commas: [() => head + ','.repeat(room), 400],
    // More take the whole time that the process has.
    'lines of nothing': [() => head + '\n'.repeat(50_000), 400],
    'as many of them as are read at once': [() => head + '\n'.repeat(4_000), 400],
    'more lines than there may be': [() => head + 'a,b\n'.repeat(room / 5), 400],
    'one word': [() => 'a'.repeat(room), 400],
  };
  const slow: string[] = [];
  let seed = 0;
  for (const [name, [content, expected]] of Object.entries(files)) {
    const make = () => Buffer.from(JSON.stringify({ fileName: 'november.csv', content: content((seed += 1)) }));
    const sendOne = async (body: Buffer) => {
      const { status, text } = await send('/wallet/settlement', { 'content-type': 'application/json' }, body);
      expect(status, `${name}: ${text.slice(0, 200)}`).toBe(expected);
    };
    slow.push(...(await tooSlow(name, sendOne, make)));
  }
  expect(slow).toEqual([]);
}, 120_000);

test('an evidence bundle does not stop it, whatever it unpacks to', async () => {
  const part = Buffer.alloc(1.5 * mega, ' ');
  const many = Object.fromEntries(Array.from({ length: 38 }, (_, at) => [`part-${at}.json`, part]));
  const manifest = (parts: number) =>
    Buffer.from(
      JSON.stringify({
        format: 'roadkeeper-evidence/1',
        keyId: 'k',
        missing: [],
        parts: Array.from({ length: parts }, (_, at) => ({ bytes: 1, name: `p${at}.json`, sha256: 'a'.repeat(64) })),
        revision: 1,
        version: 1,
        violationId: 'v',
      }),
    );
  const files: Record<string, Buffer> = {
    'sixty megabytes in forty parts': Buffer.from(zipSync({ ...many, 'manifest.json': manifest(38) })),
    'two parts of 24 MB': Buffer.from(
      zipSync({ 'a.json': Buffer.alloc(24 * mega), 'b.json': Buffer.alloc(24 * mega), 'manifest.json': manifest(2) }),
    ),
    'a manifest of 23 MB': Buffer.from(zipSync({ 'manifest.json': manifest(220_000) })),
    'a manifest of numbers': Buffer.from(zipSync({ 'manifest.json': Buffer.from(`[${'0,'.repeat(10 * mega)}0]`) })),
    'a manifest of brackets': Buffer.from(zipSync({ 'manifest.json': Buffer.alloc(23 * mega, '[') })),
    'eight megabytes of chance': randomBytes(8 * mega - 1_000),
  };
  const slow: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const { headers, body } = fileForm(content);
    const check = async () => {
      const { status, text } = await send('/evidence/verify', headers, body);
      expect(status, `${name}: ${text.slice(0, 200)}`).toBe(200);
      expect(JSON.parse(text).data.isGenuine).toBe(false);
      // What anybody may have written is not told at any length.
      expect(text.length, name).toBeLessThan(20_000);
    };
    slow.push(...(await tooSlow(name, check)));
  }
  expect(slow).toEqual([]);
}, 120_000);

test('an email does not stop it, neither where it comes in nor where it is read', async () => {
  const mails = inboundOf(product);
  const room = 20 * mega - 2_000;
  const head =
    'From: Client <client@roadkeeper.test>\r\nTo: support@roadkeeper.test\r\nSubject: Long\r\nMIME-Version: 1.0\r\n';
  const multipart = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
  const parts = (each: string, least: number) => each.repeat(Math.floor(least / each.length));
  const nested = Array.from(
    { length: 20_000 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  ).join('');
  const all: Record<string, () => string> = {
    'a file of 14 MB': () =>
      `${head}${multipart}--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(240_000)}--b--`,
    'ten thousand parts': () =>
      `${head}${multipart}${'--b\r\nContent-Type: image/png; name=a.png\r\n\r\nx\r\n'.repeat(10_000)}--b--`,
    'parts to the end': () => `${head}${multipart}${parts('--b\r\nContent-Type: a/b\r\n\r\n\r\n', room)}`,
    'parts in parts': () => `${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${nested}`,
    'one header': () => `${head}X-Long: ${'a '.repeat(room / 2)}\r\n\r\nText`,
    'a header in lines': () => `${head}X-Long: a${parts('\r\n a', room)}\r\n\r\nText`,
    'many headers': () => `${head}${parts('X-Many: a\r\n', room)}\r\nText`,
    'many recipients': () => `${head.replace('\r\nSubject', `${parts(', a@b.example', room)}\r\nSubject`)}\r\nText`,
    'words in code': () => `${head.replace('Long', parts('=?utf-8?Q?=41?= ', room))}\r\nText`,
    'two megabytes of HTML': () => `${head}Content-Type: text/html\r\n\r\n${'<div><table><tr><td>'.repeat(95_000)}a`,
    'HTML to the end': () => `${head}Content-Type: text/html\r\n\r\n${parts('<b>a</b> ', room)}`,
    'text to the end': () => `${head}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${parts('> a ', room)}`,
    'no head': () => 'a'.repeat(room),
    'parts in so little that it is read at once': () =>
      `${head}${multipart}${parts('--b\r\nContent-Type: a/b\r\n\r\n\r\n', 62_000)}`,
    'HTML in as little': () => `${head}Content-Type: text/html\r\n\r\n${'<div><table><tr><td>'.repeat(3_100)}a`,
    'parts in parts, in as little': () =>
      `${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${nested.slice(0, 62_000)}`,
  };
  const slow: string[] = [];
  let seed = 0;
  for (const [name, make] of Object.entries(all)) {
    // Another each time, for one that came before is known.
    const prepare = async () => {
      const raw = Buffer.from(`X-Seed: ${(seed += 1)}\r\n${make()}`, 'latin1');
      expect(raw.length, name).toBeLessThanOrEqual(20 * mega);
      const timestamp = String(Math.floor(product.clock.now().getTime() / 1_000));
      const signature = await signatureOf(webhookSecret, timestamp, raw);
      const headers = {
        'content-type': 'message/rfc822',
        'x-mail-timestamp': timestamp,
        'x-mail-signature': signature,
      };
      return { raw, headers };
    };
    const receive = async ({ raw, headers }: Awaited<ReturnType<typeof prepare>>) => {
      const { status, text } = await send('/mail/inbound', headers, raw);
      expect([status, JSON.parse(text).data], name).toEqual([200, { result: 'taken' }]);
      await mails.work();
    };
    slow.push(...(await tooSlow(name, receive, prepare)));
  }
  const states = (await mails.stored()).map(({ state }) => state);
  expect(states[0]).toBe('TICKET');
  expect(states).not.toContain('NEW');
  expect(slow).toEqual([]);
}, 300_000);

test('a piece of a file of roads does not stop the event loop', async () => {
  const bytes = 8 * mega;
  const content = randomBytes(bytes);
  const prepare = async () => {
    const body = { fileName: 'roads.osm.pbf', bytes: 2 * bytes, dataSet: 'Long' };
    const begun = await product.call('POST', '/road-import', { token: admin, body });
    expect(begun.status, begun.text).toBe(201);
    return begun.json.data.id as string;
  };
  const { headers, body } = fileForm(content);
  const sendPiece = async (id: string) => {
    const { status, text } = await send(`/road-import/${id}/piece?from=0`, headers, body, 'PUT');
    expect([status, JSON.parse(text).data?.received], text.slice(0, 200)).toEqual([200, bytes]);
    await product.call('POST', `/road-import/${id}/cancel`, { token: admin });
  };
  expect(await tooSlow('a piece of 8 MB', sendPiece, prepare)).toEqual([]);
}, 60_000);
