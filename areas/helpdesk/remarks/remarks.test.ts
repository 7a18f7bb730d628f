import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { formOf } from '#areas/people/testing/form.ts';
import { deskOf } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const remark = (who: 'agent' | 'client' | 'stranger', id: string, body: unknown, headers = {}) =>
  it.call(who, 'POST', `/help-desk/${id}/remarks`, body, headers);

test('a remark is a reply that the customer reads or a note for the desk, with files, once', async () => {
  const { id } = await it.ask();
  const note = await remark('agent', id, { text: 'CANARY-2290 is known to us.', visibility: 'INTERNAL' });
  expect([note.status, note.json.message], note.text).toEqual([201, 'Note saved.']);
  product.clock.move(1);
  const reply = await product.call('POST', `/help-desk/${id}/remarks`, {
    token: it.tokens.agent,
    ...(await formOf({ text: 'Please see the picture.', visibility: 'CUSTOMER' }, 'attachment')),
  });
  expect([reply.status, reply.json.message], reply.text).toEqual([201, 'Reply sent.']);
  expect(reply.json.data).toMatchObject({ ticketId: id, visibility: 'CUSTOMER', text: 'Please see the picture.' });
  const key = { 'idempotency-key': 'remark-once' };
  const body = { text: 'Thank you.', visibility: 'CUSTOMER' };
  const [first, again] = [await remark('client', id, body, key), await remark('client', id, body, key)];
  expect([first.status, again.json.data.id]).toEqual([201, first.json.data.id]);
  const said = async (who: 'agent' | 'client') =>
    (await it.talk(id, who))
      .filter(({ kind }) => kind !== 'STATUS')
      .map(({ kind, text, attachments }) => [kind, text, attachments.length]);
  const open = [
    ['REPLY', 'Please see the picture.', 1],
    ['REPLY', 'Thank you.', 0],
  ];
  expect(await said('agent')).toEqual([['NOTE', 'CANARY-2290 is known to us.', 0], ...open]);
  expect(await said('client')).toEqual(open);
  // A reply turns the ticket as ever.
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 1, firstRepliedAt: expect.any(String) });
});

test('customers write no internal remark, and nobody writes where they see no ticket', async () => {
  const { id } = await it.ask();
  expect((await remark('client', id, { text: 'For us', visibility: 'INTERNAL' })).status).toBe(403);
  expect((await remark('stranger', id, { text: 'Hello', visibility: 'CUSTOMER' })).status).toBe(404);
  const wrong = await remark('agent', id, { text: ' ', visibility: 'ALL' });
  expect([wrong.status, wrong.json.fields]).toEqual([
    400,
    { text: 'Write something', visibility: 'Must be INTERNAL or CUSTOMER' },
  ]);
  const more = await remark('agent', id, { text: 'Hello', visibility: 'CUSTOMER', orgId: id });
  expect([more.status, Object.keys(more.json.fields ?? {})]).toEqual([400, ['orgId']]);
  await it.must(it.turn('agent', id, 5));
  expect((await remark('client', id, { text: 'More', visibility: 'CUSTOMER' })).status).toBe(409);
});
