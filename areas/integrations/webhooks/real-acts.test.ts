import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { admin, owner, withKeys } from '../testing/keys.ts';
import { eventNames } from './webhook-answers.contract.ts';

/** What people do at the doors of other areas, and what another program is told of it. */
let product: TestProduct;
let keys: ReturnType<typeof withKeys>;
let webhookId: string;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  keys = withKeys(product);
});
afterAll(() => product?.close());
beforeEach(async () => {
  const url = 'https://receiver.example.in/hooks';
  const answer = await keys.as(owner, 'POST', '/webhook', { name: 'Acts', url, events: eventNames });
  if (answer.status !== 201) throw new Error(answer.text);
  webhookId = answer.json.data.id;
});

/** What was written to be told since the webhook was made, oldest first. */
async function told(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows: { body: string }[] = (await keys.as(owner, 'GET', `/webhook/${webhookId}/deliveries`)).json.data;
  return rows.map(({ body }) => JSON.parse(body)).toReversed();
}
async function must(email: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  const answer = await keys.as(email, method, path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.json.data;
}

test('a vehicle that may not be driven any more is told of, whatever the reason, and once', async () => {
  const [vehicle] = (await must(owner, 'GET', '/vehicle?take=1&verdict=GREEN,AMBER&status=1')) as {
    id: string;
    registrationNo: string;
  }[];
  const turn = () => must(owner, 'PUT', `/vehicle/status/${vehicle?.id}`);
  await turn();
  expect((await told()).filter(({ type }) => type === 'vehicle.blocked')).toMatchObject([
    { data: { module: 'vehicle', id: vehicle?.id, title: vehicle?.registrationNo, reason: 'The vehicle is inactive' } },
  ]);
  await turn();
  expect(await told()).toHaveLength(1);
});

test('answers of the desk are told of, and not what the customer writes or the desk notes for itself', async () => {
  const [category] = (await must(owner, 'GET', '/help-category?take=1')) as { id: string }[];
  const ticket = await must(owner, 'POST', '/help-desk', {
    subject: 'Wrong bill',
    description: 'Please look at it',
    categoryId: category?.id,
    priority: 'NORMAL',
  });
  const say = (email: string, text: string, visibility: string) =>
    must(email, 'POST', `/help-desk/${ticket.id}/remarks`, { text, visibility });
  await say(owner, 'It is the one of May', 'CUSTOMER');
  await say(admin, 'Ask finance first', 'INTERNAL');
  await say(admin, 'We have corrected it', 'CUSTOMER');
  const all = await told();
  expect(all.map(({ type }) => type)).toEqual(['ticket.opened', 'ticket.answered']);
  expect(all[1]?.data).toMatchObject({ module: 'ticket-reply', ticketId: ticket.id, title: 'Wrong bill' });
  expect(JSON.stringify(all)).not.toContain('finance');
});

test('a test of an emergency says that it is one, and who raised it', async () => {
  const [vehicle] = (await must(owner, 'GET', '/vehicle?take=1&sort=-registrationNo')) as { id: string }[];
  const raise = (isTest: boolean) =>
    must(owner, 'POST', '/incident', { what: 'Siren', vehicleId: vehicle?.id, isTest });
  const [first, second] = [await raise(true), await raise(false)];
  expect(
    (await told()).map(({ type, data }) => [type, data['id'], data['isTest'], data['source'], data['vehicleId']]),
  ).toEqual([
    ['alarm.raised', first.id, true, 'APP', vehicle?.id],
    ['alarm.raised', second.id, false, 'APP', vehicle?.id],
  ]);
});

test('a payment names the transaction, which way the money went and how much it was', async () => {
  const [wallet] = (await must('finance@roadkeeper.test', 'GET', '/wallet?q=Sahyadri')) as { id: string }[];
  await must('finance@roadkeeper.test', 'POST', '/wallet/adjustment', {
    walletId: wallet?.id,
    transactionType: 1,
    amountPaise: 12_300,
    note: 'Toll paid twice',
  });
  const [one] = await told();
  expect(one).toMatchObject({
    type: 'payment.completed',
    data: {
      module: 'wallet-transaction',
      walletId: wallet?.id,
      transactionType: 1,
      amountPaise: 12_300,
      reason: 'ADJUSTMENT',
    },
  });
  const row = await must(owner, 'GET', `/wallet-transaction/${String(one?.data['id'])}`);
  expect(row.amountPaise).toBe(12_300);
});
