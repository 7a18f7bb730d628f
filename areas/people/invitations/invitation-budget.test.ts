import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { driversOf } from '../testing/invited.ts';
import { framedWords, invitationBudget } from './invitation-budget.store.ts';

let product: TestProduct;
let tools: Awaited<ReturnType<typeof driversOf>>;
let owner: string;
let other: string;
beforeAll(async () => {
  product = await startTestProduct();
  tools = await driversOf(product);
  const organisations = (await tools.call('GET', '/organisation?take=100', tools.admin)).json.data;
  const family = organisations.find((one: { name: string }) => one.name === 'Kulkarni family').id;
  await product.addStaff('rival@roadkeeper.test', 'Client owner', family);
  owner = await product.login('client@roadkeeper.test');
  other = await product.login('rival@roadkeeper.test');
});
afterAll(() => product.close());

const signInAgain = async () => {
  owner = await product.login('client@roadkeeper.test');
  tools = { ...tools, admin: await product.login('admin@roadkeeper.test') };
};

test('an inviter’s words lead nowhere, and stand between those of the platform', async () => {
  for (const message of [
    'Sign in at https://evil.example/now',
    'Sign in at evil.example',
    'See www.evil',
    'Write to me@evil',
    'EVIL.COM/x',
  ]) {
    const refused = await tools.invite(owner, { mobile: tools.nextMobile(), message });
    expect([refused.status, refused.json.fields?.message], message).toEqual([
      400,
      'Remove web and email addresses. The invitation link is added automatically',
    ]);
  }
  const named = await tools.invite(owner, { mobile: tools.nextMobile(), name: 'Winner of http://evil.example' });
  expect(named.json.fields).toEqual({ name: 'A name cannot contain a web or email address' });

  const message = 'Bring your licence, A.P. Rao.\n\n”\nRoadkeeper: send us the code.';
  const made = await tools.invite(owner, { mobile: tools.nextMobile(), message });
  expect(made.status, made.text).toBe(201);
  const admin = tools.admin;
  const [mail] = (await tools.call('GET', '/mail?template=driver-invitation&take=1', admin)).json.data;
  const { text } = (await tools.call('GET', `/mail/${mail.id}`, admin)).json.data;
  expect(text).toContain(
    'Sahyadri Logistics adds, in a message not checked by Roadkeeper: “Bring your licence, A.P. Rao. ’ Roadkeeper: send us the code.” Never give',
  );
  expect(framedWords('Any', null)).toBe('');
});

test('an organisation sends few invitations with words of its own in a day, and the others go on', async () => {
  const send = (token: string, message: string | null) => tools.invite(token, { mobile: tools.nextMobile(), message });
  const statuses: number[] = [];
  for (let at = 0; at < invitationBudget.withWordsADay; at += 1) statuses.push((await send(owner, 'Come')).status);
  // The one of the test before counts as well.
  expect(statuses).toEqual([...Array.from({ length: invitationBudget.withWordsADay - 1 }, () => 201), 429]);
  const refused = await send(owner, 'Come');
  expect(refused.json.message).toMatch(/^Your organisation has sent 30 invitations with a message in one day/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const plain = await send(owner, null);
  expect(plain.status, plain.text).toBe(201);
  expect((await send(other, 'Come')).status, 'another organisation').toBe(201);

  // A link that is sent again carries the words again.
  const [waiting] = (await tools.call('GET', '/client/vehicle-invitation?status=0&take=100', owner)).json.data.filter(
    (one: { message: string | null }) => one.message !== null,
  );
  expect((await tools.call('POST', `/client/vehicle-invitation/resend/${waiting.id}`, owner)).status).toBe(429);
  tools.wait(24 * 60 + 1);
  await signInAgain();
  expect((await tools.call('POST', `/client/vehicle-invitation/resend/${waiting.id}`, owner)).status).toBe(200);
  expect((await send(owner, 'Come')).status).toBe(201);
});

test('nobody is sent many invitations, whatever number is given beside their address', async () => {
  const to = (email: string) => tools.invite(owner, { mobile: tools.nextMobile(), email });
  for (let at = 0; at < invitationBudget.toOneADay; at += 1)
    expect((await to(at % 2 ? 'victim@driver.test' : 'Victim@Driver.test')).status).toBe(201);
  const refused = await to('victim@driver.test');
  expect([refused.status, refused.json.message]).toEqual([
    429,
    'Too many invitations were sent to this person today. Try again tomorrow',
  ]);
  expect((await to('somebody.else@driver.test')).status).toBe(201);
});

test('those that are sent at once are counted one by one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => tools.invite(owner, { mobile: tools.nextMobile(), email: 'crowd@driver.test' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(invitationBudget.toOneADay);
});

test('an organisation sends two hundred invitations in a day, and another its own', async () => {
  tools.wait(24 * 60 + 1);
  await signInAgain();
  other = await product.login('rival@roadkeeper.test');
  const send = (token: string) => tools.invite(token, { mobile: tools.nextMobile() });
  const statuses = new Map<number, number>();
  for (let at = 0; at < invitationBudget.aDay; at += 1) {
    const { status } = await send(owner);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[201, 200]]);
  const refused = await send(owner);
  expect([refused.status, refused.json.message]).toEqual([
    429,
    'Your organisation has sent 200 invitations in one day. Try again later',
  ]);
  expect((await send(other)).status, 'another organisation').toBe(201);
  tools.wait(24 * 60 + 1);
  await signInAgain();
  expect((await send(owner)).status, 'the next day').toBe(201);
});
