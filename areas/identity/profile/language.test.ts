import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { idOf } from '../testing/people.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const signIn = (email: string): Promise<string> => product.login(email);
const speaks = { 'accept-language': 'hi' };

test('a language is chosen once, and is the same in every session of the account and in no other account', async () => {
  const token = await signIn('clerk@roadkeeper.test');
  const elsewhere = await signIn('clerk@roadkeeper.test');
  const languageOf = async (token: string) => (await product.call('GET', '/token', { token })).json.userData.language;
  expect([await languageOf(token), await languageOf(elsewhere)]).toEqual([null, null]);
  const chosen = await product.call('PUT', '/session/language', { token, body: { language: 'hi' } });
  expect([chosen.status, chosen.json.data]).toEqual([200, { language: 'hi' }]);
  expect([await languageOf(token), await languageOf(elsewhere)]).toEqual(['hi', 'hi']);
  expect(await languageOf(await signIn('viewer@roadkeeper.test'))).toBeNull();
  const login = await product.call('POST', '/login', {
    body: { email: 'clerk@roadkeeper.test', password: demoPassword },
  });
  expect(login.json.userData.language).toBe('hi');
  // Chosen again, it changes nothing.
  expect((await product.call('PUT', '/session/language', { token, body: { language: 'hi' } })).status).toBe(200);
  const changes = await product.call('GET', '/history?action=update&take=100', {
    token: await signIn('admin@roadkeeper.test'),
  });
  const told = (changes.json.data as { before: unknown; after: unknown }[]).filter(({ after }) =>
    JSON.stringify(after).includes('language'),
  );
  expect(told).toMatchObject([{ before: { language: 'English' }, after: { language: 'हिन्दी' } }]);
});

test.each([{}, { language: 'fr' }, { language: null }, { language: 'hi', id: 'x' }, { language: ['hi'] }])(
  'no language is %j',
  async (body) => {
    const token = await signIn('viewer@roadkeeper.test');
    expect((await product.call('PUT', '/session/language', { token, body })).status).toBe(400);
    expect((await product.call('PUT', '/session/language', { body })).status).toBe(401);
  },
);

test('whoever acts as somebody else does not choose for them', async () => {
  const token = await signIn('admin@roadkeeper.test');
  const body = { userId: await idOf(product, 'viewer@roadkeeper.test'), reason: 'The menu is in English' };
  const child = await product.call('POST', '/session/impersonation', { token, body });
  expect(child.status, child.text).toBe(200);
  const refused = await product.call('PUT', '/session/language', {
    token: child.json.accessToken as string,
    body: { language: 'hi' },
  });
  expect([refused.status, refused.json.code]).toEqual([403, 'impersonating']);
});

test('messages and those of fields come in the language of who asks, and stay English for everybody else', async () => {
  const token = await signIn('admin@roadkeeper.test');
  const wrong = (headers: Record<string, string>) =>
    product.call('PUT', '/session/profile', { token, body: {}, headers });
  const english = (await wrong({})).json;
  const hindi = await wrong(speaks);
  expect(english.fields.name).toBe('Name is required');
  expect([hindi.status, hindi.json.fields.name, hindi.headers['content-language']]).toEqual([400, 'नाम ज़रूरी है', 'hi']);
  expect(hindi.json.message).toBe('2 फ़ील्ड ठीक करने हैं');
  expect([hindi.json.code, Object.keys(hindi.json)]).toEqual([english.code, Object.keys(english)]);
  for (const language of [
    'en',
    'hin',
    '',
    '*',
    'fr',
    'x'.repeat(4_000),
    'hi, '.repeat(900),
    'en-IN, hi;q=0.9',
    'hi;q=0, en',
    'hi;q=0',
    'hi;q=0.5, en;q=0.8',
    'hi;q=no',
  ])
    expect((await wrong({ 'accept-language': language })).json.fields.name, language).toBe('Name is required');
  for (const language of ['hi', 'HI-IN, en;q=0.5', ' hi ;q=1', 'fr, hi', 'en;q=0, hi', 'en;q=0.4,hi;q=0.5', 'hi, en'])
    expect((await wrong({ 'accept-language': language })).json.fields.name, language).toBe('नाम ज़रूरी है');
});

test('a choice that there is not is refused in Hindi, with its codes', async () => {
  const token = await signIn('viewer@roadkeeper.test');
  const wrong = await product.call('PUT', '/session/language', { token, body: { language: 'fr' }, headers: speaks });
  expect([wrong.status, wrong.json.fields]).toEqual([400, { language: 'इनमें से एक होना चाहिए: en, hi' }]);
});

test('a record in use is refused in Hindi to the end', async () => {
  const token = await signIn('admin@roadkeeper.test');
  const create = async (path: string, body: object) => {
    const made = await product.call('POST', `/${path}`, { token, body });
    expect(made.status, made.text).toBe(201);
    return made.json.data.id as string;
  };
  const brandId = await create('vehicle-brand', { name: 'Hindi Motors' });
  const [typeId, categoryId] = [
    (await product.call('GET', '/vehicle-type?take=1', { token })).json.data[0].id,
    (await product.call('GET', '/vehicle-category?take=1', { token })).json.data[0].id,
  ];
  await create('vehicle-model', { name: 'One', brandId, typeId, categoryId });
  await create('vehicle-model', { name: 'Two', brandId, typeId, categoryId });
  const refused = await product.call('DELETE', `/vehicle-brand/${brandId}`, { token, headers: speaks });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'वाहन ब्रांड इस्तेमाल में है (2 वाहन मॉडल), इसलिए इसे हटाया नहीं जा सकता। इसके बदले निष्क्रिय कर सकते हैं',
  ]);
});

test('who chose a language gets it where a call says nothing of one that there is', async () => {
  const token = await signIn('support@roadkeeper.test');
  const said = async (headers: Record<string, string>) =>
    (await product.call('PUT', '/session/profile', { token, body: {}, headers })).json.fields.name;
  expect(await said({})).toBe('Name is required');
  await product.call('PUT', '/session/language', { token, body: { language: 'hi' } });
  for (const headers of [{}, { 'accept-language': 'fr' }, { 'accept-language': '*' }])
    expect(await said(headers), JSON.stringify(headers)).toBe('नाम ज़रूरी है');
  for (const language of ['en', 'hi;q=0', 'en-GB'])
    expect(await said({ 'accept-language': language }), language).toBe('Name is required');
});

test('what is done is told in the language of who did it, also when it is asked for again', async () => {
  const token = await signIn('admin@roadkeeper.test');
  const body = { code: 'MH98', name: 'Nowhere', state: 'MH', district: 'Pune', kind: 'RTO' };
  const send = (headers: Record<string, string>) =>
    product.call('POST', '/rto', { token, body, headers: { ...headers, 'idempotency-key': 'words-1' } });
  const hindi = await send(speaks);
  const english = await send({});
  expect([hindi.status, english.status]).toEqual([201, 201]);
  expect(english.json.message).toBe('RTO created successfully.');
  expect(hindi.json.message).toBe('RTO को जोड़ा गया।');
  // Data is data: what somebody wrote stays as they wrote it.
  expect(hindi.json.data).toEqual(english.json.data);
  const list = await product.call('GET', '/rto?q=MH98', { token, headers: speaks });
  expect([list.json.message, list.json.data[0].name]).toEqual(['OK', 'Nowhere']);
});
