import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { happened } from '#kit/server/events.ts';
import { productWriter, recordChange } from '#kit/server/history.ts';
import { admin, owner, stranger, withKeys } from '../testing/keys.ts';
import { startReceiver } from '../testing/receiver.ts';
import { eventNames, webhookLimits } from './webhook-answers.contract.ts';

let product: TestProduct;
let keys: ReturnType<typeof withKeys>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  const resolve = async (hostname: string) => {
    if (hostname === 'example.invalid') throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' });
    return [{ address: hostname === 'inside.example.in' ? '192.168.0.1' : '8.8.8.8', family: 4 }];
  };
  product = await startTestProduct({ fleet: true, webhooks: { allowLoopback: true, timeoutMs: 500, resolve } });
  keys = withKeys(product);
  receiver = await startReceiver();
});
afterAll(async () => {
  await product?.close();
  await receiver?.close();
});
beforeEach(async () => {
  await sql('delete from webhook_message');
  await sql('update webhook set deleted_at = now(), is_on = false');
  receiver.received.length = 0;
  Object.assign(receiver.answer, { status: 200, body: 'ok', headers: {}, hangs: false });
});

const sql = <Row = Record<string, unknown>>(text: string, params: (string | null)[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const orgOf = async (email: string) =>
  (await sql<{ id: string }>('select org_id as id from account where email = $1', [email]))[0]?.id ?? '';
/** Sends what is due, and waits until nothing is on its way. */
const send = async () => {
  await product.product.jobs.runDue();
  await product.product.mail.idle();
};
const make = async (body: Record<string, unknown> = {}, email = owner) => {
  const given = { name: 'Fuel card', url: receiver.url, events: eventNames, ...body };
  const answer = await keys.as(email, 'POST', '/webhook', given);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data as { id: string; secret: string };
};
/** A row of the history, as an area writes it. */
const write = async (orgId: string, change: { module: string; before: object; after: object; recordId?: string }) =>
  transact(product.product.db, everything, (db) =>
    recordChange(db, productWriter(product.clock.now()), {
      action: 'update',
      recordTitle: 'A record',
      orgId,
      recordId: '0192f3a0-0000-7000-8000-000000000001',
      ...change,
      before: { ...change.before },
      after: { ...change.after },
      fields: Object.keys(change.after),
    }),
  );
const issued = async (orgId: string) =>
  write(orgId, { module: 'challan', before: { challanStatus: 'DRAFT' }, after: { challanStatus: 'ISSUED' } });
const deliveries = async (id: string, email = owner) =>
  (await keys.as(email, 'GET', `/webhook/${id}/deliveries`)).json.data;

test('a ticket that is opened is told with a signature that the receiver can check, and stands in the log', async () => {
  const { id, secret } = await make();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const stored = JSON.stringify(await sql('select * from webhook where id = $1', [id]));
  expect(stored).not.toContain(secret.slice(6, 20));
  const [category] = (await keys.as(owner, 'GET', '/help-category?take=1')).json.data;
  const ticket = await keys.as(owner, 'POST', '/help-desk', {
    subject: 'Wrong bill',
    description: 'Please look at it',
    categoryId: category.id,
    priority: 'NORMAL',
  });
  expect(ticket.status, ticket.text).toBe(201);
  await send();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  const told = JSON.parse(body);
  expect(told).toMatchObject({
    type: 'ticket.opened',
    version: 1,
    data: { module: 'help-desk', id: ticket.json.data.id, title: expect.any(String) },
  });
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(signed)
    .digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${mac}`);
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(product.clock.now().getTime() / 1_000));
  const [one] = await deliveries(id);
  expect(one).toMatchObject({ event: 'ticket.opened', state: 'DONE', dueAt: null, body });
  expect(one.tries).toEqual([
    { at: expect.any(String), status: 200, ms: expect.any(Number), answer: 'ok', failure: null },
  ]);
});

test('each event of the history is told by its name, to the organisation that it is of and to no other', async () => {
  const [orgId, other] = [await orgOf(owner), await orgOf(stranger)];
  const own = await make();
  const theirs = await make({}, stranger);
  const cases: [string, string, object, object][] = [
    ['document.expiring', 'vehicle-kyc-doc', { reviewState: 'VERIFIED' }, { reviewState: 'EXPIRING_SOON' }],
    ['violation.confirmed', 'violation', { state: 'TO_REVIEW' }, { state: 'CONFIRMED' }],
    ['challan.issued', 'challan', { challanStatus: 'DRAFT' }, { challanStatus: 'ISSUED' }],
    ['challan.notice', 'challan', { challanStatus: 'ISSUED' }, { challanStatus: 'NOTIFIED' }],
    ['challan.cancelled', 'challan', { challanStatus: 'NOTIFIED' }, { challanStatus: 'CANCELLED' }],
    ['challan.paid', 'challan', { challanStatus: 'NOTIFIED' }, { challanStatus: 'PAID' }],
    ['ticket.resolved', 'help-desk', { requestStatus: 1 }, { requestStatus: 4 }],
  ];
  for (const [, module, before, after] of cases) {
    await write(orgId, { module, before, after });
    product.clock.move(1_000);
    // What was so already, and what is nobody's, is no news.
    await write(orgId, { module, before: after, after });
  }
  await transact(product.product.db, everything, (db) =>
    happened.raise(db, productWriter(product.clock.now()), [
      {
        event: 'trip.completed',
        key: 'one',
        at: product.clock.now(),
        orgId,
        record: { module: 'vehicle-trips', id: 'x', title: 'MH12AB1234' },
        facts: { distanceM: 1_200 },
      },
    ]),
  );
  for (let round = 0; round < 12; round += 1) await send();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type).toSorted()).toEqual(
    [...cases.map(([event]) => event), 'trip.completed'].toSorted(),
  );
  expect(receiver.received.every(({ body }) => !body.includes(other))).toBe(true);
  expect((await deliveries(own.id)).length).toBe(cases.length + 1);
  expect(await deliveries(theirs.id, stranger)).toEqual([]);
});

test('what is rolled back is not told, what is told twice is sent once, and what was not chosen not at all', async () => {
  const orgId = await orgOf(owner);
  await make({ events: ['trip.completed'] });
  const trip = (key: string) => ({
    event: 'trip.completed',
    key,
    at: product.clock.now(),
    orgId,
    record: { module: 'vehicle-trips', id: key, title: '' },
    facts: {},
  });
  const raise = (key: string, fails = false) =>
    transact(product.product.db, everything, async (db) => {
      await happened.raise(db, productWriter(product.clock.now()), [trip(key)]);
      if (fails) throw new Error('Rolled back');
    });
  await expect(raise('lost', true)).rejects.toThrow('Rolled back');
  await raise('kept');
  await raise('kept');
  await issued(orgId);
  await send();
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual(['kept']);
});

test('a message that fails is tried again for a day with growing waits, under the same id, and then given up', async () => {
  const { id } = await make();
  receiver.answer.status = 500;
  await issued(await orgOf(owner));
  const waits: number[] = [];
  await send();
  for (let tries = 1; tries < 10; tries += 1) {
    const [row] = await sql<{ due: string }>('select due_at as due from webhook_message');
    waits.push((Date.parse(row?.due ?? '') - product.clock.now().getTime()) / 60_000);
    product.clock.move(Math.ceil((waits.at(-1) ?? 0) * 60_000) - 1_000);
    await send();
    expect(receiver.received).toHaveLength(tries);
    product.clock.move(2_000);
    await send();
    expect(receiver.received).toHaveLength(tries + 1);
  }
  const steps = [1 / 6, 1, 5, 15, 60, 120, 240, 480, 480];
  for (const [at, step] of steps.entries()) {
    expect(waits[at]).toBeGreaterThanOrEqual(step * 0.8 - 0.01);
    expect(waits[at]).toBeLessThanOrEqual(step * 1.2 + 0.01);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const [one] = await deliveries(id);
  expect([one.state, one.tries.length]).toEqual(['FAILED', 10]);
  // Sent again it begins anew.
  receiver.answer.status = 204;
  expect((await keys.as(owner, 'POST', `/webhook/${id}/again/${one.id}`)).status).toBe(200);
  await send();
  expect((await deliveries(id))[0]).toMatchObject({ id: one.id, state: 'DONE' });
});

test('a process that is killed while it sends loses nothing: another sends again under the same id', async () => {
  await make();
  await issued(await orgOf(owner));
  // As it lies when whoever took it is gone: it is theirs for a minute.
  await sql(`update webhook_message set tries = 1, due_at = $1`, [
    new Date(product.clock.now().getTime() + 60_000).toISOString(),
  ]);
  await send();
  expect(receiver.received).toHaveLength(0);
  product.clock.move(61_000);
  await transact(product.product.db, everything, (db) => product.product.jobs.add(db, { name: 'webhooks' }));
  await send();
  expect(receiver.received).toHaveLength(1);
});

test('after three days without success a webhook is switched off, and its people are written to', async () => {
  const { id } = await make();
  receiver.answer.status = 503;
  const orgId = await orgOf(owner);
  for (let day = 0; day <= webhookLimits.failingDays; day += 1) {
    await issued(orgId);
    await send();
    product.clock.move(86_400_000);
  }
  for (let round = 0; round < 5; round += 1) await send();
  const [row] = (await keys.as(owner, 'GET', '/webhook')).json.data;
  expect(row).toMatchObject({ id, isOn: false, offWhy: 'No message was accepted for 3 days' });
  const mails = await sql<{ to: string }>(`select to_address as to from mail where template = 'webhook-switched-off'`);
  expect(mails.map(({ to }) => to)).toContain(owner);
  const before = receiver.received.length;
  await issued(orgId);
  await send();
  expect(receiver.received).toHaveLength(before);
  receiver.answer.status = 200;
  const { name, url, events } = row;
  expect((await keys.as(owner, 'PUT', `/webhook/${id}`, { name, url, events, isOn: true })).status).toBe(200);
  await issued(orgId);
  await send();
  expect(receiver.received).toHaveLength(before + 1);
});

test('410 Gone switches a webhook off at once; a slow receiver keeps no other waiting', async () => {
  const gone = await make({ name: 'Gone' });
  receiver.answer.status = 410;
  await issued(await orgOf(owner));
  await send();
  const [row] = (await keys.as(owner, 'GET', '/webhook?q=gone')).json.data;
  expect([row.id, row.isOn]).toEqual([gone.id, false]);
  receiver.answer.hangs = true;
  receiver.open.most = 0;
  await make({ name: 'Slow' });
  const other = await startReceiver();
  await make({ name: 'Quick', url: other.url }, stranger);
  for (let at = 0; at < 30; at += 1) {
    await issued(await orgOf(owner));
    product.clock.move(1);
  }
  await issued(await orgOf(stranger));
  await product.product.jobs.runDue();
  for (let tries = 0; other.received.length === 0 && tries < 40; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(other.received).toHaveLength(1);
  // Where one gives up, the next one comes: on a busy machine while the other receiver is still waited for.
  expect(receiver.open.most).toBe(2);
  await product.product.mail.idle();
  await other.close();
});

describe('who may', () => {
  test('another organisation’s webhooks are not there, to read, change, test, send again or delete', async () => {
    const { id } = await make();
    await issued(await orgOf(owner));
    await send();
    const [message] = await deliveries(id);
    const foreign = await make({}, stranger);
    const body = { name: 'Mine now', url: receiver.url, events: ['challan.paid'], isOn: true };
    expect((await keys.as(stranger, 'GET', '/webhook')).json.data.map((one: { id: string }) => one.id)).toEqual([
      foreign.id,
    ]);
    for (const [method, path, given] of [
      ['GET', `/webhook/${id}/deliveries`],
      ['PUT', `/webhook/${id}`, body],
      ['POST', `/webhook/${id}/test`],
      ['POST', `/webhook/${id}/again/${message.id}`],
      ['POST', `/webhook/${foreign.id}/again/${message.id}`],
      ['DELETE', `/webhook/${id}`],
    ] as const)
      expect([path, (await keys.as(stranger, method, path, given)).status]).toEqual([path, 404]);
    const [row] = (await keys.as(owner, 'GET', '/webhook')).json.data;
    expect(row).toMatchObject({ id, name: 'Fuel card', isOn: true });
  });

  test('what is sent is checked: the address, events that one may view, and a fresh password', async () => {
    const good = { name: 'Fuel card', url: receiver.url, events: ['challan.paid'] };
    const cases: [Record<string, unknown>, string, string?][] = [
      [{ name: 'x' }, 'name'],
      [{ url: 'http://example.in/x' }, 'url'],
      [{ url: 'https://169.254.169.254/latest' }, 'url'],
      [{ url: 'https://167772161/x' }, 'url'],
      [{ url: 'https://inside.example.in/x' }, 'url'],
      [{ url: `https://example.in/${'x'.repeat(500)}` }, 'url'],
      [{ events: [] }, 'events'],
      [{ events: ['challan.eaten'] }, 'events'],
      [{ secret: 'mine' }, 'secret'],
      [{ orgId: await orgOf(stranger) }, 'orgId'],
      [{}, 'orgId', admin],
    ];
    for (const [change, field, email = owner] of cases) {
      const answer = await keys.as(email, 'POST', '/webhook', { ...good, ...change });
      expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(400);
      expect(Object.keys(answer.json.fields), JSON.stringify(change)).toContain(field);
    }
    const token = await product.login(owner);
    product.clock.move(11 * 60_000);
    const late = await product.call('POST', '/webhook', { token, body: good });
    expect([late.status, late.json.code]).toEqual([403, 'prove_first']);
    const { key } = await keys.make({ scopes: { vehicle: ['view'] } });
    expect((await product.call('GET', '/webhook', { token: key })).status).toBe(403);
  });

  test('a name that leads inside is refused when it is entered, and one that is not known yet is not', async () => {
    const changed = { name: 'Fuel card', events: ['challan.paid'], isOn: true };
    const { id } = await make({ url: 'https://example.invalid/x', events: ['challan.paid'] });
    const put = (url: string, more = {}) => keys.as(owner, 'PUT', `/webhook/${id}`, { ...changed, url, ...more });
    const refused = await put('https://inside.example.in/x');
    expect([refused.status, refused.json.fields]).toEqual([
      400,
      { url: 'This name leads to an address that is not on the public internet' },
    ]);
    expect((await put('https://outside.example.in/x')).status).toBe(200);
    // Whoever finds out later can still switch it off.
    expect((await put('https://inside.example.in/x', { isOn: false })).status).toBe(200);
  });

  test('a test message is sent once, also to one that is off, and changes nothing about it', async () => {
    const { id } = await make({ events: ['challan.paid'] });
    receiver.answer.status = 500;
    expect((await keys.as(owner, 'POST', `/webhook/${id}/test`)).status).toBe(200);
    await send();
    product.clock.move(3_600_000);
    await send();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test']);
    const [row] = (await keys.as(owner, 'GET', '/webhook')).json.data;
    expect([row.isOn, row.failingSince]).toEqual([true, null]);
    expect((await keys.as(owner, 'DELETE', `/webhook/${id}`)).status).toBe(200);
    expect((await keys.as(owner, 'GET', `/webhook/${id}/deliveries`)).status).toBe(404);
  });
});
