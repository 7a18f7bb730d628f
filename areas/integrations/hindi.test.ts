import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { owner } from './testing/keys.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
});
afterAll(() => product?.close());

const send = async (path: string, body: unknown, language: string) =>
  product.call('POST', path, {
    token: await product.login(owner),
    body,
    headers: { 'accept-language': language },
  });

test.each([
  ['ftp://example.in/x', 'https:// से शुरू होना चाहिए'],
  ['https://me:secret@example.in/x', 'इसमें उपयोगकर्ता नाम या पासवर्ड नहीं होना चाहिए'],
  ['https://example.in/x#here', 'इसमें # नहीं होना चाहिए'],
  ['https://example.in:25/x', 'यह पोर्ट इस्तेमाल नहीं हो सकता'],
  ['https://10.0.0.1/x', 'सार्वजनिक इंटरनेट का पता होना चाहिए'],
  ['somewhere', 'पता ऐसे लिखें: https://example.in/hooks'],
])('the address %s is refused in Hindi', async (url, message) => {
  const answer = await send('/webhook', { name: 'Fuel card', url, events: ['challan.paid'] }, 'hi');
  expect([answer.status, answer.json.fields]).toEqual([400, { url: message }]);
});

test('rights that there are not are refused in words of the product, in both languages', async () => {
  const body = { name: 'Nightly sync', kind: 'PERSONAL', scopes: { vehicle: ['fly'] }, days: 90 };
  const names = 'view, create, edit, delete, status, export, approve, impersonate';
  const said = async (scopes: unknown, language: string) =>
    Object.values((await send('/api-key', { ...body, scopes }, language)).json.fields);
  expect(await said({ vehicle: ['fly'] }, 'en')).toEqual([`A right is one of ${names}`]);
  expect(await said({ vehicle: ['fly'] }, 'hi')).toEqual([`अधिकार इनमें से एक होता है: ${names}`]);
  expect(await said({ vehicle: 'view' }, 'hi')).toEqual(['हर मॉड्यूल के लिए उसके अधिकारों की सूची चाहिए']);
  expect(await said(null, 'en')).toEqual(['Each module needs a list of its rights']);
});
