import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { textOfPdf } from '#kit/server/testing/pdf-text.ts';
import { signatureOf } from './gateway/signature.rules.ts';

const webhookSecret = 'a-secret-of-the-webhook';
let product: TestProduct;
let tokens: Record<'finance' | 'operations' | 'client' | 'viewer' | 'stranger' | 'admin', string>;
const people = {
  finance: 'finance@roadkeeper.test',
  operations: 'operations@roadkeeper.test',
  client: 'client@roadkeeper.test',
  viewer: 'viewer@roadkeeper.test',
  stranger: 'deccan@roadkeeper.test',
  admin: 'admin@roadkeeper.test',
} as const;
type Who = keyof typeof people;
let wallet: string;
let orgId: string;
beforeAll(async () => {
  product = await startTestProduct();
  await signIn();
  const opened = await post('client', '/wallet', {});
  if (opened.status !== 201) throw new Error(opened.text);
  ({ id: wallet, orgId } = opened.json.data);
}, 60_000);
afterAll(() => product?.close());
beforeEach(() => signIn());

async function signIn(): Promise<void> {
  const entries = await Promise.all(
    Object.entries(people).map(async ([who, email]) => [who, await product.login(email)] as const),
  );
  tokens = Object.fromEntries(entries) as typeof tokens;
}
const get = (who: Who, path: string) => product.call('GET', path, { token: tokens[who] });
const post = (who: Who, path: string, body: unknown = {}, key?: string) =>
  product.call('POST', path, {
    token: tokens[who],
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const balance = async (id = wallet) => (await get('admin', `/wallet/${id}`)).json.data.balancePaise as number;
/** Adds money by hand; within the limit of one person. */
const credit = (amountPaise: number, walletId = wallet) =>
  post('finance', '/wallet/adjustment', { walletId, transactionType: 1, amountPaise, note: 'For the test' });
const pay = (amountPaise: number, more: object = {}, key?: string, who: Who = 'client') =>
  post(who, '/wallet/payment', { walletId: wallet, amountPaise, reason: 'CHALLAN', subject: 'MH12-77', ...more }, key);
/** An amount that is there for sure. */
const fill = async (amountPaise: number) => expect((await credit(amountPaise)).status).toBe(201);

describe('a top-up', () => {
  const start = async (amountPaise: number, key?: string) => {
    const answer = await post('client', '/wallet/top-up', { walletId: wallet, amountPaise }, key);
    expect(answer.status, answer.text).toBe(201);
    return answer.json.data as { id: string; orderId: string; isDemo: boolean; status: number };
  };
  const played = (id: string, paid: boolean) => post('client', `/wallet-transaction/${id}/demo-payment`, { paid });

  test('is pending until the gateway reports it, then credited once', async () => {
    const before = await balance();
    const one = await start(25_000);
    expect(one).toMatchObject({ status: 0, isDemo: true, payUrl: null });
    expect(await balance()).toBe(before);
    expect((await played(one.id, true)).json.data).toMatchObject({ status: 1, balancePaise: before + 25_000 });
    expect((await played(one.id, true)).status).toBe(200);
    expect((await played(one.id, false)).json.data).toMatchObject({ status: 1 });
    expect(await balance()).toBe(before + 25_000);
  });

  test('that was declined is failed, and credited when the second try goes through', async () => {
    const before = await balance();
    const one = await start(300);
    expect((await played(one.id, false)).json.data).toMatchObject({ status: 2, why: 'The payment was declined' });
    expect(await balance()).toBe(before);
    expect((await played(one.id, true)).json.data).toMatchObject({ status: 1, why: null });
    expect(await balance()).toBe(before + 300);
  });

  test('asked for twice with one key is one, and another with the key is refused', async () => {
    const key = randomUUID();
    const [one, again] = [await start(500, key), await start(500, key)];
    expect(again.id).toBe(one.id);
    const other = await post('client', '/wallet/top-up', { walletId: wallet, amountPaise: 501 }, key);
    expect(other.status).toBe(422);
  });
});

describe('a payment', () => {
  test('takes from the wallet, by whoever may, and never more than there is', async () => {
    await fill(10_000);
    const before = await balance();
    const paid = await pay(4_000);
    expect(paid.status, paid.text).toBe(201);
    expect(paid.json).toMatchObject({
      message: 'Payment completed.',
      data: { transactionType: 2, status: 1, amountPaise: 4_000, balancePaise: before - 4_000, madeBy: 'Meera Joshi' },
    });
    const tooMuch = await pay(before);
    expect([tooMuch.status, tooMuch.json.message]).toEqual([409, 'Insufficient funds']);
    expect(await balance()).toBe(before - 4_000);
    expect((await pay(100, {}, undefined, 'viewer')).status).toBe(403);
    expect((await pay(100, {}, undefined, 'stranger')).status).toBe(404);
    for (const amountPaise of [0, -100, 99, 1.5, '100', 100_000_001])
      expect((await pay(amountPaise as number)).status, String(amountPaise)).toBe(400);
  });

  test('with one key, a thousand times at once, is one payment', async () => {
    await fill(1_000);
    const [before, key] = [await balance(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => pay(100, {}, key)));
    const codes = new Set(answers.map(({ status }) => status));
    expect([...codes].filter((status) => ![201, 409, 429, 503].includes(status))).toEqual([]);
    expect(await balance()).toBe(before - 100);
    expect((await pay(101, {}, key)).status).toBe(422);
  });

  test('whose key the server has forgotten is still the same one', async () => {
    await fill(1_000);
    const key = randomUUID();
    expect((await pay(100, {}, key)).status).toBe(201);
    const before = await balance();
    await transact(product.product.db, everything, (db) => db.query('delete from idempotency where key = $1', [key]));
    const again = await pay(100, {}, key);
    expect(again.status).toBe(409);
    expect(await balance()).toBe(before);
  });
});

describe('a hold', () => {
  test('keeps money from being spent until it is captured or voided', async () => {
    await fill(5_000);
    const before = await balance();
    const held = await pay(before - 1_000, { holdHours: 2 });
    expect(held.json.data).toMatchObject({ status: 0, isHold: true });
    expect((await get('client', `/wallet/${wallet}`)).json.data).toMatchObject({
      balancePaise: before,
      availablePaise: 1_000,
    });
    expect((await pay(1_001)).status).toBe(409);
    const { id } = held.json.data;
    expect((await post('client', `/wallet-transaction/${id}/capture`)).status).toBe(403);
    const taken = await post('finance', `/wallet-transaction/${id}/capture`, { amountPaise: 1_500 });
    expect(taken.json.data).toMatchObject({ status: 1, capturedPaise: 1_500, balancePaise: before - 1_500 });
    expect((await post('finance', `/wallet-transaction/${id}/capture`, { amountPaise: 200 })).status).toBe(409);
    const other = await pay(500, { holdHours: 1 });
    const dropped = await post('client', `/wallet-transaction/${other.json.data.id}/void`);
    expect(dropped.json.data).toMatchObject({ status: 4 });
    expect((await get('client', `/wallet/${wallet}`)).json.data).toMatchObject({ heldPaise: 0 });
  });

  test('that nobody took is over when its time is', async () => {
    await fill(1_000);
    const held = await pay(1_000, { holdHours: 1 });
    await product.product.planJobs();
    product.clock.move(3_600_000);
    await signIn();

    await product.product.jobs.runDue();
    const { data } = (await get('client', `/wallet-transaction/${held.json.data.id}`)).json;
    expect(data).toMatchObject({ status: 4, why: expect.stringContaining('Expired on') });
    expect((await get('client', `/wallet/${wallet}`)).json.data).toMatchObject({ heldPaise: 0 });
  });
});

describe('what is given back', () => {
  test('is at most what is left, and a double click is one refund', async () => {
    await fill(10_000);
    const { id } = (await pay(8_000)).json.data;
    const before = await balance();
    const refund = (body: object, key?: string, who: Who = 'finance') =>
      post(who, `/wallet-transaction/${id}/refund`, { note: 'Cancelled', ...body }, key);
    expect((await refund({}, undefined, 'client')).status).toBe(403);
    const key = randomUUID();
    const [one, two] = await Promise.all([refund({ amountPaise: 3_000 }, key), refund({ amountPaise: 3_000 }, key)]);
    expect([one.status, two.json.data.id]).toEqual([201, one.json.data.id]);
    expect((await refund({ amountPaise: 5_001 })).json.message).toBe('This is more than what is left');
    const rest = await Promise.all(Array.from({ length: 8 }, () => refund({})));
    expect(rest.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balance()).toBe(before + 8_000);
    const again = await refund({});
    expect([again.status, again.json.message]).toEqual([409, 'This transaction was already refunded']);
    const { data } = (await get('client', `/wallet-transaction/${id}`)).json;
    expect(data).toMatchObject({ refundedPaise: 8_000, can: { refund: false, reverse: false } });
    expect(data.returns).toHaveLength(2);
  });

  test('by a reversal is all of it, once', async () => {
    await fill(2_000);
    const { id } = (await pay(2_000)).json.data;
    const before = await balance();
    const reverse = () => post('finance', `/wallet-transaction/${id}/reverse`, { note: 'Wrong wallet' });
    const [one, two] = [await reverse(), await reverse()];
    expect([one.status, two.status]).toEqual([201, 409]);
    expect(await balance()).toBe(before + 2_000);
    expect((await get('client', `/wallet-transaction/${id}`)).json.data).toMatchObject({ status: 3 });
  });
});

describe('an adjustment above the limit', () => {
  test('is told to staff who may approve it, but not to who asked, and to no client', async () => {
    const id = await ask();
    await product.product.jobs.runDue();
    const told = await product.product.db.transact(everything, (db) =>
      db.query<{ email: string; title: string }>(
        `select a.email, n.params->>'amount' as title from notice n join account a on a.id = n.account_id
         where n.topic = 'wallet-approval' and n.link = $1 order by a.email`,
        [`/wallet/transaction/${id}`],
      ),
    );
    const emails = told.map(({ email }) => email);
    expect(emails).toContain('admin@roadkeeper.test');
    for (const not of ['finance@roadkeeper.test', 'client@roadkeeper.test']) expect(emails).not.toContain(not);
    expect(told[0]?.title).toBe('₹5,000.01');
    expect((await post('operations', `/wallet-transaction/${id}/decline`, { note: 'Only a test' })).status).toBe(200);
  });
  const ask = async () => {
    const answer = await post('finance', '/wallet/adjustment', {
      walletId: wallet,
      transactionType: 1,
      amountPaise: 500_001,
      note: 'Migrated balance',
    });
    expect(answer.json).toMatchObject({
      message: 'Adjustment sent for approval.',
      data: { status: 0, needsApproval: true },
    });
    return answer.json.data.id as string;
  };

  test('moves nothing until another person approves it', async () => {
    const [before, id] = [await balance(), await ask()];
    expect(await balance()).toBe(before);
    const own = await post('finance', `/wallet-transaction/${id}/approve`);
    expect([own.status, own.json.message]).toEqual([409, 'Another person has to approve what you have asked for']);
    expect((await post('client', `/wallet-transaction/${id}/approve`)).status).toBe(403);
    const approved = await post('operations', `/wallet-transaction/${id}/approve`);
    expect(approved.json.data).toMatchObject({ status: 1, madeBy: 'Suresh Pillai', decidedBy: 'Farida Shaikh' });
    expect((await post('admin', `/wallet-transaction/${id}/approve`)).status).toBe(409);
    expect(await balance()).toBe(before + 500_001);
  });

  test('can be declined, with a reason, and stays so', async () => {
    const [before, id] = [await balance(), await ask()];
    expect((await get('operations', '/wallet-transaction?approval=1')).json.count).toBe(1);
    const declined = await post('operations', `/wallet-transaction/${id}/decline`, { note: 'No record of it' });
    expect(declined.json.data).toMatchObject({ status: 4, why: 'No record of it' });
    expect((await post('operations', `/wallet-transaction/${id}/approve`)).status).toBe(409);
    expect(await balance()).toBe(before);
  });
});

describe('what is shown', () => {
  test('the two lists of the specification answer the same, narrowed as asked', async () => {
    const all = (await get('admin', '/wallet-transaction?status=1')).json;
    expect(all.count).toBeGreaterThan(5);
    expect(all.data.every((row: { status: number }) => row.status === 1)).toBe(true);
    const credits = (await get('client', '/client/wallet-transaction?transactionType=1&status=1')).json;
    expect(credits.data.length).toBeGreaterThan(2);
    for (const row of credits.data) expect(row).toMatchObject({ transactionType: 1, status: 1, orgId });
    const twin = (await get('client', '/wallet-transaction?transactionType=1&status=1')).json;
    expect(twin).toEqual(credits);
    expect((await get('client', '/wallet-transaction?status=7')).status).toBe(400);
    expect((await get('client', '/wallet-transaction?unknown=1')).status).toBe(400);
    expect((await get('stranger', '/client/wallet-transaction')).json).toMatchObject({ data: [], count: 0 });
  });

  test('a transaction shows both sides of it, that of the house without its balance to clients', async () => {
    await fill(1_000);
    const { id } = (await pay(1_000)).json.data;
    const client = (await get('client', `/wallet-transaction/${id}`)).json.data;
    expect(client.postings).toEqual([
      {
        account: 'wallet',
        isWallet: true,
        paise: -1_000,
        balancePaise: client.balancePaise,
        seq: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { account: 'house:challan', isWallet: false, paise: 1_000, balancePaise: null, seq: null, hash: null },
    ]);
    const staff = (await get('finance', `/wallet-transaction/${id}`)).json.data;
    expect(staff.postings[1]).toMatchObject({
      paise: 1_000,
      balancePaise: expect.any(Number),
      seq: expect.any(Number),
    });
    expect((await get('stranger', `/wallet-transaction/${id}`)).status).toBe(404);
  });

  test('a statement goes page by page, agrees with the wallet, and is exported whole', async () => {
    const { entries, balancePaise } = (await get('client', `/wallet/${wallet}`)).json.data;
    const seen: { seq: number; paise: number; balancePaise: number }[] = [];
    for (let before = ''; ; before = `&before=${seen.at(-1)?.seq}`) {
      const { data } = (await get('client', `/wallet/${wallet}/statement?take=7${before}`)).json;
      expect(data).toMatchObject({ openingPaise: 0, closingPaise: balancePaise });
      seen.push(...data.lines);
      if (data.lines.length < 7) break;
    }
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: entries }, (_, at) => entries - at));
    expect(seen.reduce((sum, { paise }) => sum + paise, 0)).toBe(balancePaise);
    const day = (await get('client', `/wallet/${wallet}/statement?from=2026-11-20&to=2026-11-20`)).json.data;
    expect(day).toMatchObject({ openingPaise: 0, closingPaise: 0, lines: [] });
    const file = await post('client', `/wallet/${wallet}/statement/export`, { format: 'csv' });
    expect(file.text.trim().split('\r\n')).toHaveLength(entries + 1);
    expect((await post('viewer', `/wallet/${wallet}/statement/export`, { format: 'csv' })).status).toBe(403);
    expect((await get('stranger', `/wallet/${wallet}/statement`)).status).toBe(404);
  });

  test('a statement is a PDF as well, with its balances and each line, of as many days as one reads on paper', async () => {
    const file = await post('client', `/wallet/${wallet}/statement/export`, { format: 'pdf', from: '2026-11-01' });
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('application/pdf');
    const { balancePaise } = (await get('client', `/wallet/${wallet}`)).json.data;
    const text = await textOfPdf(file.raw);
    expect(text).toContain('Wallet statement');
    expect(text).toContain(moneyText(balancePaise));
    const { lines } = (await get('client', `/wallet/${wallet}/statement?take=100`)).json.data;
    for (const { ref } of lines) expect(text).toContain(ref);
    expect((await post('viewer', `/wallet/${wallet}/statement/export`, { format: 'pdf' })).status).toBe(403);
    expect((await post('stranger', `/wallet/${wallet}/statement/export`, { format: 'pdf' })).status).toBe(404);
    expect((await post('client', `/wallet/${wallet}/statement/export`, { format: 'docx' })).status).toBe(400);
  });

  test('the books balance, which staff see and clients do not', async () => {
    expect((await post('finance', '/wallet/books/proof')).status).toBe(200);
    await product.product.jobs.runDue();
    const { data } = (await get('finance', '/wallet/books')).json;
    expect(data).toMatchObject({ sumPaise: 0, heldPaise: 0 });
    expect(data.proofs[0]).toMatchObject({ state: 'WHOLE', faults: [], sumPaise: 0 });
    expect(data.proofs[0].postings).toBeGreaterThan(20);
    expect((await get('client', '/wallet/books')).status).toBe(403);
  });

  test('a wallet is opened once, for one’s own organisation and its people only', async () => {
    expect((await post('client', '/wallet')).json.data.id).toBe(wallet);
    const [user] = (await get('client', '/app-user?take=1')).json.data;
    const opened = await post('client', '/wallet', { appUserId: user.id });
    expect(opened.json.data).toMatchObject({ orgId, appUserId: user.id, appUser: user.name, balancePaise: 0 });
    expect((await post('stranger', '/wallet', { appUserId: user.id })).status).toBe(404);
    expect((await post('stranger', '/wallet', { orgId })).status).toBe(404);
    expect((await post('finance', '/wallet')).status).toBe(400);
    expect((await get('client', '/wallet')).json.count).toBe(2);
    expect((await get('stranger', `/wallet/${wallet}`)).status).toBe(404);
  });
});

test('nobody moves money as somebody else', async () => {
  const { data } = (await get('admin', '/app-user?q=Meera')).json;
  const acting = await post('admin', '/session/impersonation', { userId: data[0].id, reason: 'To see what she sees' });
  const token = acting.json.data.accessToken as string;
  const { id } = (await get('admin', '/wallet-transaction?status=1&take=1')).json.data[0];
  const before = await balance();
  const body = { walletId: wallet, amountPaise: 100 };
  for (const [path, sent] of [
    ['/wallet/payment', { ...body, reason: 'FEE', subject: 'x' }],
    ['/wallet/top-up', body],
    ['/wallet/adjustment', { ...body, transactionType: 1, note: 'x' }],
    [`/wallet-transaction/${id}/refund`, { note: 'x' }],
    [`/wallet-transaction/${id}/reverse`, { note: 'x' }],
    [`/wallet-transaction/${id}/void`, {}],
    [`/wallet-transaction/${id}/capture`, {}],
    [`/wallet-transaction/${id}/approve`, {}],
    ['/wallet', {}],
  ] as const) {
    const answer = await product.call('POST', path, { token, body: sent });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  const seen = await product.call('GET', `/wallet/${wallet}`, { token });
  expect(seen.json.data.balancePaise).toBe(before);
});

test('a message of the gateway is believed by its signature alone', async () => {
  const body = JSON.stringify({ event: 'payment.captured', payload: {} });
  const say = (headers: Record<string, string>) =>
    product.call('POST', '/wallet/gateway-event', {
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  for (const headers of [
    {},
    { 'x-razorpay-signature': 'no' },
    { 'x-razorpay-signature': signatureOf(body, webhookSecret), 'x-razorpay-event-id': 'e1' },
  ])
    expect((await say(headers)).status).toBe(400);
});
