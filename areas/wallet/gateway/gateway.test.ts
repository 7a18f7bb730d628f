import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { prove } from '#areas/ledger/testing/books.ts';
import { openPayments } from './payments.ts';
import { signatureOf } from './signature.rules.ts';

const webhookSecret = 'a secret of the webhook';
/** What stands in for the gateway's own server. */
let gateway: Server;
let answers: { status: number; body: string };
/** Holds the gateway's answers back until it is called. */
let hold: Promise<void> | undefined;
const given = new Map<string, object>();
const heard: { authorization: string | undefined; body: { amount: number; reference_id: string } }[] = [];
let links = 0;
let product: TestProduct;
let token: string;
let wallet: string;
beforeAll(async () => {
  gateway = createServer((request, reply) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => void answered(request, reply, body));
  });
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  const apiUrl = new URL(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/v1/`);
  product = await startTestProduct({ payments: { keyId: 'rzp_test_1', keySecret: 'key', webhookSecret, apiUrl } });
  token = await product.login('client@roadkeeper.test');
  wallet = (await product.call('POST', '/wallet', { token, body: {} })).json.data.id;
  answers = { status: 200, body: '' };
}, 60_000);
afterAll(async () => {
  await product?.close();
  gateway?.close();
});

/** What the gateway does with a call: it makes a link once for each reference, and shows those that it has made. */
async function answered(request: IncomingMessage, reply: ServerResponse, body: string): Promise<void> {
  const reply400 = JSON.stringify({
    error: { description: 'payment link with given reference_id already exists' },
  });
  const send = (status: number, text: string) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(text);
  if (request.method === 'GET') {
    const ref = new URL(request.url ?? '', 'http://x').searchParams.get('reference_id') ?? '';
    send(200, JSON.stringify({ payment_links: given.has(ref) ? [given.get(ref)] : [] }));
    return;
  }
  const asked = JSON.parse(body);
  heard.push({ authorization: request.headers.authorization, body: asked });
  if (given.has(asked.reference_id)) {
    send(400, reply400);
    return;
  }
  links += 1;
  const made = { id: `plink_${links}`, short_url: `https://rzp.io/i/${links}`, ...asked };
  if (answers.body === '') given.set(asked.reference_id, made);
  await hold;
  send(answers.status, answers.body || JSON.stringify(made));
}

const balance = async (): Promise<number> =>
  (await product.call('GET', `/wallet/${wallet}`, { token })).json.data.balancePaise;
const topUp = async (amountPaise: number) => {
  const answer = await product.call('POST', '/wallet/top-up', { token, body: { walletId: wallet, amountPaise } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data as { id: string; orderId: string; payUrl: string; ref: string };
};
let events = 0;
interface Notice {
  event?: string;
  orderId: string;
  paymentId?: string;
  paise: number;
  currency?: string;
}
const bodyOf = ({ event = 'payment_link.paid', orderId, paymentId = 'pay_1', paise, currency = 'INR' }: Notice) =>
  JSON.stringify({
    event,
    payload: {
      payment: { entity: { id: paymentId, amount: paise, currency, error_description: 'Not enough money' } },
      payment_link: { entity: { id: orderId } },
    },
  });
/** Tells the product what the gateway would, signed as it signs. */
const tell = (notice: Notice, { eventId = `event_${(events += 1)}`, signature = '' } = {}) => {
  const payload = bodyOf(notice);
  return product.call('POST', '/wallet/gateway-event', {
    payload,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': signature || signatureOf(payload, webhookSecret),
    },
  });
};
const statusOf = async (id: string) =>
  (await product.call('GET', `/wallet-transaction/${id}`, { token })).json.data.status as number;

describe('a payment at the gateway', () => {
  test('is asked for with the key of the installation, and paid on the gateway’s page', async () => {
    const one = await topUp(12_345);
    expect(one).toMatchObject({ orderId: `plink_${links}`, payUrl: `https://rzp.io/i/${links}`, isDemo: false });
    expect(heard.at(-1)).toMatchObject({
      authorization: `Basic ${Buffer.from('rzp_test_1:key').toString('base64')}`,
      body: { amount: 12_345, currency: 'INR', reference_id: one.ref },
    });
  });

  test('that the gateway does not answer to is refused, and leaves nothing', async () => {
    const count = async () => (await product.call('GET', '/wallet-transaction', { token })).json.count as number;
    const before = await count();
    for (const wrong of [
      { status: 500, body: '{}' },
      { status: 200, body: 'no JSON' },
      { status: 200, body: '{"id":1}' },
    ]) {
      answers = wrong;
      const answer = await product.call('POST', '/wallet/top-up', {
        token,
        body: { walletId: wallet, amountPaise: 100 },
      });
      expect(answer.status).toBe(503);
    }
    answers = { status: 200, body: '' };
    expect(await count()).toBe(before);
  });
});

describe('a gateway that is slow or cut off', () => {
  const start = (key: string) =>
    product.call('POST', '/wallet/top-up', {
      token,
      body: { walletId: wallet, amountPaise: 700 },
      headers: { 'idempotency-key': key },
    });

  test('holds no connection of the database while it is waited for', async () => {
    let letGo = () => {};
    hold = new Promise((done) => (letGo = done));
    const before = heard.length;
    const waiting = Array.from({ length: 4 }, (_, number) => start(`slow-${number}`));
    await expect.poll(() => heard.length).toBe(before + 4);
    const [busy] = await product.product.db.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(busy?.count).toBe(0);
    letGo();
    hold = undefined;
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(201);
  });

  test('has made the payment before the answer was lost: asked again with the key, it is the same one', async () => {
    // The gateway has made the link, and nobody heard of it.
    answers = { status: 500, body: '' };
    expect((await start('cut-off')).status).toBe(503);
    answers = { status: 200, body: '' };
    const again = await start('cut-off');
    expect(again.status, again.text).toBe(201);
    expect(again.json.data).toMatchObject({ orderId: `plink_${links}`, payUrl: `https://rzp.io/i/${links}` });
    const calls = heard.length;
    const replayed = await start('cut-off');
    expect(replayed.json.data).toEqual(again.json.data);
    expect(heard.length).toBe(calls);
  });
});

describe('a message of the gateway', () => {
  test('that is told again and again, by one event or several, credits once', async () => {
    const [before, one] = [await balance(), await topUp(5_000)];
    const notice = { orderId: one.orderId, paymentId: 'pay_twice', paise: 5_000 };
    const same = await Promise.all(Array.from({ length: 20 }, () => tell(notice, { eventId: 'event_same' })));
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
    for (const event of ['payment.captured', 'order.paid', 'payment_link.paid'])
      expect((await tell({ ...notice, event })).status).toBe(200);
    expect(await balance()).toBe(before + 5_000);
    expect(await statusOf(one.id)).toBe(1);
  });

  test('that comes in the wrong order or late ends in what was paid', async () => {
    const [before, late, failed] = [await balance(), await topUp(300), await topUp(400)];
    // Paid first, and the failure of an earlier try after it.
    await tell({ orderId: late.orderId, paymentId: 'pay_late', paise: 300 });
    await tell({ orderId: late.orderId, paymentId: 'pay_before', paise: 300, event: 'payment.failed' });
    expect(await statusOf(late.id)).toBe(1);
    await tell({ orderId: failed.orderId, paymentId: 'pay_no', paise: 400, event: 'payment.failed' });
    await tell({ orderId: failed.orderId, paymentId: 'pay_no', paise: 400, event: 'payment.failed' });
    expect(await statusOf(failed.id)).toBe(2);
    product.clock.move(30 * 86_400_000);
    await tell({ orderId: failed.orderId, paymentId: 'pay_weeks_later', paise: 400 });
    token = await product.login('client@roadkeeper.test');
    expect(await statusOf(failed.id)).toBe(1);
    expect(await balance()).toBe(before + 700);
  });

  test('that is forged, changed on its way or of another gateway changes nothing', async () => {
    const [before, one] = [await balance(), await topUp(900)];
    const notice = { orderId: one.orderId, paymentId: 'pay_forged', paise: 900 };
    const right = signatureOf(bodyOf(notice), webhookSecret);
    for (const signature of [
      'x',
      right.toUpperCase(),
      right.slice(1),
      signatureOf(bodyOf(notice), 'another secret!!'),
      signatureOf(bodyOf({ ...notice, paise: 90_000 }), webhookSecret),
    ])
      expect((await tell(notice, { signature })).status, signature).toBe(400);
    expect((await tell(notice, { eventId: ' ' })).status).toBe(400);
    expect(await balance()).toBe(before);
    expect(await statusOf(one.id)).toBe(0);
  });

  test('of another amount, currency or order credits nothing', async () => {
    const [before, one] = [await balance(), await topUp(900)];
    for (const wrong of [
      { paise: 899 },
      { paise: 90_000 },
      { currency: 'USD' },
      { orderId: 'plink_nobody' },
      { event: 'refund.created' },
    ])
      expect((await tell({ orderId: one.orderId, paymentId: 'pay_wrong', paise: 900, ...wrong })).status).toBe(200);
    expect(await balance()).toBe(before);
    const outcomes = await product.product.db.query<{ outcome: string }>(
      `select outcome from wallet_gateway_event where payment_id = 'pay_wrong' order by received_at, id`,
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'IGNORED',
      'UNKNOWN_ORDER',
      'WRONG_AMOUNT',
      'WRONG_AMOUNT',
      'WRONG_AMOUNT',
    ]);
  });

  test('is compared with the settlement file, line by line', async () => {
    const staff = await product.login('finance@roadkeeper.test');
    const one = await topUp(1_100);
    const content = [
      'entity_id,type,amount,fee,order_id',
      'pay_twice,payment,50.00,1.18,',
      'pay_late,payment,"3.50",0.10,',
      'pay_twice,payment,50.00,1.18,',
      `pay_lost,payment,11.00,0.20,${one.orderId}`,
      'pay_stranger,payment,"1,250.00",20,',
      'trf_1,transfer,99.00,,',
    ].join('\n');
    const send = () =>
      product.call('POST', '/wallet/settlement', { token: staff, body: { fileName: 'november.csv', content } });
    const { status, json, text } = await send();
    expect(status, text).toBe(201);
    const found = json.data.found.toSorted((a: { line: number }, b: { line: number }) => a.line - b.line);
    expect(found.map(({ line, state }: { line: number; state: string }) => `${line} ${state}`)).toEqual([
      '2 MATCHED',
      '3 WRONG_AMOUNT',
      '4 REPEATED',
      '5 NOT_CREDITED',
      '6 UNKNOWN',
    ]);
    expect(json.data).toMatchObject({ matched: 1, wrong: 4, lines: 5, paise: 136_450, feePaise: 2_266 });
    expect((await send()).status).toBe(409);
    for (const bad of ['a,b\n1,2\n', 'entity_id,amount\npay_1,ten\n', 'entity_id,amount\n'])
      expect(
        (
          await product.call('POST', '/wallet/settlement', {
            token: staff,
            body: { fileName: 'bad.csv', content: bad },
          })
        ).status,
      ).toBe(400);
  });

  test('which follows what is credited later, takes as many lines as it says, and no payment as settled twice', async () => {
    const staff = await product.login('finance@roadkeeper.test');
    const one = await topUp(2_300);
    const send = async (lines: readonly string[]) =>
      product.call('POST', '/wallet/settlement', {
        token: staff,
        body: { fileName: 'december.csv', content: ['entity_id,type,amount,fee,order_id', ...lines].join('\n') },
      });
    const line = (rupees: string, order = one.orderId) => `pay_after,payment,${rupees},0.20,${order}`;
    const imported = async (rupees: string) => {
      const answer = await send([line(rupees)]);
      expect(answer.status, answer.text).toBe(201);
      return answer.json.data.id as string;
    };
    const stateOf = async (id: string) => {
      const { found, matched, wrong } = (await product.call('GET', `/wallet/settlement/${id}`, { token: staff })).json
        .data;
      return [found[0].state, matched, wrong, found[0].creditedPaise];
    };
    const files = [await imported('22.00'), await imported('23.00'), await imported('23.0')];
    expect(await Promise.all(files.map(stateOf))).toEqual(files.map(() => ['NOT_CREDITED', 0, 1, null]));
    expect((await tell({ orderId: one.orderId, paymentId: 'pay_after', paise: 2_300 })).status).toBe(200);
    expect(await Promise.all(files.map(stateOf))).toEqual([
      ['WRONG_AMOUNT', 0, 1, 2_300],
      ['MATCHED', 1, 0, 2_300],
      ['REPEATED', 0, 1, 2_300],
    ]);
    const other = (at: number) => `pay_many_${at},payment,1.00,0,`;
    const most = Array.from({ length: 5_000 }, (_, at) => other(at));
    const whole = await send(most);
    expect(whole.status, whole.text).toBe(201);
    const refused = await send([...most, other(5_000)]);
    expect([refused.status, refused.json.fields]).toEqual([400, { content: 'At most 5,000 lines' }]);
    // A payment that an earlier file listed before it was known is compared by what it is now.
    const late = await topUp(100);
    expect((await tell({ orderId: late.orderId, paymentId: 'pay_many_7', paise: 100 })).status).toBe(200);
    const again = await send([other(7), 'pay_many_8,payment,1.00,0.0,']);
    expect(again.json.data.found.map(({ state }: { state: string }) => state).sort()).toEqual(['REPEATED', 'UNKNOWN']);
  });

  test('leaves the books in balance', async () => {
    expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0 });
  });
});

describe('the made-up gateway', () => {
  test('exists in the demo alone, and where no real one is set up', () => {
    expect(openPayments(undefined, true)).toMatchObject({ fake: expect.anything() });
    expect(openPayments(undefined, false)).toEqual({});
    const real = { keyId: 'rzp_live_1', keySecret: 'k', webhookSecret };
    expect(openPayments(real, true).fake).toBeUndefined();
  });
});
