import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { prove } from '#areas/ledger/testing/books.ts';
import { policiesOf } from '../testing/policies.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof policiesOf>>;
let finance: string;
let wallet: string;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  it = await policiesOf(product);
  const opened = await it.post('/wallet', {}, it.as.owner);
  if (opened.status !== 201) throw new Error(opened.text);
  wallet = opened.json.data.id;
}, 60_000);
afterAll(() => product?.close());
beforeEach(async () => {
  await it.signIn();
  finance = await product.login('finance@roadkeeper.test');
});

const balance = async () => (await it.get(`/wallet/${wallet}`)).json.data.balancePaise as number;
/** As much as policies of a test cost; adjustments above the limit of one person are none of this. */
async function fill(paise: number): Promise<void> {
  for (let left = paise; left > 0; left -= 500_000) {
    const body = { walletId: wallet, transactionType: 1, amountPaise: Math.min(left, 500_000), note: 'For the test' };
    const added = await it.post('/wallet/adjustment', body, finance);
    expect(added.status, added.text).toBe(201);
  }
}
const issued = async (more: Record<string, unknown> = {}, from = '2026-11-01', to = '2027-10-31') =>
  it.made(it.fields((await it.vehicle()).id, from, to, more));
const pay = (id: string, amountPaise: number, token = it.as.owner, key?: string) =>
  product.call('POST', `/app-user-policy/pay/${id}`, {
    token,
    body: { walletId: wallet, amountPaise },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const posted = async (id: string) =>
  (
    await it.sql<{ type: number; paise: number; reason: string }>(
      'select transaction_type as type, paise, reason from wallet_transaction where about_id = $1 and status = 1 order by transaction_type desc, paise desc',
      [id],
    )
  ).map(({ type, paise, reason }) => `${type === 1 ? '+' : '-'}${paise} ${reason}`);
const cancel = (id: string, more: Record<string, unknown> = {}, token = it.desk()) =>
  it.call(
    'POST',
    `/app-user-policy/cancel/${id}`,
    { cancelledOn: '2026-12-01', reason: 'Vehicle sold', ...more },
    token,
  );
const reinstate = (id: string, token = it.desk()) =>
  it.call('POST', `/app-user-policy/reinstate/${id}`, { reason: 'Cancelled by mistake' }, token);

test('a premium is paid from the wallet exactly once, however often and by however many it is asked for', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  expect(policy).toMatchObject({ payment: 'NONE', paidPaise: 0 });
  await fill(3 * total);
  const before = await balance();
  const key = randomUUID();
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => pay(policy.id, total, it.as.owner, key)),
    ...Array.from({ length: 10 }, () => pay(policy.id, total, it.as.owner, randomUUID())),
    ...Array.from({ length: 5 }, () => pay(policy.id, total, it.desk())),
  ]);
  const paid = answers.filter(({ status }) => status === 201);
  expect(new Set(paid.map(({ json }) => json.data.id)).size).toBe(1);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(await balance()).toBe(before - total);
  expect(await posted(policy.id)).toEqual([`-${total} PREMIUM`]);
  expect(paid[0]?.json.data).toMatchObject({
    reason: 'PREMIUM',
    subject: policy.policyNo,
    amountPaise: total,
    about: { module: 'app-user-policy', id: policy.id },
  });
  expect(await it.policy(policy.id)).toMatchObject({ payment: 'WALLET', paidPaise: total });
  const again = await pay(policy.id, total);
  expect([again.status, again.json.message]).toEqual([409, 'This premium is paid']);
  const deleted = await it.call('DELETE', `/app-user-policy/${policy.id}`);
  expect(deleted.status).toBe(409);
});

test('nothing moves without the money, the right, or the amount that was seen', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(total);
  const before = await balance();
  expect((await pay(policy.id, total - 1)).json.message).toBe(
    'The amount to pay has changed. Reload the page and try again',
  );
  const stranger = await product.login('deccan@roadkeeper.test');
  const dear = await issued({ odPremiumPaise: 90_000_000 });
  const draft = await issued({ issued: false });
  const theirs = (await it.post('/wallet', {}, stranger)).json.data.id as string;
  const elsewhere = (token: string) =>
    it.call('POST', `/app-user-policy/pay/${policy.id}`, { walletId: theirs, amountPaise: total }, token);
  const seen = [
    [await pay(policy.id, total, it.as.viewer), 403],
    [await pay(policy.id, total, stranger), 404],
    [await elsewhere(it.as.owner), 404],
    [await elsewhere(it.desk()), 400],
    [await pay(dear.id, dear.totalPaise), 409],
    [await pay(draft.id, 1), 409],
    [await pay(policy.id, -5), 400],
    [await pay(policy.id, 1.5), 400],
    [await pay(randomUUID(), total), 404],
    [await pay('x', total), 404],
  ] as const;
  expect(seen.map(([{ status }]) => status)).toEqual(seen.map(([, status]) => status));
  expect(await balance()).toBe(before);
  expect([...(await posted(policy.id)), ...(await posted(dear.id))]).toEqual([]);
});

test('the premium of a cancelled policy comes back to the wallet exactly once', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(total);
  await pay(policy.id, total);
  const before = await balance();
  // Of 365 days, 335 are left on 1 December.
  const said = (await it.call('GET', `/app-user-policy/${policy.id}/cancellation?on=2026-12-01`)).json.data;
  expect(said).toEqual({
    refundPaise: Math.floor((total * 335) / 365),
    unusedDays: 335,
    claims: 0,
    payment: 'WALLET',
    paidPaise: total,
    suggested: null,
  });
  const refundPaise = said.refundPaise as number;
  // A client does not decide what an insurer gives back.
  const own = await cancel(policy.id, { refundPaise }, it.as.owner);
  expect(own.json.fields).toEqual({
    refundPaise:
      'You cannot refund to the wallet. Leave this empty: the suggested amount is passed on to those who can',
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(policy.id, { refundPaise }, finance)));
  // Finance may not change policies, the desk may; who may do both credits it.
  expect(answers.every(({ status }) => status === 403)).toBe(true);
  const admin = await product.login('admin@roadkeeper.test');
  const tries = await Promise.all(Array.from({ length: 8 }, () => cancel(policy.id, { refundPaise }, admin)));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(await balance()).toBe(before + refundPaise);
  expect(await posted(policy.id)).toEqual([`-${total} PREMIUM`, `+${refundPaise} REFUND`]);
  expect(await it.policy(policy.id)).toMatchObject({
    cancelledOn: '2026-12-01',
    refundPaise,
    payment: 'WALLET',
    paidPaise: total - refundPaise,
  });
  // The rest can be given back as well, and no more than that.
  const refund = (amountPaise: number) =>
    it.call(
      'POST',
      `/app-user-policy/refund/${policy.id}`,
      { amountPaise, note: 'As agreed with the insurer' },
      finance,
    );
  expect((await refund(total - refundPaise + 1)).status).toBe(400);
  const both = await Promise.all([refund(total - refundPaise), refund(total - refundPaise)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await balance()).toBe(before + total);
});

test('what a cancellation suggests to give back is kept for those who may refund, until they have decided on it', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(total);
  await pay(policy.id, total);
  const suggested = Math.floor((total * 335) / 365);
  const insurance = await product.login('insurance@roadkeeper.test');
  const cancelled = await cancel(policy.id, {}, insurance);
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(await it.policy(policy.id)).toMatchObject({ refundDuePaise: suggested, refundPaise: null, paidPaise: total });
  const told = async (token: string) =>
    (await it.call('GET', `/app-user-policy/${policy.id}/cancellation?on=2026-12-01`, undefined, token)).json.data;
  expect((await told(finance)).suggested).toEqual({
    refundPaise: suggested,
    unusedDays: 335,
    by: 'Kavita Deshpande',
  });
  // Clients learn the amount, and not who of the staff it was.
  expect((await told(it.as.owner)).suggested).toMatchObject({ refundPaise: suggested, by: null });
  const work = async (token: string) =>
    (await it.call('GET', '/dashboard', undefined, token)).json.data.work.find(
      ({ key }: { key: string }) => key === 'premiums-to-refund',
    );
  const before = await work(finance);
  const listed = await it.call('GET', before.to, undefined, finance);
  expect(listed.json.count).toBe(before.count);
  expect(listed.json.data.map(({ id }: { id: string }) => id)).toContain(policy.id);
  expect(await work(insurance)).toBeUndefined();
  const done = await it.call(
    'POST',
    `/app-user-policy/refund/${policy.id}`,
    { amountPaise: suggested, note: 'As suggested' },
    finance,
  );
  expect(done.status, done.text).toBe(201);
  expect(await it.policy(policy.id)).toMatchObject({ refundDuePaise: null, paidPaise: total - suggested });
  expect((await told(finance)).suggested).toBeNull();
  expect((await work(finance)).count).toBe(before.count - 1);
});

test('nothing is suggested where whoever cancels decides, and a reinstated policy suggests nothing', async () => {
  const admin = await product.login('admin@roadkeeper.test');
  const paid = async () => {
    const policy = await issued();
    await fill(policy.totalPaise);
    await pay(policy.id, policy.totalPaise);
    return policy.id as string;
  };
  const [none, back] = [await paid(), await paid()];
  expect((await cancel(none, { refundPaise: 0 }, admin)).status).toBe(200);
  expect(await it.policy(none)).toMatchObject({ refundDuePaise: null, refundPaise: 0 });
  expect((await cancel(back)).status).toBe(200);
  expect((await it.policy(back)).refundDuePaise).toBeGreaterThan(0);
  expect((await reinstate(back)).status).toBe(200);
  expect(await it.policy(back)).toMatchObject({ refundDuePaise: null, cancelledOn: null });
});

test('what the client paid to the insurer is said and posted nowhere', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(total);
  const before = await balance();
  const noted = await it.call('POST', `/app-user-policy/paid/${policy.id}`, { outside: true });
  expect(noted.json.data).toMatchObject({ payment: 'INSURER', paidPaise: 0 });
  expect((await pay(policy.id, total)).json.message).toBe('This premium was paid to the insurer');
  expect((await cancel(policy.id, { refundPaise: 5_000 })).status).toBe(200);
  expect(await it.policy(policy.id)).toMatchObject({ payment: 'INSURER', refundPaise: 5_000 });
  expect(await balance()).toBe(before);
  expect(await posted(policy.id)).toEqual([]);
});

test('what is refunded or reversed on the page of the transaction is open again on the policy', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(2 * total);
  const first = (await pay(policy.id, total)).json.data;
  const part = await it.post(
    `/wallet-transaction/${first.id}/refund`,
    { amountPaise: 1_000, note: 'Too much' },
    finance,
  );
  expect(part.status, part.text).toBe(201);
  expect(await it.policy(policy.id)).toMatchObject({ payment: 'WALLET', paidPaise: total - 1_000 });
  expect((await pay(policy.id, 1_000)).status).toBe(201);
  expect(await it.policy(policy.id)).toMatchObject({ paidPaise: total });
  // A refund that was a mistake goes out again; then it is paid too much, which comes back.
  await it.post(`/wallet-transaction/${part.json.data.id}/reverse`, { note: 'It was right' }, finance);
  expect(await it.policy(policy.id)).toMatchObject({ paidPaise: total + 1_000 });
  const over = await it.call(
    'POST',
    `/app-user-policy/refund/${policy.id}`,
    { amountPaise: 1_000, note: 'Paid twice' },
    finance,
  );
  expect(over.status, over.text).toBe(201);
  expect(await it.policy(policy.id)).toMatchObject({ paidPaise: total });
  expect((await prove(product)).state).toBe('WHOLE');
});

test('an endorsement leaves the difference to pay, or to give back', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(2 * total);
  await pay(policy.id, total);
  const endorse = (odPremiumPaise: number) =>
    it.call('POST', `/app-user-policy/endorse/${policy.id}`, {
      effectiveOn: '2026-12-01',
      reason: 'Value changed',
      changes: { odPremiumPaise },
    });
  const dearer = (await endorse(1_100_000)).json.data.totalPaise as number;
  expect((await pay(policy.id, dearer - total)).status).toBe(201);
  const cheaper = (await endorse(900_000)).json.data.totalPaise as number;
  expect((await pay(policy.id, 1)).json.message).toBe('This premium is paid');
  const back = { amountPaise: dearer - cheaper, note: 'Less value' };
  expect((await it.call('POST', `/app-user-policy/refund/${policy.id}`, back, finance)).status).toBe(201);
  expect(await it.policy(policy.id)).toMatchObject({ totalPaise: cheaper, paidPaise: cheaper });
});

test('a reinstated policy covers again and is paid again, unless another one covers the days by now', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(2 * total);
  await pay(policy.id, total);
  const admin = await product.login('admin@roadkeeper.test');
  await cancel(policy.id, { cancelledOn: '2026-11-20', refundPaise: total }, admin);
  expect(await it.policy(policy.id)).toMatchObject({ state: 'CANCELLED', paidPaise: 0 });
  const second = await it.made(it.fields(policy.vehicleId, '2026-11-21', '2027-11-20'));
  const refused = await reinstate(policy.id);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    `Own damage is covered from 21 Nov 2026 to 20 Nov 2027 by policy ${second.policyNo}`,
  ]);
  await it.call('DELETE', `/app-user-policy/${second.id}`);
  const done = await Promise.all([reinstate(policy.id), reinstate(policy.id)]);
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await it.policy(policy.id)).toMatchObject({
    state: 'ACTIVE',
    cancelledOn: null,
    cancelReason: null,
    refundPaise: null,
    payment: 'NONE',
  });
  expect((await it.shown(policy.vehicleId)).insuranceUpto).toBe('2027-10-31');
  expect((await pay(policy.id, total)).status).toBe(201);
  const versions = (await it.get(`/client/history-app-user-policy/${policy.vehicleId}`)).json.data as {
    kind: string;
    reason: string;
  }[];
  expect(versions.map(({ kind }) => kind)).toEqual(['ISSUED', 'CANCELLED', 'REINSTATED']);
  expect(versions.at(-1)?.reason).toBe('Cancelled by mistake');
  expect((await it.call('POST', `/app-user-policy/reinstate/${policy.id}`, { reason: 'x' })).status).toBe(400);
});

test('nobody moves money as somebody else: not by paying, not by cancelling', async () => {
  const policy = await issued();
  const total = policy.totalPaise as number;
  await fill(2 * total);
  await pay(policy.id, total);
  const other = await issued();
  const admin = await product.login('admin@roadkeeper.test');
  const users = (await it.call('GET', '/app-user?q=Meera', undefined, admin)).json.data;
  const acting = await it.post(
    '/session/impersonation',
    { userId: users[0].id, reason: 'To see what she sees' },
    admin,
  );
  const token = acting.json.data.accessToken as string;
  const before = await balance();
  expect((await pay(other.id, other.totalPaise, token)).status).toBe(403);
  expect((await cancel(policy.id, { refundPaise: 100 }, token)).status).toBe(403);
  expect(await balance()).toBe(before);
  expect(await it.policy(policy.id)).toMatchObject({ cancelledOn: null, paidPaise: total });
});

test('whatever breaks in the middle, the policy and the wallet say the same, and the books balance', async () => {
  const policies = [];
  for (let at = 0; at < 6; at += 1) policies.push(await issued());
  await fill(policies.reduce((sum, { totalPaise }) => sum + (totalPaise as number), 0));
  const admin = await product.login('admin@roadkeeper.test');
  const over = new AbortController();
  const killing = (async () => {
    let killed = 0;
    while (!over.signal.aborted) {
      // Connections of the product end in whatever they are doing.
      const ended = await it
        .sql(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
             and state <> 'idle' and query ilike any('{%app_user_policy%,%wallet_transaction%,%ledger_%}')`,
        )
        .catch(() => []);
      killed += ended.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return killed;
  })();
  const tried = await Promise.all(
    policies.flatMap(({ id, totalPaise }) =>
      Array.from({ length: 6 }, async (_, at) => {
        const paid = await pay(id, totalPaise, at % 2 ? it.as.owner : admin);
        // A policy is cancelled after it was paid: one that nobody came through with yet is so below.
        if (at === 5 && paid.status < 500) return (await cancel(id, { refundPaise: 10_000 }, admin)).status;
        return paid.status;
      }),
    ),
  );
  over.abort();
  expect(await killing).toBeGreaterThan(0);
  expect(tried.filter((status) => status === 500)).toEqual([]);
  for (const { id, totalPaise } of policies) {
    // What was not done for lack of a connection is done when it is asked for again.
    const now = await it.policy(id);
    if (now.cancelledOn === null && now.paidPaise === 0) expect((await pay(id, totalPaise)).status).toBe(201);
    if (now.cancelledOn === null) expect((await cancel(id, { refundPaise: 10_000 }, admin)).status).toBe(200);
    const lines = await posted(id);
    const [row] = await it.sql<{ paid: number; out: number; back: number }>(
      `select p.paid_paise as paid, coalesce(sum(x.paise) filter (where x.transaction_type = 2), 0) as out,
         coalesce(sum(x.paise) filter (where x.transaction_type = 1), 0) as back
       from app_user_policy p left join wallet_transaction x on x.about_id = p.id and x.status = 1 where p.id = $1 group by p.id`,
      [id],
    );
    expect(row && row.out - row.back).toBe(row?.paid);
    expect(lines).toEqual([`-${totalPaise} PREMIUM`, '+10000 REFUND']);
  }
  expect((await prove(product)).state).toBe('WHOLE');
}, 60_000);
