import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { placesOf } from '#kit/server/http/places.ts';
import { codeOf, cookiesOf, sql, switchOn } from '../testing/people.ts';

let product: TestProduct;
let serial = 0;
/** An address of another network each time. */
const elsewhere = () => `203.${(serial += 1) >> 8}.${serial & 255}.9`;
interface Guess {
  headers?: Record<string, string>;
  from?: string;
  more?: Record<string, unknown>;
}
const login = (email: string, password: string, { headers, from, more }: Guess = {}) =>
  product.call('POST', '/login', {
    body: { email, password, ...more },
    from: from ?? elsewhere(),
    ...(headers ? { headers } : {}),
  });
const later = (ms: number) => product.clock.move(ms);
const person = async () => {
  const email = `person${(serial += 1)}@roadkeeper.test`;
  await product.addStaff(email, 'Support');
  return email;
};

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('the fifth wrong try says how long to wait, and the next one is refused until then', async () => {
  const email = await person();
  const answers = [];
  for (let guess = 0; guess < 5; guess += 1) answers.push(await login(email, `guess ${guess}`));
  expect(answers.map((one) => one.status)).toEqual([401, 401, 401, 401, 401]);
  expect(answers[4]?.json.message).toBe('Wrong email or password. Wait 2 seconds before you try again.');
  expect(answers[4]?.headers['retry-after']).toBe('2');
  const refused = await login(email, demoPassword);
  expect([refused.status, refused.json.message]).toEqual([429, 'Too many attempts. Wait 2 seconds and try again']);
  later(2_000);
  expect((await login(email, demoPassword)).status).toBe(200);
});

test('no address, header, spelling or further field gives a guesser another try', async () => {
  const email = await person();
  for (let guess = 0; guess < 5; guess += 1) await login(email, `guess ${guess}`);
  const variants: [string, Guess?][] = [
    [email.toUpperCase()],
    [` ${email} `],
    [email.replace('@', '＠')],
    [email, { headers: { 'x-forwarded-for': '10.9.8.7' } }],
    [email, { headers: { forwarded: 'for=10.9.8.7', 'x-real-ip': '10.9.8.7', 'cf-connecting-ip': '10.9.8.7' } }],
    [email, { headers: { 'user-agent': 'another', 'x-client': 'web', 'accept-language': 'hi' } }],
    [email, { headers: { authorization: 'Bearer rka_aaaaaaaaaaaaaaaaaaaaaaaa' } }],
    [email, { headers: { cookie: 'kd=aaaaaaaaaaaaaaaaaaaaaa~g16~bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' } }],
    [email, { headers: { cookie: `rt=rkr_${'a'.repeat(43)}` } }],
    [email, { from: '2001:db8::1' }],
    [email, { from: '::ffff:192.0.2.1' }],
    [email, { more: { keep: true } }],
    [email, { more: { code: '123456' } }],
  ];
  for (const [name, how] of variants) {
    const answer = await login(name, 'another guess', how);
    expect([name, how, answer.status]).toEqual([name, how, 429]);
  }
  // A field that is not of the call is refused before anything is tried.
  expect((await login(email, 'x', { more: { attempt: 1 } })).status).toBe(400);
});

test('in an hour of guessing without rest not more than a hundred tries reach a password, over both names', async () => {
  const email = await person();
  const mobile = '9811122233';
  await sql(product, 'update account set mobile = $2 where email = $1', [email, mobile]);
  let reached = 0;
  // Every twenty seconds, each time with both names and from a new network.
  for (let second = 0; second < 3_600; second += 20) {
    for (const name of [email, mobile]) if ((await login(name, 'a guess')).status === 401) reached += 1;
    later(20_000);
  }
  expect(reached).toBeGreaterThan(20);
  expect(reached).toBeLessThanOrEqual(100);
}, 120_000);

test('while an account is guessed at, its owner gets in from a device it is known from, and the device helps nobody else', async () => {
  const email = await person();
  const known = cookiesOf((await login(email, demoPassword)).headers);
  const own = cookiesOf((await login('clerk@roadkeeper.test', demoPassword)).headers);
  for (let guess = 0; guess < 30; guess += 1) {
    await login(email, `guess ${guess}`);
    later(5_000);
  }
  await login(email, 'one more guess');
  await login(email, 'and one more');
  expect((await login(email, demoPassword)).status).toBe(429);
  // A cookie of the guesser's own account is a stranger's.
  expect((await login(email, demoPassword, { headers: { cookie: own } })).status).toBe(429);
  expect((await login(email, demoPassword, { headers: { cookie: known } })).status).toBe(200);
  // A known device is slowed down as well when it guesses.
  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess += 1)
    statuses.push((await login(email, `guess ${guess}`, { headers: { cookie: known } })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  // A forged or bent cookie is none.
  const bent = known.replace(/kd=./, 'kd=_');
  expect((await login(email, demoPassword, { headers: { cookie: bent } })).status).toBe(429);
});

test('a device is known for half a year at most, and no longer once the password is another', async () => {
  const email = await person();
  const first = await login(email, demoPassword);
  const known = cookiesOf(first.headers);
  const guess = async () => {
    for (let turn = 0; turn < 6; turn += 1) await login(email, `guess ${turn}`);
  };
  const body = { current: demoPassword, password: 'blue tractors sing at noon' };
  const token = first.json.accessToken as string;
  const changed = await product.call('POST', '/session/password', { token, body, headers: { cookie: known } });
  const renewed = cookiesOf(changed.headers);
  await guess();
  const right = body.password;
  expect((await login(email, right, { headers: { cookie: known } })).status).toBe(429);
  expect((await login(email, right, { headers: { cookie: renewed } })).status).toBe(200);
  later(181 * 86_400_000);
  await guess();
  expect((await login(email, right, { headers: { cookie: renewed } })).status).toBe(429);
});

test('many accounts from one place: the address stops, then its network, and a known device goes on', async () => {
  later(3_600_000);
  const email = await person();
  const known = cookiesOf((await login(email, demoPassword, { from: '198.51.100.20' })).headers);
  // Asking for a link counts for the address like a guess, and needs no password to be hashed.
  const stranger = (n: number, from: string) =>
    product.call('POST', '/password/forgot', { body: { email: `stranger${n}@roadkeeper.test` }, from });
  const first: number[] = [];
  for (let n = 0; n < 101; n += 1) first.push((await stranger(n, '198.51.100.20')).status);
  expect([first.filter((one) => one === 200).length, first.at(-1)]).toEqual([100, 429]);
  expect((await login(email, demoPassword, { from: '198.51.100.20' })).status).toBe(429);
  expect((await login(email, demoPassword, { from: '198.51.100.20', headers: { cookie: known } })).status).toBe(200);
  later(70_000);
  for (let n = 0; n < 100; n += 1) await stranger(1_000 + n, '198.51.100.21');
  later(70_000);
  for (let n = 0; n < 100; n += 1) await stranger(2_000 + n, '198.51.100.22');
  const whole = await stranger(3_000, '198.51.100.23');
  expect([whole.status, whole.json.message]).toEqual([429, expect.stringContaining('your network')]);
  expect((await stranger(3_001, '198.51.101.23')).status).toBe(200);
  later(15 * 60_000);
  expect((await stranger(3_002, '198.51.100.20')).status).toBe(200);
}, 120_000);

test('an attack from everywhere at once trips the breaker for a minute, and known devices still get in', async () => {
  later(3_600_000);
  const email = await person();
  const known = cookiesOf((await login(email, demoPassword)).headers);
  // As many tries as a minute takes, each of another account and network.
  await sql(
    product,
    `insert into login_attempt (account_key, ip_key, net_key, at) select 'a' || n, 'b' || n, 'c' || n, $1 from generate_series(1, 300) n`,
    [product.clock.now().toISOString()],
  );
  expect((await login('clerk@roadkeeper.test', demoPassword)).status).toBe(429);
  expect((await login(email, demoPassword, { headers: { cookie: known } })).status).toBe(200);
  later(60_000);
  expect((await login('clerk@roadkeeper.test', demoPassword)).status).toBe(200);
});

test('passwords, codes and proofs share what an account has, and a restart forgets none of it', async () => {
  const email = await person();
  const token = await product.login(email);
  const { secret } = await switchOn(product, token, demoPassword);
  later(30_000);
  await login(email, 'a guess');
  await product.call('POST', '/session/prove', { token, body: { password: 'a guess' } });
  await product.call('POST', '/session/password', { token, body: { current: 'a guess', password: 'x' } });
  await login(email, demoPassword, { more: { code: '000000' } });
  const fifth = await login(email, demoPassword, { more: { code: '000001' } });
  expect([fifth.status, fifth.json.fields, fifth.headers['retry-after']]).toEqual([
    401,
    { code: expect.any(String) },
    '2',
  ]);
  await product.restart();
  expect((await login(email, demoPassword, { more: { code: codeOf(product, secret) } })).status).toBe(429);
  expect((await product.call('POST', '/session/prove', { token, body: { password: demoPassword } })).status).toBe(429);
  later(2_000);
  expect((await login(email, demoPassword, { more: { code: codeOf(product, secret) } })).status).toBe(200);
});

test('whoever knows the password and tries codes waits ever longer, up to half an hour', async () => {
  const email = await person();
  const token = await product.login(email);
  await switchOn(product, token, demoPassword);
  let reached = 0;
  for (let minute = 0; minute < 24 * 60; minute += 12) {
    const answer = await login(email, demoPassword, { more: { code: '000000' } });
    if (answer.status === 401) reached += 1;
    later(12 * 60_000);
  }
  expect(reached).toBeGreaterThan(10);
  expect(reached).toBeLessThan(70);
}, 120_000);

test('addresses are told apart as a provider gives them out', () => {
  expect(placesOf('198.51.100.7')).toEqual({ address: '198.51.100.7', network: '198.51.100' });
  expect(placesOf('::ffff:198.51.100.7')).toEqual(placesOf('198.51.100.7'));
  expect(placesOf('2001:db8:0:1:2:3:4:5')).toEqual({ address: '2001:db8:0:1', network: '2001:db8:0' });
  expect(placesOf('2001:0DB8::1:2:3:4:5').address).toBe('2001:db8:0:1');
  expect(placesOf('2001:db8::1').address).toBe('2001:db8:0:0');
  expect(placesOf('fe80::1%eth0').address).toBe('fe80:0:0:0');
  expect(placesOf('::1').address).toBe('0:0:0:0');
});
