import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { queueMail } from '../mail.server.ts';
import type { MailTemplate } from '../mail.contract.ts';
import { renderMail, templateProblems } from './render.contract.ts';
import { shippedOf, templateKeys } from './shipped-templates.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, headers?: Record<string, string>) =>
  product.call(method, `/mail-template${path}`, {
    token: admin,
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  });
const templateOf = async (key: string) =>
  ((await call('GET', '')).json.data as MailTemplate[]).find((one) => one.key === key) as MailTemplate;
const sql = <Row = Record<string, unknown>>(text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const shownMail = async (id: string) => (await product.call('GET', `/mail/${id}`, { token: admin })).json.data;

test('every shipped template is in the database, can be used as it is, and draws every variable it has', async () => {
  const { data, count } = (await call('GET', '')).json as { data: MailTemplate[]; count: number };
  expect([data.map(({ key, language }) => [key, language]), count]).toEqual([
    templateKeys.flatMap((key) => [
      [key, 'en'],
      [key, 'hi'],
    ]),
    2 * templateKeys.length,
  ]);
  for (const key of templateKeys) {
    const { variables, subject, body } = shippedOf(key);
    expect(templateProblems({ subject, body }, variables), key).toEqual({});
    const values = Object.fromEntries(
      variables.map(({ name, kind, sample }) => [name, kind === 'text' ? sample : `https://fleet.test${sample}`]),
    );
    const { html, text } = renderMail({ subject, body }, variables, values, 'https://fleet.test');
    for (const { name, sample } of variables) {
      expect(text + subject, `${key} ${name}`).toContain(subject.includes(`{{${name}}}`) ? name : sample);
    }
    expect(html).not.toMatch(/\{\{|<script|<img/);
  }
});

test('a text is changed with its history, by the version that was seen, and can go back to the shipped one', async () => {
  const before = await templateOf('password-changed');
  const text = { subject: 'Password of {{name}}', body: 'Namaste {{name}},\r\n\r\nchanged on {{time}} by {{by}}.\n' };
  const saved = await call('PUT', `/${before.id}`, text, { 'if-match': `"v${before.version}"` });
  expect(saved.json.data).toMatchObject({
    subject: text.subject,
    body: 'Namaste {{name}},\n\nchanged on {{time}} by {{by}}.',
    edited: true,
    version: before.version + 1,
  });
  expect(saved.headers['etag']).toBe(`"v${before.version + 1}"`);
  const stale = await call('PUT', `/${before.id}`, text, { 'if-match': `"v${before.version}"` });
  expect([stale.status, stale.json.current.version]).toEqual([412, before.version + 1]);
  const id = await transact(product.product.db, everything, (db) =>
    queueMail(db, product.product.mail, {
      template: 'password-changed',
      to: { address: 'a@example.in', name: 'A' },
      orgId: null,
      values: { name: 'Asha', time: 'now', by: 'you' },
    }),
  );
  expect(await shownMail(id as string)).toMatchObject({
    subject: 'Password of Asha',
    text: expect.stringMatching(
      /^Namaste Asha,\n\nchanged on now by you\.\n\n-- \nRoadkeeper\nhttp:\/\/localhost:3000\n$/,
    ),
    templateVersion: before.version + 1,
  });
  const reset = await call('POST', `/${before.id}/reset`);
  expect(reset.json.data).toMatchObject({ ...before.shipped, edited: false, version: before.version + 2 });
  const history = (await call('GET', `/${before.id}/history`)).json;
  expect(history.count).toBe(3);
  expect(history.data[1]).toMatchObject({
    action: 'update',
    actorName: 'Asha Menon',
    recordTitle: 'Password changed',
    before: { subject: before.subject, edited: false },
    after: { subject: text.subject, edited: true },
  });
  expect(history.data[2]).toMatchObject({ action: 'create', source: 'seed' });
});

test('a text that names what is not there, leaves out what it needs, or would show a secret is refused', async () => {
  const { id } = await templateOf('password-reset');
  const put = async (subject: string, body: string) => (await call('PUT', `/${id}`, { subject, body })).json.fields;
  const good = 'Hello {{name}}, {{link}}';
  expect(await put('Hi', `${good} {{phone}} {{constructor}}`)).toEqual({
    body: 'There is no {{phone}}, {{constructor}} here. This template knows {{name}}, {{link}}, {{minutes}}',
  });
  expect(await put('Hi {{ name }}', good)).toEqual({ subject: 'Write a variable as {{name}}, without spaces' });
  expect(await put('Hi', `${good} {{{minutes}}}`)).toEqual({ body: 'Write a variable as {{name}}, without spaces' });
  expect(await put('Hi', 'Hello {{name}}')).toEqual({ body: 'The text needs {{link}}' });
  expect(await put('Hi {{link}}', good)).toEqual({ subject: 'A subject is read by too many: leave {{link}} out' });
  expect(await put('Hi\r\nBcc: everybody@example.in', good)).toEqual({ subject: 'Subject is one line' });
  expect(await put('', '')).toEqual({ subject: 'Subject is required', body: 'Text is required' });
  expect(await put('x'.repeat(201), good)).toHaveProperty('subject');
  expect(await put('Hi', `${good}\u0000`)).toHaveProperty('body');
  expect((await call('PUT', `/${id}`, { subject: 'Hi', body: good, key: 'test' })).status).toBe(400);
  expect((await templateOf('password-reset')).edited).toBe(false);
  expect((await call('PUT', '/01a1fc17-27e9-7627-921e-d6ed735c9999', { subject: 'Hi', body: good })).status).toBe(404);
});

test('a test goes to whoever asks, of the draft when one is given, a few times only', async () => {
  const { id } = await templateOf('password-reset');
  const asked = await call('POST', `/${id}/test`, {
    subject: 'Draft for {{name}}',
    body: '{{name}} {{link}} {{minutes}}',
  });
  expect(asked.json.message).toBe('The test email is stored in the outbox.');
  expect(await shownMail(asked.json.data.id)).toMatchObject({
    to: 'admin@roadkeeper.test',
    subject: 'Draft for Asha Menon',
    state: 'kept',
    test: true,
    secret: false,
    text: expect.stringContaining('Asha Menon http://localhost:3000/reset-password#sample 20'),
  });
  expect((await call('POST', `/${id}/test`, { body: 'no link' })).json.fields).toEqual({
    body: 'The text needs {{link}}',
  });
  expect((await call('POST', `/${id}/test`, { to: 'victim@example.in' })).status).toBe(400);
  const statuses = [];
  for (let round = 0; round < 10; round += 1) statuses.push((await call('POST', `/${id}/test`, {})).status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  product.clock.move(600_000);
  expect((await call('POST', `/${id}/test`, {})).status).toBe(200);
});

test('an upgrade renews what staff left alone, keeps what they wrote, and does without what no longer fits', async () => {
  await sql(`update mail_template set body = 'Old shipped words {{name}}' where key = 'test'`);
  await sql(`update mail_template set body = 'Ours, {{name}}', edited = true where key = 'password-changed'`);
  await sql(
    `update mail_template set body = 'Ours, {{whatOnceWas}}', edited = true where key = 'impersonation-notice'`,
  );
  await transact(product.product.db, everything, (db) => product.product.mail.prepare(db, true));
  expect(await templateOf('test')).toMatchObject({
    ...shippedOf('test'),
    variables: expect.anything(),
    edited: false,
    version: 2,
  });
  expect(await templateOf('password-changed')).toMatchObject({ body: 'Ours, {{name}}', edited: true });
  const broken = await templateOf('impersonation-notice');
  expect(broken).toMatchObject({ edited: true, problem: expect.stringMatching(/^There is no \{\{whatOnceWas\}\}/) });
  const id = await transact(product.product.db, everything, (db) =>
    queueMail(db, product.product.mail, {
      template: 'impersonation-notice',
      to: { address: 'a@example.in', name: 'A' },
      orgId: null,
      values: { name: 'Asha', actor: 'Ravi', reason: 'A challan', time: 'now' },
    }),
  );
  expect((await shownMail(id as string)).text).toContain('Ravi of the Roadkeeper staff signed in as you on now');
});
