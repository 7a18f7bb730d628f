import { onePagePdf } from '../testing/pdf.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '../testing/documents.ts';

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
beforeAll(async () => {
  product = await startTestProduct();
  papers = await documentsOf(product);
});
afterAll(() => product?.close());

test('a paper fits its subject, its kind and the calendar, and every refusal stands at its field', async () => {
  const { id: vehicleId, plate } = await papers.vehicle();
  const { id: driverId, dlNo } = await papers.driver();
  const fields = async (code: string, given: Record<string, unknown>) => {
    const answer = await papers.upload(code, given);
    return [answer.status, Object.keys(answer.json.fields ?? {})[0], answer.json.message];
  };
  const upto = { validUpto: '2027-03-31' };
  expect((await fields('PUC', upto)).slice(0, 2)).toEqual([400, 'vehicleId']);
  expect((await fields('PUC', { vehicleId, driverId, ...upto })).slice(0, 2)).toEqual([400, 'vehicleId']);
  expect(await fields('DL', { vehicleId, ...upto })).toEqual([400, 'typeId', 'Driving licence belongs to a driver']);
  expect((await fields('PUC', { driverId, ...upto })).slice(0, 2)).toEqual([400, 'typeId']);
  expect((await fields('PAN', { vehicleId })).slice(0, 2)).toEqual([400, 'typeId']);
  expect(await fields('FITNESS', { vehicleId, ...upto })).toEqual([
    400,
    'typeId',
    'Fitness certificate is for transport vehicles only',
  ]);
  expect((await fields('MEDICAL_1A', { driverId, ...upto })).slice(0, 2)).toEqual([400, 'typeId']);
  expect((await fields('PUC', { vehicleId })).slice(0, 2)).toEqual([400, 'validUpto']);
  expect(await fields('PUC', { vehicleId, validUpto: '2126-11-21' })).toEqual([
    400,
    'validUpto',
    'This date is too far in the future. Check the year',
  ]);
  expect((await fields('PUC', { vehicleId, issuedOn: '2026-11-22', ...upto })).slice(0, 2)).toEqual([400, 'issuedOn']);
  expect((await fields('RC', { vehicleId, number: 'MH12ZZ9999', ...upto })).slice(0, 2)).toEqual([400, 'number']);
  expect((await fields('DL', { driverId, number: '12', ...upto })).slice(0, 2)).toEqual([400, 'number']);
  expect((await fields('DL', { driverId, number: 'MH1220119999999', ...upto })).slice(0, 2)).toEqual([400, 'number']);
  const spaced = `${plate.slice(0, 4)} ${plate.slice(4, 6)}-${plate.slice(6)}`.toLowerCase();
  const rc = await papers.upload('RC', { vehicleId, number: spaced, ...upto });
  expect([rc.status, rc.json.data.number]).toEqual([201, `•••• ${plate.slice(-4)}`]);
  const dl = await papers.upload('DL', { driverId, number: dlNo, ...upto });
  expect([dl.status, dl.json.data.reviewState], dl.text).toEqual([201, 'PENDING']);
  const moved = await product.call('PUT', `/vehicle-kyc-doc/${rc.json.data.id}`, {
    token: papers.as.owner,
    body: { typeId: await papers.typeOf('PUC'), vehicleId, ...upto },
  });
  expect([moved.status, moved.json.fields]).toEqual([
    400,
    { typeId: 'The type and owner of a document cannot be changed. Upload a new document' },
  ]);
});

test('messages name a document as the specification does, and everything else by its plain name', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const token = papers.as.owner;
  const made = await papers.upload('PUC', { vehicleId, validUpto: '2027-03-31' });
  const { id } = made.json.data;
  const body = { typeId: await papers.typeOf('PUC'), vehicleId, validUpto: '2027-04-30' };
  const changed = await product.call('PUT', `/vehicle-kyc-doc/${id}`, { token, body });
  const gone = await product.call('DELETE', `/vehicle-kyc-doc/${id}`, { token: papers.as.operations });
  expect([made, changed, gone].map(({ json }) => json.message)).toEqual([
    'Vehicle kyc doc created successfully.',
    'Vehicle kyc doc updated successfully.',
    'Vehicle kyc doc deleted successfully.',
  ]);
  expect((await papers.get(`/vehicle-kyc-doc/${id}`)).json.message).toBe('Document not found');
});

test('staff need not say whose a paper is: it is that of its vehicle, and a vehicle that is nobody’s is refused', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const made = await papers.upload('PUC', { vehicleId, validUpto: '2027-03-31' }, { token: papers.as.kyc });
  expect([made.status, made.json.data?.orgId]).toEqual([201, papers.orgId]);
  const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  const refused = await papers.upload('PUC', { vehicleId: unknown, validUpto: '2027-03-31' }, { token: papers.as.kyc });
  expect([refused.status, refused.json.fields]).toEqual([400, { vehicleId: 'This record no longer exists' }]);
});

test('pages are of the kinds and the size that the kind of paper takes; a screen hands in at least one', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const upto = { vehicleId, validUpto: '2027-03-31' };
  const none = await papers.upload('PUC', upto, { page: null, headers: { 'x-client': 'web' } });
  expect([none.status, none.json.fields]).toEqual([400, { front: 'Add a photo or PDF of the document' }]);
  expect((await papers.upload('PUC', upto, { page: null })).status).toBe(201);
  await papers.sql(`update kyc_doc set mime = '{JPEG}', max_file_mb = 1 where code = 'TAX'`);
  const pdf = await papers.upload('TAX', upto, { page: onePagePdf, name: 'tax.pdf' });
  expect([pdf.status, pdf.json.message]).toEqual([415, 'Road tax receipt is accepted as JPG only']);
  const hostile = await papers.upload('PUC', upto, { page: Buffer.from('<script>'), name: 'page.png' });
  expect(hostile.status).toBe(415);
  const taken = await papers.upload('PUC', upto, { page: onePagePdf, name: 'puc.pdf' });
  expect(taken.status, taken.text).toBe(201);
});

test('of an Aadhaar the last four digits are kept, and nothing that finds the rest', async () => {
  const { id: driverId } = await papers.driver();
  await papers.sql(`update kyc_doc set applies_to = 'DRIVER' where code = 'AADHAAR'`);
  const made = await papers.upload('AADHAAR', { driverId, number: '1234' });
  expect(made.status, made.text).toBe(201);
  const [row] = await papers.sql('select number, number_hash from vehicle_kyc_doc where id = $1', [made.json.data.id]);
  expect(row).toEqual({ number: '•••• 34', number_hash: null });
  const { id: another } = await papers.driver();
  const whole = await papers.upload('AADHAAR', { driverId: another, number: '2341 2341 2346' });
  expect([whole.status, whole.json.data?.number]).toEqual([201, '•••• 46']);
  const { id: vehicleId } = await papers.vehicle();
  const elsewhere = await papers.upload('INSURANCE', { vehicleId, validUpto: '2027-10-31', number: '234123412346' });
  expect([elsewhere.status, Object.keys(elsewhere.json.fields)]).toEqual([400, ['number']]);
  const inNote = await papers.upload('AADHAAR', { driverId: another, number: '2346', note: '2341 2341 2346' });
  expect(inNote.json.fields).toEqual({ note: 'Looks like an Aadhaar number. Write the last four digits only' });
  await papers.sql(`update kyc_doc set applies_to = 'OWNER' where code = 'AADHAAR'`);
});

test('a vehicle leaves its draft and its hold by its papers alone, and its history tells each step', async () => {
  const vehicle = await papers.vehicle();
  expect(await papers.shown(vehicle.id)).toMatchObject({ state: 'DRAFT', verdict: 'RED' });
  const of = { vehicleId: vehicle.id, validUpto: '2027-10-31' };
  for (const code of ['RC', 'INSURANCE', 'PUC', 'TAX', 'PHOTO_FRONT']) await papers.verified(code, of);
  expect(await papers.shown(vehicle.id)).toMatchObject({
    state: 'ACTIVE',
    verdict: 'GREEN',
    insuranceUpto: '2027-10-31',
  });
  const renamed = await product.call('PUT', `/vehicle/${vehicle.id}`, {
    token: papers.as.owner,
    body: {
      ...(({ registrationNo, modelId, categoryId }) => ({ registrationNo, modelId, categoryId }))(
        await papers.shown(vehicle.id),
      ),
      chassisNo: 'MA3FJEB1S00778899',
      engineNo: 'K12MN7788991',
    },
  });
  expect(renamed.status, renamed.text).toBe(200);
  expect(await papers.shown(vehicle.id)).toMatchObject({
    state: 'COMPLIANCE_HOLD',
    verdictLine: 'Registration certificate is awaiting review',
  });
  const history = (await papers.get(`/vehicle/${vehicle.id}/history`)).json.data;
  const states = history.flatMap(({ after }: { after: { state?: string } }) => after?.state ?? []);
  expect(states).toEqual(['COMPLIANCE_HOLD', 'ACTIVE']);
  const set = (await papers.get(`/client/vehicle-doc/${vehicle.id}`)).json.data;
  const rc = set.kinds.find(({ type }: { type: { code: string } }) => type.code === 'RC');
  expect([rc.current, rc.open.length, rc.missing]).toEqual([null, 1, false]);
});

test('a set says what is left to ask for each type, and what its record knows already', async () => {
  const { id: vehicleId, plate } = await papers.vehicle();
  const { id: driverId } = await papers.driver({ dlValidTr: '2031-05-05', dlValidNt: '2035-01-01' });
  const { id: newcomer } = await papers.driver();
  await papers.sql(`update driver set dl_no_hash = null, dl_no = null where id = $1`, [newcomer]);
  const kinds = async (of: string) =>
    new Map<string, Record<string, unknown>>(
      (await papers.get(`/client/${of}`)).json.data.kinds.map((kind: { type: { code: string } }) => [
        kind.type.code,
        kind,
      ]),
    );
  const vehicle = await kinds(`vehicle-doc/${vehicleId}`);
  expect(vehicle.get('RC')).toMatchObject({ asksNumber: false, known: { number: plate, validUpto: null } });
  expect(vehicle.get('INSURANCE')).toMatchObject({
    asksNumber: false,
    known: { number: null, validUpto: null },
    formats: ['PDF', 'JPEG', 'PNG', 'WEBP'],
    maxFileMb: 10,
  });
  // A licence number is kept encrypted: it is not shown, and not asked for again.
  const driver = await kinds(`driver-doc/${driverId}`);
  expect(driver.get('DL')).toMatchObject({ asksNumber: false, known: { number: null, validUpto: '2035-01-01' } });
  expect((await kinds(`driver-doc/${newcomer}`)).get('DL')).toMatchObject({ asksNumber: true });
  const owner = await kinds(`organisation-doc/${papers.orgId}`);
  expect(owner.get('PAN')).toMatchObject({ asksNumber: true });
});

test('a document that has expired is wanted, until another waits for review', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const puc = async () => {
    const { kinds } = (await papers.get(`/client/vehicle-doc/${vehicleId}`)).json.data;
    const found = kinds.find(({ type }: { type: { code: string } }) => type.code === 'PUC');
    return { missing: found.missing, wanted: found.wanted };
  };
  expect(await puc()).toEqual({ missing: true, wanted: true });
  const id = await papers.verified('PUC', { vehicleId, validFrom: '2026-01-01', validUpto: '2026-12-31' });
  expect(await puc()).toEqual({ missing: false, wanted: false });
  await papers.sql(`update vehicle_kyc_doc set valid_upto = '2026-11-01' where id = $1`, [id]);
  expect(await puc()).toEqual({ missing: false, wanted: true });
  await papers.upload('PUC', { vehicleId, validUpto: '2027-12-31' });
  expect(await puc()).toEqual({ missing: false, wanted: false });
});

test('what was verified is not edited but renewed; the renewal takes its place when it is verified', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const first = await papers.verified('PUC', { vehicleId, validUpto: '2026-12-31' });
  const edited = await product.call('PUT', `/vehicle-kyc-doc/${first}`, {
    token: papers.as.owner,
    body: { typeId: await papers.typeOf('PUC'), vehicleId, validUpto: '2029-01-01' },
  });
  expect([edited.status, edited.json.message]).toEqual([
    409,
    'This document is verified and cannot be changed. Upload a new one to renew it',
  ]);
  expect((await papers.get(`/vehicle-kyc-doc/${first}`)).json.data.rights).not.toContain('edit');
  const renewal = await papers.upload('PUC', { vehicleId, validUpto: '2027-12-31' });
  expect(renewal.json.data.supersedesId).toBe(first);
  expect(await papers.stateOf(first)).toBe('VERIFIED');
  await papers.decide(renewal.json.data.id, 'VERIFY');
  expect([await papers.stateOf(first), await papers.stateOf(renewal.json.data.id)]).toEqual(['SUPERSEDED', 'VERIFIED']);
  const later = await papers.verified('PUC', { vehicleId, validFrom: '2028-01-01', validUpto: '2028-12-31' });
  expect([await papers.stateOf(renewal.json.data.id), await papers.stateOf(later)]).toEqual(['VERIFIED', 'UPCOMING']);
  const shorter = await papers.upload('PUC', { vehicleId, validUpto: '2027-01-31' });
  const refused = await papers.decide(shorter.json.data.id, 'VERIFY');
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'The current document is valid longer, until 31 Dec 2027. Deactivate it first, or reject this one',
  ]);
});

test('one paper of a kind counts: what was taken away comes back only while no other counts', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const token = papers.as.operations;
  const first = await papers.verified('PUC', { vehicleId, validUpto: '2027-06-30' });
  const line = async () => (await papers.get(`/vehicle/${vehicleId}/verdict`)).json.data.lines;
  const about = async () => (await line()).some(({ about }: { about: string }) => about === 'PUC');
  expect(await about()).toBe(false);
  await product.call('PUT', `/vehicle-kyc-doc/status/${first}`, { token });
  expect(await about()).toBe(true);
  const second = await papers.verified('PUC', { vehicleId, validUpto: '2027-03-31' });
  const on = await product.call('PUT', `/vehicle-kyc-doc/status/${first}`, { token });
  expect([on.status, on.json.message]).toEqual([409, 'Another document of this type is now current. Delete it first']);
  expect((await product.call('DELETE', `/vehicle-kyc-doc/${second}`, { token })).status).toBe(200);
  expect(await about()).toBe(true);
  expect((await product.call('PUT', `/vehicle-kyc-doc/status/${first}`, { token })).status).toBe(200);
  expect((await product.call('POST', `/vehicle-kyc-doc/restore/${second}`, { token })).status).toBe(409);
  expect(await about()).toBe(false);
});
