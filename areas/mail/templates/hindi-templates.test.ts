import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { queueMail } from '../mail.server.ts';
import type { MailTemplate } from '../mail.contract.ts';
import { templateProblems } from './render.contract.ts';
import { shippedOf, templateKeys } from './shipped-templates.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const holesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
const sql = <Row = Record<string, unknown>>(text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const idOf = async (email: string) =>
  (await sql<{ id: string }>('select id from account where email = $1', [email]))[0]?.id ?? '';
const mailTo = async (email: string) => {
  const accountId = await idOf(email);
  const id = await transact(product.product.db, everything, (db) =>
    queueMail(db, product.product.mail, {
      template: 'paper-ends',
      to: { address: email, name: 'Asha', accountId },
      orgId: null,
      values: {
        name: 'Open',
        paper: 'Insurance policy',
        subject: 'MH12AB1234',
        when: 'expires in 7 days',
        day: '28 Nov 2026',
        link: '/vehicle-kyc-doc',
      },
    }),
  );
  return (await product.call('GET', `/mail/${id as string}`, { token: admin })).json.data as Record<string, string>;
};

test.each(templateKeys)('the Hindi text of %s can be used, and has the variables of the English one', (key) => {
  const [english, hindi] = [shippedOf(key), shippedOf(key, 'hi')];
  expect(templateProblems(hindi, hindi.variables)).toEqual({});
  expect(holesOf(hindi.subject + hindi.body)).toEqual(holesOf(english.subject + english.body));
  expect(hindi.body).toMatch(/\p{Script=Devanagari}/u);
});

test('a mail is in the language of its receiver, with the words and days that the product fills in', async () => {
  const token = await product.login('clerk@roadkeeper.test');
  const english = await mailTo('clerk@roadkeeper.test');
  expect(english['subject']).toBe('Insurance policy of MH12AB1234 expires in 7 days');
  await product.call('PUT', '/session/language', { token, body: { language: 'hi' } });
  const hindi = await mailTo('clerk@roadkeeper.test');
  expect(hindi['subject']).toBe('MH12AB1234 का दस्तावेज़ बीमा पॉलिसी: मियाद 7 दिन में पूरी होगी');
  expect(hindi['text']).toContain('28 नव॰ 2026 तक वैध');
  // Names are names, also when they are words of the product.
  expect(hindi['text']).toContain('नमस्ते Open,');
  expect(hindi['html']).toContain('<html lang="hi">');
  expect(hindi['html']).toContain('>दस्तावेज़ खोलें<');
  expect((await mailTo('viewer@roadkeeper.test'))['html']).toContain('<html lang="en">');
});

test('the Hindi text is one that staff change and reset by itself', async () => {
  const all = async () => (await product.call('GET', '/mail-template', { token: admin })).json.data as MailTemplate[];
  const of = async (language: string) =>
    (await all()).find((one) => one.key === 'paper-ends' && one.language === language) as MailTemplate;
  const [english, hindi] = [await of('en'), await of('hi')];
  const body = { subject: '{{paper}}: {{subject}}', body: 'प्रिय {{name}}, {{when}}, {{day}}: {{link}}' };
  const saved = await product.call('PUT', `/mail-template/${hindi.id}`, { token: admin, body });
  expect([saved.status, saved.json.data.edited, saved.json.data.language]).toEqual([200, true, 'hi']);
  expect((await mailTo('clerk@roadkeeper.test'))['subject']).toBe('बीमा पॉलिसी: MH12AB1234');
  expect(await of('en')).toEqual(english);
  const reset = await product.call('POST', `/mail-template/${hindi.id}/reset`, { token: admin });
  expect([reset.json.data.subject, reset.json.data.edited]).toEqual([hindi.shipped.subject, false]);
});
