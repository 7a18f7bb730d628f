import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
}, 60_000);
afterAll(() => product?.close());
const of = (who: 'agent' | 'client' | 'stranger', id: string) => it.call(who, 'GET', `/faq/of-reply/${id}`);

test('a reply of the desk becomes the beginning of an FAQ, with nothing else of the ticket', async () => {
  const ticket = await it.ask({ subject: 'How do I download my invoice?', description: 'CANARY of the customer' });
  const reply = await it.reply('agent', ticket['id'], 'Open the wallet <here>.\n\n1. Choose a payment\n2. Download');
  const answer = await of('agent', reply['id']);
  expect(answer.status, answer.text).toBe(200);
  const begun = answer.json.data as Json;
  expect(begun).toEqual({
    ticketId: ticket['id'],
    ticketNo: ticket['ticketNo'],
    question: 'How do I download my invoice?',
    answer: '<p>Open the wallet &lt;here&gt;.</p><ol><li><p>Choose a payment</p></li><li><p>Download</p></li></ol>',
  });
  // What it begins with is taken as it is.
  const categories = (await it.get('admin', '/faq-category?take=1')) as unknown as Json[];
  const made = await it.must(
    it.call('admin', 'POST', '/faq', {
      categoryId: categories[0]?.['id'],
      question: begun['question'],
      answer: begun['answer'],
      language: 'en',
      audience: ['CLIENT'],
      state: 'DRAFT',
      position: 900,
    }),
  );
  expect(made['answer']).toBe(begun['answer']);
});

test('words of the customer, internal notes and what was deleted are no beginning of an FAQ', async () => {
  const ticket = await it.ask();
  const asked = await it.reply('client', ticket['id'], 'I sold it in March.');
  const note = await it.note(ticket['id'], 'CANARY of the desk');
  const reply = await it.reply('agent', ticket['id'], 'Send us the sale letter.');
  await it.must(it.call('admin', 'DELETE', `/ticket-reply/${reply['id']}`));
  for (const id of [asked['id'], note['id'], reply['id'], ticket['id'], 'no-id']) {
    const answer = await of('agent', id);
    expect(answer.status, id).toBe(404);
    expect(answer.text).not.toContain('CANARY');
  }
});

test('it is for staff who may create FAQs alone', async () => {
  const ticket = await it.ask();
  const reply = await it.reply('agent', ticket['id'], 'Send us the sale letter.');
  for (const who of ['client', 'stranger'] as const) expect((await of(who, reply['id'])).status, who).toBe(403);
  const finance = await product.login('finance@roadkeeper.test');
  expect((await product.call('GET', `/faq/of-reply/${reply['id']}`, { token: finance })).status).toBe(403);
});
