import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { formOf } from '../testing/form.ts';
import { driversOf } from '../testing/invited.ts';

let product: TestProduct;
let tools: Awaited<ReturnType<typeof driversOf>>;
let owner: string;
let serial = 50_000;
const drivers: Record<string, unknown> = { name: 'Asif Sheikh', dob: '1990-04-02' };

beforeAll(async () => {
  product = await startTestProduct();
});
beforeEach(async () => {
  tools = await driversOf(product, serial);
  serial += 100;
  owner = await product.login('client@roadkeeper.test');
});
afterAll(() => product.close());

const add = (more: object = {}, token = owner) =>
  tools.call('POST', '/drivers', token, { ...drivers, mobile: tools.nextMobile(), ...more });
const stateOf = async (id: string) => (await tools.call('GET', `/drivers/${id}`, owner)).json.data.state as string;
const act = (what: string, id: string, reason: unknown = 'A good reason') =>
  tools.call('POST', `/drivers/${what}/${id}`, owner, reason === undefined ? {} : { reason });

test('a driver’s days and numbers agree with each other, and an older licence number is taken with a word', async () => {
  for (const [wrong, field] of [
    [{ dob: '2009-01-01' }, 'dob'],
    [{ dob: '2030-01-01' }, 'dob'],
    [{ dlIssuedOn: '2027-01-01' }, 'dlIssuedOn'],
    [{ dlIssuedOn: '2004-01-01' }, 'dlIssuedOn'],
    [{ dlIssuedOn: '2020-01-01', dlValidNt: '2019-01-01' }, 'dlValidNt'],
    [{ dlNo: 'MH1220270012345' }, 'dlNo'],
    [{ dlNo: 'MH1220010012345' }, 'dlNo'],
    [{ dlNo: 'nonsense' }, 'dlNo'],
    [{ hazardousUpto: '2027-01-01' }, 'hazardousUpto'],
    [{ mobile: '9811100001', emergencyMobile: '9811100001' }, 'emergencyMobile'],
  ] as const) {
    const refused = await add(wrong);
    expect([refused.status, Object.keys(refused.json.fields ?? {})], JSON.stringify(wrong)).toEqual([400, [field]]);
  }
  const older = await add({ dlNo: 'MH12 20150001234' });
  expect(older.status, older.text).toBe(201);
  const old = await add({ dlNo: 'MH-12/1234/2009' });
  expect([old.status, old.json.warnings ?? old.json.fields]).toEqual([
    201,
    ['This is an older format of licence number. Compare it with the licence'],
  ]);
});

test('leave, suspension and leaving are said with a reason, only where they fit, and stand in the history', async () => {
  const { id } = (await add()).json.data;
  expect((await act('return', id)).status).toBe(409);
  expect((await act('leave', id, 'x')).json.fields).toHaveProperty('reason');
  for (const [what, state] of [
    ['leave', 'ON_LEAVE'],
    ['return', 'PENDING_VERIFICATION'],
    ['suspend', 'SUSPENDED'],
    ['exit', 'EXITED'],
  ] as const) {
    const done = await act(what, id, `Because of ${what}`);
    expect(done.status, done.text).toBe(200);
    expect(done.json.data.state).toBe(state);
    expect(await stateOf(id)).toBe(state);
  }
  expect((await act('exit', id)).json.message).toBe('This driver has already left');
  const history = (await tools.call('GET', `/drivers/${id}/history`, owner)).json.data;
  expect(history).toContainEqual(
    expect.objectContaining({
      after: { situation: 'suspend', reason: 'Because of suspend' },
      actorName: 'Meera Joshi',
    }),
  );
  const stale = await product.call('POST', `/drivers/return/${id}`, {
    token: owner,
    body: { reason: 'Came back' },
    headers: { 'if-match': '"v1"' },
  });
  expect(stale.status).toBe(412);
});

test('find-driver tells a masked name and a state, nothing of whose they are, and not to whoever asks about many', async () => {
  const mobile = tools.nextMobile();
  await add({ name: 'Farhan Ali', mobile, dlNo: 'MH12 20150009999' });
  const kulkarni = await product.login('kulkarni@roadkeeper.test');
  const find = (body: object, token = kulkarni) => tools.call('POST', '/client/find-driver', token, body);
  const hit = await find({ mobile });
  expect(hit.json.data).toEqual({ found: true, name: 'F••• A•••', state: 'PENDING_VERIFICATION' });
  expect((await find({ dlNo: 'MH1220150009999' })).json.data.found).toBe(true);
  expect((await find({ mobile: '9811109999' })).json.data).toEqual({ found: false, name: null, state: null });
  for (const bad of [{}, { mobile, dlNo: 'MH1220150009999' }, { mobile: '123' }, { mobile, more: 1 }])
    expect((await find(bad)).status, JSON.stringify(bad)).toBe(400);
  const history = (await tools.call('GET', '/history?module=drivers&take=50', kulkarni)).json.data;
  expect(JSON.stringify(history)).not.toContain(mobile);
  // A refused new driver tells the same, and counts.
  const refused = await tools.call('POST', '/drivers', kulkarni, { ...drivers, mobile });
  expect(refused.json.fields.mobile).toMatch(/^A driver of another organisation has/);
  let answered = 4;
  while ((await find({ mobile: tools.nextMobile() })).status === 200) answered += 1;
  expect(answered).toBe(20);
  // Spent, a new number is refused like a known one, whatever way it comes.
  for (const number of [mobile, tools.nextMobile()]) {
    const refused = await tools.call('POST', '/drivers', kulkarni, { ...drivers, mobile: number });
    expect([refused.status, refused.json.message]).toEqual([
      429,
      'Too many look-ups of numbers and addresses. Try again later',
    ]);
  }
  expect((await tools.call('POST', '/client/vehicle-invitation', kulkarni, { name: 'Somebody', mobile })).status).toBe(
    429,
  );
  expect((await find({ mobile }, owner)).status).toBe(200);
  tools.wait(61);
  const later = await product.login('kulkarni@roadkeeper.test');
  expect((await find({ mobile }, later)).status).toBe(200);
});

async function step(token: string, fields: Record<string, unknown>, file?: string, pass?: string) {
  const { payload, headers } = await formOf(fields, file);
  return product.call('POST', pass ? '/invitation/onboarding' : '/client/driver-on-boarding', {
    ...(pass ? {} : { token }),
    payload,
    headers: { ...headers, ...(pass ? { 'x-onboarding': pass } : {}) },
  });
}
const licence = {
  step: 'licence',
  dlNo: 'MH14 20150012399',
  licenceClasses: ['LMV'],
  dlIssuedOn: '2015-06-01',
  dlValidNt: '2035-05-31',
};

test('five steps, each kept by itself, by the invited on two devices, end in verification', async () => {
  const mobile = tools.nextMobile();
  const made = (await tools.invite(owner, { mobile })).json.data;
  const token = tools.tokenIn(made.link);
  const { pass } = (await tools.accept(token, mobile)).json.data;
  const own = (given = pass) => product.call('GET', '/invitation/onboarding', { headers: { 'x-onboarding': given } });
  expect((await own()).json.data).toMatchObject({ next: 'identity', finished: false, orgName: 'Sahyadri Logistics' });
  expect((await own('rko_nothing-that-was-ever-given')).status).toBe(401);
  expect((await step('', licence, undefined, pass)).json.message).toBe('Complete the previous step first: identity');
  const noPhoto = await step('', { step: 'identity', dob: '1991-02-03' }, undefined, pass);
  expect(noPhoto.json.fields).toEqual({ photo: 'Photo is required' });
  const foreign = await step('', { step: 'identity', dob: '1991-02-03', dlNo: 'x' }, 'photo', pass);
  expect(foreign.json.fields).toEqual({ dlNo: 'Not a field of this step' });
  const first = await step('', { step: 'identity', dob: '1991-02-03', bloodGroup: 'O+' }, 'photo', pass);
  expect(first.status, first.text).toBe(200);
  expect(first.json.data.next).toBe('licence');

  // Another device: the link again, another code, and what was saved is there.
  const again = (await tools.accept(token, mobile)).json.data;
  expect((await own(again.pass)).json.data).toMatchObject({ next: 'licence', values: { bloodGroup: 'O+' } });
  const bad = await step('', { ...licence, dlNo: 'nothing' }, undefined, again.pass);
  expect(Object.keys(bad.json.fields)).toEqual(['dlNo']);
  const second = await step('', licence, undefined, again.pass);
  expect(second.json.data, second.text).toMatchObject({ next: 'documents', values: { dlNo: '•••• 2399' } });
  const early = await step('', { step: 'documents', done: true }, undefined, again.pass);
  expect(early.json.fields.done).toMatch(/^Still to be uploaded: /);
  // Number and days of the licence, and the photo, were given already: only its page is still asked for.
  const papers = second.json.data.papers as { typeId: string; name: string; mandatory: boolean; taken: string[] }[];
  expect(Object.fromEntries(papers.filter(({ mandatory }) => mandatory).map((one) => [one.name, one.taken]))).toEqual({
    'Driving licence': ['number', 'issuedOn', 'validFrom', 'validUpto'],
    'Photo of the driver': ['front'],
  });
  const dl = papers.find(({ name }) => name === 'Driving licence')?.typeId;
  const sent = await step('', { step: 'documents', typeId: dl }, 'front', again.pass);
  expect(sent.status, sent.text).toBe(200);
  expect((await step('', { step: 'documents', done: true }, undefined, again.pass)).json.data.next).toBe('employer');
  const documents = (await tools.call('GET', `/vehicle-kyc-doc?driverId=${made.driverId}`, owner)).json.data;
  const documentOf = (name: string) => documents.find((one: { type: { label: string } }) => one.type.label === name);
  expect(documents).toHaveLength(2);
  expect(documentOf('Driving licence')).toMatchObject({
    number: '•••• 2399',
    issuedOn: '2015-06-01',
    validFrom: '2015-06-01',
    validUpto: '2035-05-31',
  });
  // The photo of the first step, as a file of its own.
  const record = (await tools.call('GET', `/drivers/${made.driverId}`, owner)).json.data;
  const { front } = documentOf('Photo of the driver');
  expect([front.name, front.id === record.photo.id]).toEqual([record.photo.name, false]);
  const picture = await product.call('GET', `/file/${front.id}`, { token: owner });
  expect(picture.status).toBe(200);
  expect((await step('', { step: 'employer' }, undefined, again.pass)).json.fields).toHaveProperty('confirm');
  await step('', { step: 'employer', confirm: true, joinedOn: '2026-11-21' }, undefined, again.pass);
  // Nobody consents for them.
  const forThem = await step(owner, { step: 'consent', driverId: made.driverId, consent: true });
  expect(forThem.json.fields.consent).toMatch(/^Only the driver can give consent/);
  const done = await step('', { step: 'consent', consent: true }, undefined, again.pass);
  expect(done.json, done.text).toMatchObject({ message: 'Onboarding is complete.', data: { consentBy: 'DRIVER' } });
  expect(await stateOf(made.driverId)).toBe('PENDING_VERIFICATION');
  expect((await tools.open('/invitation/otp', { token, mobile })).json.message).toMatch(/has already been accepted/);

  await transact(product.product.db, everything, (db) =>
    db.query(`update vehicle_kyc_doc set review_state = 'VERIFIED' where driver_id = $1`, [made.driverId]),
  );
  await act('leave', made.driverId);
  expect((await act('return', made.driverId)).json.data.state).toBe('AVAILABLE');
});

test('staff of the client fill in the steps, and upload the consent that the driver signed', async () => {
  const made = (await tools.invite(owner, { mobile: tools.nextMobile() })).json.data;
  const { driverId } = made;
  expect((await step(owner, { step: 'identity', driverId: 'x' })).json.fields).toEqual({
    driverId: 'Driver is required',
  });
  expect((await step(owner, { step: 'nothing', driverId })).json.fields).toHaveProperty('step');
  const first = await step(owner, { step: 'identity', driverId, dob: '1991-02-03' }, 'photo');
  expect(first.status, first.text).toBe(200);
  expect(await stateOf(driverId)).toBe('ONBOARDING');
  const kulkarni = await product.login('kulkarni@roadkeeper.test');
  const theirs = await step(kulkarni, { ...licence, driverId });
  expect(theirs.status).toBe(404);
  await transact(product.product.db, everything, (db) =>
    db.query(
      'update driver_onboarding set licence_at = now(), documents_at = now(), employer_at = now() where driver_id = $1',
      [driverId],
    ),
  );
  expect((await step(owner, { step: 'consent', driverId })).json.fields).toHaveProperty('consentPaper');
  const done = await step(owner, { step: 'consent', driverId }, 'consentPaper');
  expect(done.json.data, done.text).toMatchObject({ finished: true, consentBy: 'PAPER' });
  const got = await tools.call('GET', `/client/driver-on-boarding/${driverId}`, owner);
  expect(got.json.data.steps.every((one: { doneAt: string | null }) => one.doneAt !== null)).toBe(true);
  expect((await tools.call('GET', `/client/driver-on-boarding/${driverId}`, kulkarni)).status).toBe(404);
});

test('what is sent with a document comes before what earlier steps say, and a rejected photo is asked for anew', async () => {
  const made = (await tools.invite(owner, { mobile: tools.nextMobile() })).json.data;
  const { driverId } = made;
  await step(owner, { step: 'identity', driverId, dob: '1991-02-03' }, 'photo');
  const older = {
    ...licence,
    dlNo: 'MH-12/1235/2009',
    dlIssuedOn: '2009-06-01',
    dlValidNt: '2027-05-31',
    dlValidTr: '2029-01-31',
  };
  const licensed = await step(owner, { ...older, driverId });
  expect(licensed.status, licensed.text).toBe(200);
  const papers = licensed.json.data.papers as { typeId: string; name: string }[];
  const typeOf = (name: string) => papers.find((one) => one.name === name)?.typeId;
  const dl = { step: 'documents', driverId, typeId: typeOf('Driving licence'), issuedOn: '2016-01-01' };
  const sent = await step(owner, dl, 'front');
  expect(sent.status, sent.text).toBe(200);
  const [stored] = (await tools.call('GET', `/vehicle-kyc-doc?driverId=${driverId}`, owner)).json.data;
  // The later of the two last days; the number has an older form than that of documents.
  expect(stored).toMatchObject({ number: null, issuedOn: '2016-01-01', validUpto: '2029-01-31' });
  expect((await step(owner, { step: 'documents', driverId, done: true })).json.data.next).toBe('employer');
  await transact(product.product.db, everything, (db) =>
    db.query(`update vehicle_kyc_doc set review_state = 'REJECTED' where driver_id = $1`, [driverId]),
  );
  const again = (await tools.call('GET', `/client/driver-on-boarding/${driverId}`, owner)).json.data;
  expect(again.papers.find((one: { name: string }) => one.name === 'Photo of the driver').taken).toEqual([]);
  const refused = await step(owner, { step: 'documents', driverId, done: true });
  expect(refused.json.fields.done).toMatch(/Photo of the driver/);
});
