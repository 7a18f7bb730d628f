import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kit/contract/days.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { formOf } from '../testing/form.ts';
import { readyOf } from '../testing/ready.ts';

let product: TestProduct;
let fleet: Awaited<ReturnType<typeof readyOf>>;
let owner: string;
let doctorId: string;
let driverId: string;

beforeAll(async () => {
  product = await startTestProduct();
  fleet = await readyOf(product);
  owner = await product.login('client@roadkeeper.test');
  const body = {
    name: 'Dr Sunita Rao',
    regNo: 'MH/2001/1',
    council: 'Maharashtra',
    state: 'MH',
    district: 'Pune',
    empanelledFrom: '2024-01-01',
  };
  doctorId = (await call('POST', '/doctor', body)).json.data.id;
  driverId = await fleet.driver({ name: 'Ravi Kumar' });
});
afterAll(() => product.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, token = fleet.admin) =>
  product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
let day = 0;
const report = (more: object = {}) => {
  day += 1;
  const orgId = fleet.orgNamed('Sahyadri Logistics');
  return {
    orgId,
    driverId,
    doctorId,
    examinedOn: addDays('2026-08-05', day),
    outcome: 'FIT',
    validUpto: '2027-10-01',
    ...more,
  };
};
async function send(
  fields: Record<string, unknown>,
  token = owner,
  path = '/medical-report',
  method: 'POST' | 'PUT' = 'POST',
) {
  const { payload, headers } = await formOf(fields, 'certificate');
  return product.call(method, path, { token, payload, headers });
}

test('an examination is possible, ends within five years, and says what it must', async () => {
  for (const [wrong, field] of [
    [{ examinedOn: '2026-12-01', validUpto: '2027-12-01' }, 'examinedOn'],
    [{ validUpto: null }, 'validUpto'],
    [{ validUpto: '2031-12-01' }, 'validUpto'],
    [{ examinedOn: '2026-10-01', validUpto: '2026-10-01' }, 'validUpto'],
    [{ outcome: 'UNFIT' }, 'validUpto'],
    [{ outcome: 'TEMP_UNFIT', validUpto: null }, 'validUpto'],
    [{ outcome: 'FIT_WITH_CONDITION' }, 'conditions'],
    [{ outcome: 'FIT_WITH_CONDITION', conditions: ['OTHER'] }, 'note'],
    [{ conditions: ['GLASSES'] }, 'conditions'],
    [{ examinedOn: '2023-12-31', validUpto: '2027-01-01' }, 'doctorId'],
    [{ examinedOn: '2001-01-01', validUpto: '2003-01-01' }, 'examinedOn'],
  ] as const) {
    const refused = await call('POST', '/medical-report', report(wrong));
    expect(refused.status, JSON.stringify(wrong)).toBe(400);
    expect(Object.keys(refused.json.fields), JSON.stringify(wrong)).toContain(field);
  }
});

test('only a certificate that was seen counts, and what was seen is not changed', async () => {
  const without = (await call('POST', '/medical-report', report())).json.data;
  const none = await call('POST', `/medical-report/decide/${without.id}`, { decision: 'SEEN' });
  expect([none.status, none.json.message]).toEqual([409, 'There is no certificate to review. Upload it first']);
  const made = await send(report({ validUpto: '2027-10-20' }));
  expect(made.status, made.text).toBe(201);
  const { id } = made.json.data;
  const upto = async () => (await fleet.row('drivers', driverId)).medicalUpto;
  expect([made.json.data.reviewState, await upto()]).toEqual(['PENDING', null]);
  expect((await call('POST', `/medical-report/decide/${id}`, { decision: 'SEEN' }, owner)).status).toBe(403);
  expect((await call('POST', `/medical-report/decide/${id}`, { decision: 'MAYBE' })).status).toBe(400);
  const both = await Promise.all([1, 2].map(() => call('POST', `/medical-report/decide/${id}`, { decision: 'SEEN' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await upto()).toBe('2027-10-20');
  const body = report({ examinedOn: made.json.data.examinedOn, validUpto: '2028-01-01' });
  const changed = await call('PUT', `/medical-report/${id}`, body, owner);
  expect([changed.status, changed.json.message]).toEqual([
    409,
    'This certificate is verified and cannot be changed. Record a new examination instead',
  ]);
  expect(await upto()).toBe('2027-10-20');
  expect((await call('POST', `/medical-report/decide/${id}`, { decision: 'REFUSED' })).json.fields).toHaveProperty(
    'reason',
  );
  const refused = await call('POST', `/medical-report/decide/${id}`, {
    decision: 'REFUSED',
    reason: 'Stamp is missing',
  });
  expect(refused.json.data).toMatchObject({ reviewState: 'REFUSED', reviewReason: 'Stamp is missing' });
  expect((await call('POST', `/medical-report/decide/${id}`, { decision: 'SEEN' })).status).toBe(409);
});

test('unfit counts at once, until the certificate is refused; whoever wrote a report does not see its certificate', async () => {
  const one = await fleet.driver({ name: 'Suresh Patil' });
  const kyc = await product.login('kyc@roadkeeper.test');
  const fit = await send(report({ driverId: one, validUpto: '2027-10-20' }), kyc);
  const own = await call('POST', `/medical-report/decide/${fit.json.data.id}`, { decision: 'SEEN' }, kyc);
  expect([own.status, own.json.message]).toEqual([409, 'You uploaded this document, so someone else must review it']);
  expect((await call('POST', `/medical-report/decide/${fit.json.data.id}`, { decision: 'SEEN' })).status).toBe(200);
  const line = async () => (await call('GET', `/drivers/${one}/verdict`)).json.data.lines.map(textOf);
  const before = await line();
  expect(before).not.toContain('The driver was found unfit');
  const unfit = await call(
    'POST',
    '/medical-report',
    report({ driverId: one, outcome: 'UNFIT', validUpto: null }),
    kyc,
  );
  expect(unfit.status, unfit.text).toBe(201);
  expect(await line()).toContain('The driver was found unfit');
  const reason = 'It is of another driver';
  await call('POST', `/medical-report/decide/${unfit.json.data.id}`, { decision: 'REFUSED', reason });
  expect(await line()).toEqual(before);
});
const textOf = ({ text }: { text: string }) => text;

test('the doctor report counts examinations, marks who lets everybody pass, and comes as a file', async () => {
  const lenient = (
    await call('POST', '/doctor', {
      name: 'Dr Vinod Jain',
      regNo: 'MP/9',
      council: 'Madhya Pradesh',
      state: 'MP',
      district: 'Indore',
    })
  ).json.data.id;
  for (let at = 0; at < 10; at += 1) {
    const one = await fleet.driver();
    await call('POST', '/medical-report', { ...report(), driverId: one, doctorId: lenient, examinedOn: '2026-09-01' });
  }
  await call('POST', '/medical-report', report({ outcome: 'UNFIT', validUpto: null }));
  const get = (query: string) => call('GET', `/doctor-report?${query}`);
  const { data } = (await get('from=2026-08-01&to=2026-11-21')).json;
  expect(data.find((one: { doctorId: string }) => one.doctorId === lenient)).toMatchObject({
    exams: 10,
    passRate: 100,
    outlier: true,
  });
  expect(data.find((one: { doctorId: string }) => one.doctorId === doctorId)).toMatchObject({
    unfit: 1,
    outlier: false,
  });
  expect((await get('state=MP')).json.data.map((one: { doctorId: string }) => one.doctorId)).toContain(lenient);
  expect((await get('from=2026-11-01&to=2026-11-05')).json.count).toBe(0);
  expect((await get('from=x&state=ZZ')).json.fields).toMatchObject({
    from: expect.any(String),
    state: expect.any(String),
  });
  expect((await get('from=2026-10-05&to=2026-10-01')).json.fields).toHaveProperty('to');
  const file = await call('GET', '/doctor-report/export?state=MP');
  expect(file.text.split('\r\n')[1]).toContain('Dr Vinod Jain,MP/9,Madhya Pradesh,MP,Indore,10,10,0,0,100,Yes');
  expect((await call('GET', '/doctor-report', undefined, owner)).status).toBe(403);
});

test('whose fitness ends within thirty days is listed, and their owners are written to once a day', async () => {
  const due = await fleet.driver({ name: 'Due Soon' });
  const certificate = { ...report({ validUpto: '2026-12-10' }), driverId: due };
  const { id } = (await send(certificate, fleet.admin)).json.data;
  await call('POST', `/medical-report/decide/${id}`, { decision: 'SEEN' });
  const list = (await call('GET', '/doctor-report/due')).json;
  expect(list.data).toContainEqual(
    expect.objectContaining({ driverId: due, medicalUpto: '2026-12-10', canBeMailed: true, remindedAt: null }),
  );
  const first = await call('POST', `/doctor-report/remind/${due}`);
  expect(first.json, first.text).toEqual({ message: 'Reminder sent.', data: { mails: 1 } });
  expect((await call('POST', `/doctor-report/remind/${due}`)).json.data.mails).toBe(0);
  const [mail] = (await call('GET', '/mail?template=medical-due')).json.data;
  expect(mail).toMatchObject({
    to: 'client@roadkeeper.test',
    subject: 'Medical fitness of Due Soon expires on 10 Dec 2026',
  });
  expect((await call('POST', `/doctor-report/remind/${driverId}`)).status).toBe(404);
});
