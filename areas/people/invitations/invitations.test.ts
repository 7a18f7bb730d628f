import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { driversOf } from '../testing/invited.ts';

let product: TestProduct;
let tools: Awaited<ReturnType<typeof driversOf>>;
let owner: string;
let other: string;
let serial = 0;
const base = '/client/vehicle-invitation';

beforeAll(async () => {
  product = await startTestProduct();
  tools = await driversOf(product);
  const organisations = (await tools.call('GET', '/organisation?take=100', tools.admin)).json.data;
  const family = organisations.find((one: { name: string }) => one.name === 'Kulkarni family').id;
  await product.addStaff('rival@roadkeeper.test', 'Client owner', family);
});
// The clock goes on by days here, and a session by a quarter of an hour.
beforeEach(async () => {
  tools = await driversOf(product, serial);
  serial += 100;
  owner = await product.login('client@roadkeeper.test');
  other = await product.login('rival@roadkeeper.test');
});
afterAll(() => product.close());

const pending = async (token = owner) => (await tools.call('GET', `${base}?type=2&status=0&take=100`, token)).json;

test('an invitation makes a driver who is invited, is pending in the list, and only its link lets anybody in', async () => {
  const mobile = tools.nextMobile();
  const before = (await pending()).count;
  const made = await tools.invite(owner, { mobile, message: 'Bring your licence' });
  expect(made.status, made.text).toBe(201);
  expect(made.json.message).toBe('Driver created successfully.');
  const list = await pending();
  expect(list.count).toBe(before + 1);
  expect(list.data).toHaveLength(list.count);
  expect(list.data[0]).toMatchObject({ mobile, status: 0, type: 2, resendCount: 0, invitedByName: 'Meera Joshi' });
  expect(JSON.stringify(list)).not.toContain('link');
  const driver = await tools.call('GET', `/drivers/${list.data[0].driverId}`, owner);
  expect(driver.json.data).toMatchObject({ state: 'INVITED', verdict: 'RED' });
  expect((await pending(other)).data.every((one: { mobile: string }) => one.mobile !== mobile)).toBe(true);

  const token = tools.tokenIn(made.json.data.link);
  const opened = await tools.open('/invitation/open', { token });
  expect(opened.json.data).toMatchObject({
    name: 'R••• K•••',
    orgName: 'Sahyadri Logistics',
    mobileEnds: mobile.slice(-2),
    status: 0,
    codeGoesTo: 'mail',
  });
  expect(opened.text).not.toContain(mobile);
  const stored = await transact(product.product.db, everything, (db) =>
    db.query<{ all: string }>(
      'select i::text as all from invitation i union all select m::text from mail m union all select h::text from history h',
    ),
  );
  expect(stored.filter(({ all }) => all.includes(token))).toEqual([]);
});

test('a code that is wrong, old, used, or for another number is each said so, and the right one lets in', async () => {
  const mobile = tools.nextMobile();
  const made = await tools.invite(owner, { mobile });
  const token = tools.tokenIn(made.json.data.link);
  const none = await tools.open('/invitation/accept', { token, otp: '123456' });
  expect(none.json.fields.otp).toMatch(/^Request a code first/);
  const wrongNumber = await tools.open('/invitation/otp', { token, mobile: '9822012345' });
  expect(wrongNumber.json.fields.mobile).toBe(
    `This invitation is not for this number. The invited number ends with ${mobile.slice(-2)}`,
  );
  expect((await tools.open('/invitation/otp', { token, mobile })).json.data).toEqual({
    codeGoesTo: 'mail',
    minutes: 10,
  });
  const code = await tools.secretOf('driver-code');
  expect(code).toMatch(/^\d{6}$/);
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await tools.open('/invitation/accept', { token, otp: wrong })).json.fields.otp).toBe('This code is wrong');
  tools.wait(11);
  expect((await tools.open('/invitation/accept', { token, otp: code })).json.fields.otp).toBe(
    'This code has expired. Request a new one',
  );
  const accepted = await tools.accept(token, mobile);
  expect(accepted.status, accepted.text).toBe(200);
  expect(accepted.json.data.pass).toMatch(/^rko_/);
  const again = await tools.open('/invitation/accept', { token, otp: code });
  expect(again.json.fields.otp).toMatch(/Used codes no longer work/);
  expect((await tools.call('GET', `/drivers/${made.json.data.driverId}`, owner)).json.data.state).toBe('ONBOARDING');
  expect((await tools.call('GET', `${base}?status=1&q=${mobile}`, owner)).json.data[0].decidedAt).not.toBeNull();
});

test('five wrong codes void it, so that a million values cannot be tried', async () => {
  const mobile = tools.nextMobile();
  const token = tools.tokenIn((await tools.invite(owner, { mobile })).json.data.link);
  await tools.open('/invitation/otp', { token, mobile });
  const code = await tools.secretOf('driver-code');
  const wrong = code === '111111' ? '222222' : '111111';
  const said: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    said.push((await tools.open('/invitation/accept', { token, otp: wrong })).json.fields?.otp);
    tools.wait(1.5);
  }
  expect(said.at(-1)).toBe('Wrong code entered five times. Request a new code');
  expect((await tools.open('/invitation/accept', { token, otp: code })).status).toBe(400);
});

test('the code goes to the driver: whoever invited is never shown it, not even among the mails', async () => {
  const operations = await product.login('admin@roadkeeper.test');
  const organisations = (await tools.call('GET', '/organisation?take=100', operations)).json.data;
  const orgId = organisations.find((one: { name: string }) => one.name === 'Sahyadri Logistics').id;
  const mobile = tools.nextMobile();
  const made = await tools.invite(operations, { mobile, orgId });
  await tools.open('/invitation/otp', { token: tools.tokenIn(made.json.data.link), mobile });
  const [mail] = (await tools.call('GET', '/mail?template=driver-code&take=1', operations)).json.data;
  const one = (await tools.call('GET', `/mail/${mail.id}`, operations)).json.data;
  expect(one.may.reveal).toBe(false);
  expect(one.text).not.toMatch(/\b\d{6}\b/);
  const shown = await tools.call('POST', `/mail/reveal/${mail.id}`, operations);
  expect(shown.status).toBe(403);
  const own = await tools.invite(owner, { mobile: tools.nextMobile(), email: 'client@roadkeeper.test' });
  expect(own.json.fields.email).toBe('Enter the driver’s own address, not that of one of your accounts');
});

test('after three days it reads as expired, is sent again three times at most, and an old link is dead', async () => {
  const mobile = tools.nextMobile();
  const made = (await tools.invite(owner, { mobile, email: undefined })).json.data;
  expect((await tools.open('/invitation/open', { token: tools.tokenIn(made.link) })).json.data.codeGoesTo).toBe('sms');
  tools.wait(72 * 60);
  owner = await product.login('client@roadkeeper.test');
  tools = await driversOf(product, serial);
  const listed = await tools.call('GET', `${base}?status=3&q=${mobile}`, owner);
  expect(listed.json).toMatchObject({ count: 1, data: [{ status: 3 }] });
  const late = await tools.open('/invitation/otp', { token: tools.tokenIn(made.link), mobile });
  expect([late.status, late.json.message]).toEqual([409, 'This invitation has expired. Request a new one']);
  const links = [made.link];
  for (let round = 0; round < 3; round += 1) {
    const again = await tools.call('POST', `${base}/resend/${made.id}`, owner);
    expect(again.status, again.text).toBe(200);
    links.push(again.json.data.link);
  }
  expect((await tools.call('POST', `${base}/resend/${made.id}`, owner)).status).toBe(409);
  expect((await tools.open('/invitation/open', { token: tools.tokenIn(links[2] as string) })).json.message).toMatch(
    /^This link is not valid/,
  );
  const latest = tools.tokenIn(links[3] as string);
  expect((await tools.open('/invitation/open', { token: latest })).json.data.status).toBe(0);
  expect((await tools.accept(latest, mobile)).status).toBe(200);
  expect((await tools.call('POST', `${base}/resend/${made.id}`, owner)).json.message).toMatch(
    /has already been accepted/,
  );
});

test('withdrawn or declined, the driver who was made for it is gone, and the number can be invited anew', async () => {
  for (const way of ['withdraw', 'decline'] as const) {
    const mobile = `98111${way === 'withdraw' ? '00001' : '00002'}`;
    const made = (await tools.invite(owner, { mobile })).json.data;
    const twice = await tools.invite(owner, { mobile });
    expect(twice.json.fields).toEqual({ mobile: 'This driver has already been invited' });
    const token = tools.tokenIn(made.link);
    const ended =
      way === 'withdraw'
        ? await tools.call('DELETE', `${base}/${made.id}`, owner)
        : await tools.open('/invitation/reject', { token });
    expect(ended.status, ended.text).toBe(200);
    const words = way === 'withdraw' ? 'This invitation was withdrawn' : 'This invitation was declined';
    expect((await tools.open('/invitation/otp', { token, mobile })).json.message).toBe(words);
    expect((await tools.call('GET', `/drivers/${made.driverId}`, owner)).status).toBe(404);
    expect((await tools.invite(owner, { mobile })).status).toBe(201);
  }
  expect((await tools.call('DELETE', `${base}/01a1fc17-27e9-7627-921e-d6ed735c9999`, owner)).status).toBe(404);
});

test('an invited driver whose invitation has expired is invited anew, and stays the same driver', async () => {
  const mobile = tools.nextMobile();
  const made = (await tools.invite(owner, { mobile })).json.data;
  tools.wait(73 * 60);
  const again = await tools.invite(await product.login('client@roadkeeper.test'), { mobile });
  expect(again.status, again.text).toBe(201);
  expect([again.json.data.driverId, again.json.data.resendCount]).toEqual([made.driverId, 0]);
});

test('who drives for somebody else is asked to change over, and nobody is told for whom', async () => {
  const mobile = '9811100077';
  const driver = await tools.call('POST', '/drivers', other, {
    name: 'Salma Khatun',
    mobile,
    email: 'salma@driver.test',
  });
  expect(driver.status, driver.text).toBe(201);
  const refused = await tools.invite(owner, { mobile });
  expect(refused.status).toBe(409);
  expect(Object.keys(refused.json.fields)).toEqual(['mobile', 'transfer']);
  expect(refused.text).not.toMatch(/Kulkarni|Salma/);
  const made = await tools.invite(owner, { mobile, transfer: true });
  expect(made.json.data).toMatchObject({ transfer: true, driverId: null });
  expect((await tools.call('GET', `/drivers/${driver.json.data.id}`, other)).json.data.state).not.toBe('EXITED');
  const token = tools.tokenIn(made.json.data.link);
  await tools.open('/invitation/otp', { token, mobile });
  const [code] = (await tools.call('GET', '/mail?template=driver-code&take=1', tools.admin)).json.data;
  // Not to the address that the new employer gave.
  expect(code.to).toBe('salma@driver.test');
  const accepted = await tools.open('/invitation/accept', { token, otp: await tools.secretOf('driver-code') });
  expect(accepted.status, accepted.text).toBe(200);
  expect((await tools.call('GET', `/drivers/${driver.json.data.id}`, other)).json.data.state).toBe('EXITED');
  expect((await tools.call('GET', `/drivers/${accepted.json.data.driverId}`, owner)).json.data).toMatchObject({
    state: 'ONBOARDING',
    mobile,
    dlNo: null,
  });
  const mails = (await tools.call('GET', '/mail?template=driver-moved', tools.admin)).json.data;
  expect(mails.map(({ to }: { to: string }) => to)).toContain('kulkarni@roadkeeper.test');
  expect(mails[0].subject).toBe('Salma Khatun no longer drives for you');
  const back = await tools.call('POST', `/drivers/return/${driver.json.data.id}`, other, { reason: 'Came back' });
  expect(back.status).toBe(409);
});

test('bad bodies are refused with a message at the field', async () => {
  const bad = await tools.invite(owner, { mobile: '12345', name: 'A', type: 3, vehicleId: 'x', extra: 1 });
  expect(bad.status).toBe(400);
  expect(Object.keys(bad.json.fields).sort()).toEqual(['extra', 'mobile', 'name', 'type', 'vehicleId']);
  const noVehicle = await tools.invite(owner, {
    mobile: '9811100099',
    vehicleId: '01a1fc17-27e9-7627-921e-d6ed735c9999',
  });
  expect(noVehicle.json.fields).toEqual({ vehicleId: 'Vehicle: this record no longer exists' });
  expect((await tools.invite(tools.admin, { mobile: '9811100099' })).json.fields).toEqual({
    orgId: 'Organisation is required',
  });
  const query = await tools.call('GET', `${base}?type=3&status=9&take=0&driverId=x`, owner);
  expect(Object.keys(query.json.fields).sort()).toEqual(['driverId', 'status', 'take', 'type']);
  for (const path of ['open', 'otp', 'accept', 'reject'])
    expect((await tools.open(`/invitation/${path}`, { token: 5 })).status).toBe(400);
  expect((await tools.open('/invitation/open', { token: 'rki_nothing' })).json.fields.token).toMatch(/not valid/);
});
