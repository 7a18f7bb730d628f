import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { shortTimeouts, startSmtp, type TestSmtp } from '#areas/mail/testing/smtp.ts';
import { driversOf } from '../testing/invited.ts';

let smtp: TestSmtp;
let product: TestProduct;
let tools: Awaited<ReturnType<typeof driversOf>>;
let owner: string;
const base = '/client/vehicle-invitation';

beforeAll(async () => {
  smtp = await startSmtp();
  product = await startTestProduct({
    fleet: true,
    mail: {
      smtp: smtp.settings,
      from: { name: 'Roadkeeper', address: 'no-reply@fleet.test' },
      timeouts: shortTimeouts,
    },
  });
  tools = await driversOf(product);
  owner = await product.login('client@roadkeeper.test');
});
afterAll(async () => {
  await product?.close();
  await smtp?.close();
});

const refusing = (_: string, stage: 'rcpt' | 'data') => (stage === 'rcpt' ? '550 5.1.1 No such user' : undefined);
/** Works everything that is due, until nothing is on its way. */
const work = async () => {
  while ((await product.product.jobs.runDue()) > 0) await product.product.mail.idle();
};
const deliveryOf = async (mobile: string) =>
  (await tools.call('GET', `${base}?q=${mobile}`, owner)).json.data[0].delivery as string | null;

test('whoever invites a driver sees that the invitation waits, that it left, and that it came back', async () => {
  const mobile = tools.nextMobile();
  const made = await tools.invite(owner, { mobile });
  expect(made.json.data.delivery).toBe('queued');
  await work();
  expect(await deliveryOf(mobile)).toBe('sent');
  smtp.answer = refusing;
  const again = await tools.call('POST', `${base}/resend/${made.json.data.id}`, owner);
  expect(again.json.data.delivery).toBe('queued');
  await work();
  expect(await deliveryOf(mobile)).toBe('bounced');
  smtp.answer = () => undefined;
  // The address is known to refuse mail: nothing is tried again.
  const third = await tools.call('POST', `${base}/resend/${made.json.data.id}`, owner);
  expect(third.json.data.delivery).toBe('bounced');
  // Without an address it is a short message, and there is no gateway.
  const bySms = await tools.invite(owner, { mobile: tools.nextMobile(), email: undefined });
  expect(bySms.json.data.delivery).toBe('kept');
});

test('what went to the driver besides the invitation is not told, and nothing at all of a share', async () => {
  const mobile = tools.nextMobile();
  const made = await tools.invite(owner, { mobile });
  await work();
  smtp.answer = refusing;
  await tools.open('/invitation/otp', { token: tools.tokenIn(made.json.data.link), mobile });
  await work();
  smtp.answer = () => undefined;
  expect(await deliveryOf(mobile)).toBe('sent');

  const vehicleId = (await tools.call('GET', '/vehicle?take=1', owner)).json.data[0].id;
  for (const email of ['deccan@roadkeeper.test', 'nobody.here@example.in']) {
    const shared = await tools.call('POST', base, owner, { type: 1, name: 'Whoever', email, vehicleId });
    expect(shared.status, shared.text).toBe(201);
    await work();
    expect([shared.json.data.delivery, await deliveryOf(email)]).toEqual([null, null]);
  }
});
