import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, follow, listen, type Said, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { startChallans } from '../testing/challans.ts';
import { newsTopic } from './challan-news.contract.ts';

let its: Awaited<ReturnType<typeof startChallans>>;
let url: string;
beforeAll(async () => {
  its = await startChallans();
  url = await listen(its.product);
}, 120_000);
afterAll(() => its?.close());

const heard = (socket: TestSocket): Said[] => socket.said.filter(({ type }) => type === 'data');

it('a client hears of a notice as it comes and of what becomes of it, and no other client does', async () => {
  const { id } = await its.issued();
  await its.product.product.jobs.runDue();
  const open = async (email: string) => {
    const socket = await enter(its.product, url, await its.product.login(`${email}@roadkeeper.test`));
    return { socket, answer: await follow(socket, newsTopic) };
  };
  const [own, other, stranger] = [await open('client'), await open('deccan'), await open('kyc')];
  expect([own.answer.type, other.answer.type, stranger.answer.type]).toEqual(['subscribed', 'subscribed', 'refused']);
  const notified = await its.must(its.call('safety', 'POST', `/challan/notify/${id}`, { by: 'EMAIL' }));
  // Not before it is written.
  expect(heard(own.socket)).toEqual([]);
  await its.product.product.jobs.runDue();
  const news = await own.socket.next(({ type, data }) => type === 'data' && data.id === id);
  expect(news).toMatchObject({
    topic: newsTopic,
    data: {
      challanNo: notified.challanNo,
      what: expect.stringMatching(/^A notice of the company has come\. Pay or contest it by /),
    },
  });
  await its.must(
    its.call('client', 'POST', '/challan-contest', { challanId: id, grounds: 'OTHER', text: 'The sign was hidden.' }),
  );
  await its.product.product.jobs.runDue();
  await own.socket.next(({ type, data }) => type === 'data' && data.what.startsWith('It was contested'));
  expect(heard(other.socket)).toEqual([]);
  for (const { socket } of [own, other, stranger]) socket.socket.close();
});
