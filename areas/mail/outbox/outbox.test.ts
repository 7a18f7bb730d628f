import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { type NewMail, queueMail } from '../mail.server.ts';
import { outboxOf, secret } from '../testing/outbox.ts';
import { shortTimeouts, startSmtp, type TestSmtp } from '../testing/smtp.ts';

let product: TestProduct;
let tools: ReturnType<typeof outboxOf>;
let smtp: TestSmtp;
let admin: string;

beforeAll(async () => {
  smtp = await startSmtp();
  product = await startTestProduct();
  tools = outboxOf(product);
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(async () => {
  await product?.close();
  await smtp?.close();
});
const get = (path: string, token = admin) => product.call('GET', path, { token });

test('only those whose role is given it see mails and templates, and no client is', async () => {
  const clerk = await product.login('clerk@roadkeeper.test');
  const viewer = await product.login('viewer@roadkeeper.test');
  for (const token of [clerk, viewer])
    for (const path of ['/mail', '/mail/state', '/mail-template', '/mail-suppression'])
      expect((await get(path, token)).status, path).toBe(403);
  await product.addStaff('ops@roadkeeper.test', 'Operations');
  await product.addStaff('help@roadkeeper.test', 'Support');
  const ops = await product.login('ops@roadkeeper.test');
  const help = await product.login('help@roadkeeper.test');
  expect((await get('/mail', help)).status).toBe(200);
  expect((await get('/mail-template', help)).status).toBe(403);
  expect((await get('/mail-template', ops)).status).toBe(200);
});

test('mails of another organisation are not there, in lists, counts, searches or by id', async () => {
  const [organisation] = await tools.sql<{ id: string }>(
    `insert into organisation (id, name, kind) values ('01a1fc17-27e9-7627-921e-d6ed735c0001', 'Other Fleet', 'COMPANY') returning id`,
  );
  await product.addStaff('other@roadkeeper.test', 'Client owner', organisation?.id);
  await tools.sql(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, '{view,edit,approve}' from role r, module m
     where r.name = 'Client owner' and m.key = 'mail'`,
  );
  const client = await product.login('client@roadkeeper.test');
  const own = await tools.queueReset('client@roadkeeper.test', secret());
  const before = await get('/mail?q=roadkeeper', client);
  expect(before.json.data.every((one: { to: string }) => one.to === 'client@roadkeeper.test')).toBe(true);
  expect(before.json.data.map((one: { id: string }) => one.id)).toContain(own);
  const stateBefore = await get('/mail/state', client);
  const theirs = await tools.queueReset('other@roadkeeper.test', secret());
  const staffs = await tools.queueReset('clerk@roadkeeper.test', secret());
  expect((await get('/mail?q=roadkeeper', client)).text).toBe(before.text);
  expect((await get('/mail/state', client)).text).toBe(stateBefore.text);
  const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
  const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  for (const id of [theirs, staffs])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'resend/'],
      ['POST', 'reveal/'],
    ] as const) {
      const [theirsAnswer, unknownAnswer] = [
        await product.call(method, `/mail/${path}${id}`, { token: client }),
        await product.call(method, `/mail/${path}${unknown}`, { token: client }),
      ];
      expect([theirsAnswer.status, bare(theirsAnswer.text)]).toEqual([404, bare(unknownAnswer.text)]);
    }
  expect((await get('/mail-suppression', client)).status, 'addresses are nobody’s own').toBe(403);
  // The second wall: the database shows an organisation nothing of another, whatever is asked.
  const { orgId } = await tools.accountOf('client@roadkeeper.test');
  const seen = await transact(product.product.db, { orgId }, (db) =>
    db.query<{ org_id: string }>('select distinct org_id from mail union select distinct org_id from mail_try'),
  );
  expect(seen).toEqual([{ org_id: orgId }]);
  await expect(
    transact(product.product.db, { orgId }, (db) =>
      db.query(`insert into mail_try (id, mail_id, at) select id, id, now() from mail limit 1`),
    ),
  ).rejects.toThrow(/row-level security/);
});

test('staff who work for some clients see the mails of those', async () => {
  const { id, orgId } = await tools.accountOf('client@roadkeeper.test');
  await product.addStaff('few@roadkeeper.test', 'Support');
  await tools.sql(`update role set row_scope = 'OWN_CLIENTS' where name = 'Support'`);
  await tools.sql(`insert into user_client (user_id, org_id) select id, $2 from account where email = $1`, [
    'few@roadkeeper.test',
    orgId,
  ]);
  const few = await product.login('few@roadkeeper.test');
  const theirs = await tools.queueReset('client@roadkeeper.test', secret());
  const others = [
    await tools.queueReset('other@roadkeeper.test', secret()),
    await tools.queueReset('clerk@roadkeeper.test', secret()),
  ];
  const list = (await get('/mail?take=100', few)).json;
  expect(list.data.map((one: { id: string }) => one.id)).toContain(theirs);
  expect(list.data.every((one: { toAccountId: string }) => one.toAccountId === id)).toBe(true);
  const { counts } = (await get('/mail/state', few)).json.data;
  expect(Object.values<number>(counts).reduce((sum, count) => sum + count, 0)).toBe(list.count);
  expect((await get(`/mail/${theirs}`, few)).status).toBe(200);
  for (const one of others) expect((await get(`/mail/${one}`, few)).status).toBe(404);
  await tools.sql(`update role set row_scope = 'ALL' where name = 'Support'`);
});

test('the outbox is filtered by state, template, words and days, page by page', async () => {
  const list = async (query: string) => (await get(`/mail?${query}`)).json;
  const [one] = [
    await tools.queueReset('clerk@roadkeeper.test', secret()),
    await tools.queueReset('admin@roadkeeper.test', secret()),
  ];
  await tools.sql(`update mail set state = 'sent', sent_at = now(), cipher = null where id = $1`, [one]);
  const all = await list('take=100');
  expect(all.count).toBe(all.data.length);
  expect(
    [...all.data].sort((a: { at: string; id: string }, b: { at: string; id: string }) =>
      a.at + a.id < b.at + b.id ? 1 : -1,
    ),
  ).toEqual(all.data);
  const sent = await list('state=sent&take=100');
  expect(sent.data.map(({ id }: { id: string }) => id)).toEqual([one]);
  expect((await list('template=test')).count).toBe(0);
  expect((await list('q=CLERK+password')).count).toBeGreaterThan(0);
  expect((await list('q=clerk+nothing')).count).toBe(0);
  expect((await list('q=%25')).count, 'signs of patterns are plain signs').toBe(0);
  expect((await list('from=2026-11-21&to=2026-11-21')).count).toBe(all.count);
  expect((await list('from=2026-11-22')).count).toBe(0);
  const [second] = (await list('skip=1&take=1')).data;
  expect(second).toEqual(all.data[1]);
  const wrong = await get('/mail?state=lost&take=0&from=yesterday&nonsense=1');
  expect(wrong.status).toBe(400);
  expect(Object.keys((await get('/mail?state=lost&take=0&from=yesterday')).json.fields)).toEqual([
    'state',
    'from',
    'take',
  ]);
});

test('what a mail is made of is checked when it is queued', async () => {
  const queue = (mail: object) =>
    transact(product.product.db, everything, (db) => queueMail(db, product.product.mail, mail as NewMail<'test'>));
  const good = {
    template: 'test',
    to: { address: 'a@example.in', name: '' },
    orgId: null,
    values: { name: 'A', time: 'now' },
  };
  expect(await queue(good)).toMatch(/^[0-9a-f-]{36}$/);
  const refused: [object, RegExp][] = [
    [{ values: { name: 'A' } }, /needs a text for time/],
    [{ values: { name: 'A', time: 'now', link: 'x' } }, /has no variable link/],
    [{ expiresAt: new Date() }, /has no link that ends/],
    [
      { template: 'password-reset', values: { name: 'A', link: '/x', minutes: '1' } },
      /needs the time when its link ends/,
    ],
    ...['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', 'x', '/a b'].map(
      (link): [object, RegExp] => [
        { template: 'password-reset', expiresAt: new Date(), values: { name: 'A', link, minutes: '1' } },
        /must be a path of the product/,
      ],
    ),
  ];
  for (const [change, message] of refused)
    await expect(queue({ ...good, ...change }), JSON.stringify(change)).rejects.toThrow(message);
});

test('what no mail server takes as an address fails at once and stops no write; a domain in any script is taken', async () => {
  const queue = async (address: string) => {
    const id = await transact(product.product.db, everything, (db) =>
      queueMail(db, product.product.mail, {
        template: 'test',
        to: { address, name: '' },
        orgId: null,
        values: { name: 'A', time: 'now' },
      }),
    );
    return (await get(`/mail/${id}`)).json.data;
  };
  for (const address of [
    'a@example.in\r\nBcc: b@example.in',
    'a@example.in, b@example.in',
    '<a@example.in>',
    '"a b"@example.in',
    'आशा@example.in',
    'nobody',
    '@example.in',
    'a@',
    'a@-example.in',
  ])
    expect(await queue(address), address).toMatchObject({
      state: 'failed',
      error: 'This is no address that mail can be sent to',
      may: { resend: false },
    });
  expect(await queue('asha@सड़क.भारत')).toMatchObject({ state: 'kept', to: 'asha@xn--11bx2era.xn--h2brj9c' });
});

test('a mail that has left is sent again as a new one, without its secret', async () => {
  const sendingProduct = await startTestProduct({ mail: { smtp: smtp.settings, timeouts: shortTimeouts } });
  try {
    const token = await sendingProduct.login('admin@roadkeeper.test');
    const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      sendingProduct.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    const [template] = (await call('GET', '/mail-template')).json.data.filter(
      (one: { key: string }) => one.key === 'test',
    );
    const asked = await call('POST', `/mail-template/${template.id}/test`, {});
    expect([asked.status, asked.json.message]).toEqual([200, 'Test email sent to admin@roadkeeper.test.']);
    const work = async () => {
      while ((await sendingProduct.product.jobs.runDue()) > 0) await sendingProduct.product.mail.idle();
    };
    expect((await call('POST', `/mail/resend/${asked.json.data.id}`)).status, 'it waits').toBe(409);
    await work();
    const again = await call('POST', `/mail/resend/${asked.json.data.id}`);
    expect(again.json.data.id).not.toBe(asked.json.data.id);
    await work();
    expect(smtp.arrived.map(({ subject }) => subject)).toEqual([
      'Roadkeeper can send email',
      'Roadkeeper can send email',
    ]);
    expect(new Set(smtp.arrived.map(({ headers }) => headers['message-id'])).size).toBe(2);
    // A secret one has lost its link.
    const id = await transact(sendingProduct.product.db, everything, (db) =>
      queueMail(db, sendingProduct.product.mail, {
        template: 'account-created',
        to: { address: 'new@example.in', name: 'New' },
        orgId: null,
        values: { name: 'New', link: '/set-password#x12345678', hours: '72', by: 'Asha' },
        expiresAt: new Date(sendingProduct.clock.now().getTime() + 72 * 3_600_000),
      }),
    );
    await work();
    const refused = await call('POST', `/mail/resend/${id}`);
    expect([refused.status, refused.json.message]).toEqual([409, 'Its secret link has expired. Create a new one']);
  } finally {
    await sendingProduct.close();
  }
});
