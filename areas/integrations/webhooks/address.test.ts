import { describe, expect, test } from 'vitest';
import { addressProblem, isOpenAddress } from '#kit/server/outgoing/address.ts';
import { sendOnce } from '#kit/server/outgoing/send.ts';
import { startReceiver } from '../testing/receiver.ts';

const stop = new AbortController().signal;
const notOpen = 'Must be an address on the public internet';

test.each([
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://LOCALHOST./x',
  'https://api.localhost/x',
  'https://2130706433/x',
  'https://0x7f000001/x',
  'https://0x7f.1/x',
  'https://017700000001/x',
  'https://127.1/x',
  'https://0/x',
  'https://0.0.0.0/x',
  'https://10.1.2.3/x',
  'https://172.16.0.1/x',
  'https://172.31.255.255/x',
  'https://192.168.1.1/x',
  'https://100.64.0.1/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/latest',
  'https://224.0.0.1/x',
  'https://255.255.255.255/x',
  'https://[::1]/x',
  'https://[::]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::ffff:7f00:1]/x',
  'https://[::127.0.0.1]/x',
  'https://[64:ff9b::7f00:1]/x',
  'https://[2002:7f00:1::]/x',
  'https://[2001:0:7f00:1::]/x',
  'https://[fe80::1]/x',
  'https://[fc00::1]/x',
  'https://[fd00:ec2::254]/x',
  'https://[ff02::1]/x',
  'https://１２７.０.０.１/x',
  'https://①②⑦.⓪.⓪.①/x',
  'https://metadata.google.internal/x',
  'https://printer.local/x',
  'https://database/x',
])('nothing is sent to %s', (url) => {
  expect(addressProblem(url)).toBe(notOpen);
});

test('what is no address over https, or carries a password, is refused in words', () => {
  expect(addressProblem('http://example.in/x')).toBe('Must begin with https://');
  expect(addressProblem('ftp://example.in/x')).toBe('Must begin with https://');
  expect(addressProblem('file:///etc/passwd')).toBe('Must begin with https://');
  expect(addressProblem('https://user:secret@example.in/x')).toBe('Must not contain a user name or a password');
  expect(addressProblem('https://example.in/x#part')).toBe('Must not contain a #');
  expect(addressProblem('https://example.in:22/x')).toBe('This port cannot be used');
  expect(addressProblem('example.in')).toBe('Enter an address like https://example.in/hooks');
  for (const url of [
    'https://example.in/x',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
    'https://example.in:8443/',
  ])
    expect(addressProblem(url), url).toBeUndefined();
  expect(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', 'example.in', ''].map(isOpenAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('a name', () => {
  test.each([
    ['127.0.0.1', 4],
    ['10.0.0.5', 4],
    ['169.254.169.254', 4],
    ['::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['fd00::1', 6],
  ])('that leads to %s is not connected to', async (address, family) => {
    const resolve = async () => [{ address, family }];
    const sent = await sendOnce('https://hooks.example.in/x', {}, '{}', { resolve }, stop);
    expect(sent).toMatchObject({ status: null, failure: 'The address is not on the public internet' });
  });

  test('of which one address among good ones leads inside is not connected to', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '192.168.0.1', family: 4 },
    ];
    const sent = await sendOnce('https://hooks.example.in/x', {}, '{}', { resolve }, stop);
    expect(sent.failure).toBe('The address is not on the public internet');
  });

  test('is looked up once for a try, and the connection goes to the address that was checked', async () => {
    const receiver = await startReceiver();
    let asked = 0;
    // The second answer would lead elsewhere.
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    };
    const url = `https://hooks.example.in:${receiver.port}/x`;
    const first = await sendOnce(url, {}, '{}', { resolve, allowLoopback: true }, stop);
    // It got as far as the server of this machine, which speaks no TLS.
    expect([asked, first.failure === 'The address is not on the public internet']).toEqual([1, false]);
    const second = await sendOnce(url, {}, '{}', { resolve, allowLoopback: true }, stop);
    expect([asked, second.failure]).toEqual([2, 'The address is not on the public internet']);
    await receiver.close();
  });
});

test('a redirect is not followed, of a long answer the beginning is kept, and one that hangs is left', async () => {
  const receiver = await startReceiver();
  const send = () => sendOnce(receiver.url, {}, '{"a":1}', { allowLoopback: true, timeoutMs: 300 }, stop);
  receiver.answer.status = 302;
  receiver.answer.headers = { location: receiver.url };
  expect(await send()).toMatchObject({ status: 302 });
  expect(receiver.received).toHaveLength(1);
  receiver.answer.status = 200;
  receiver.answer.body = `a\u0000${'é'.repeat(100_000)}`;
  const long = await send();
  expect(long.status).toBe(200);
  expect(Buffer.byteLength(long.answer ?? '')).toBeLessThanOrEqual(2_048);
  expect(long.answer).toMatch(/^aé+$/);
  receiver.answer.hangs = true;
  expect(await send()).toMatchObject({ status: null, failure: 'The server did not answer in time' });
  await receiver.close();
  expect(await send()).toMatchObject({ status: null, failure: 'The server refused the connection' });
});
