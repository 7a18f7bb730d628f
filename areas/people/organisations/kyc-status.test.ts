import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '#areas/documents/testing/documents.ts';
import { kycStatusOf, type OwnerType } from './kyc-status.rules.ts';

const day = '2026-11-21';
const type = (mandatory: boolean, ...states: (string | [string, string | null, string | null])[]): OwnerType => ({
  mandatory,
  documents: states.map((one, at) => {
    const [state, from, upto] = typeof one === 'string' ? [one, null, null] : one;
    return { id: String(at), state, from, upto };
  }),
});

test.each([
  ['nothing is asked and nothing is there', [type(false)], true, 'NOT_REQUIRED'],
  ['what is required is not required of this owner', [type(true)], false, 'NOT_REQUIRED'],
  ['what is required is not there', [type(true), type(false, 'VERIFIED')], true, 'NOT_SUBMITTED'],
  ['it waits', [type(true, 'UNDER_REVIEW')], true, 'PENDING'],
  ['it was rejected', [type(true, 'REJECTED'), type(true)], true, 'REJECTED'],
  ['it was turned down, and sent again', [type(true, 'RESUBMISSION_ASKED', 'PENDING')], true, 'PENDING'],
  ['all is verified', [type(true, 'VERIFIED'), type(false, 'EXPIRING_SOON'), type(false)], true, 'VERIFIED'],
  ['what is voluntary waits', [type(true, 'VERIFIED'), type(false, 'PENDING')], true, 'PENDING'],
  ['it ended yesterday, before the night', [type(true, ['VERIFIED', null, '2026-11-20'])], true, 'EXPIRED'],
  ['it ends today', [type(true, ['VERIFIED', null, day])], true, 'VERIFIED'],
  ['it begins tomorrow', [type(true, ['UPCOMING', '2026-11-22', null])], true, 'NOT_SUBMITTED'],
  ['a renewal waits while the former one counts', [type(true, 'VERIFIED', 'PENDING')], true, 'VERIFIED'],
] as const)('%s', (_, types, isAsked, status) => {
  expect(kycStatusOf(types, isAsked, day)).toBe(status);
});

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
let meId: string;
beforeAll(async () => {
  product = await startTestProduct();
  papers = await documentsOf(product);
  meId = (await papers.get('/app-user/profile')).json.data.id;
});
afterAll(() => product.close());

const statusOf = async (path: string, id: string) => (await papers.get(`/${path}/${id}`)).json.data.kycStatus;
const setOf = async (path: string, id: string) =>
  Object.fromEntries(
    (await papers.get(`/client/${path}-doc/${id}`)).json.data.kinds.map((kind: { type: { code: string } }) => [
      kind.type.code,
      kind,
    ]),
  );

test('an organisation and a person upload their documents, a reviewer decides them, and their KYC status follows', async () => {
  const orgId = papers.orgId;
  expect([await statusOf('organisation', orgId), await statusOf('app-user', meId)]).toEqual([
    'NOT_SUBMITTED',
    'NOT_SUBMITTED',
  ]);
  expect(Object.keys(await setOf('organisation', orgId))).toEqual(['PAN', 'GST']);
  expect(Object.keys(await setOf('app-user', meId))).toEqual(['AADHAAR', 'PAN']);
  expect((await setOf('organisation', orgId))['PAN'].missing).toBe(true);

  const pan = await papers.upload('PAN', { ownerOrgId: orgId, number: 'AAACS1234F' });
  expect(pan.status, pan.text).toBe(201);
  expect(pan.json.data).toMatchObject({
    orgId,
    ownerOrg: { id: orgId },
    vehicleId: null,
    number: expect.stringMatching(/234F$/),
  });
  expect(await statusOf('organisation', orgId)).toBe('PENDING');
  const own = await papers.upload('PAN', { appUserId: meId, number: 'ABCPJ1234K' });
  expect(own.json.data).toMatchObject({ orgId, appUser: { id: meId, label: 'Meera Joshi' } });

  const queue = (await papers.get('/document-review?q=Meera', papers.as.kyc)).json.data;
  expect(queue).toMatchObject([
    { id: own.json.data.id, subject: { id: meId, label: 'Meera Joshi', path: 'app-user' } },
  ]);
  const item = (await papers.get(`/document-review/${pan.json.data.id}`, papers.as.kyc)).json.data;
  expect(item.compared[0]).toEqual({ label: 'Name', paper: null, record: 'Sahyadri Logistics' });
  const numbers = await papers.post(`/vehicle-kyc-doc/numbers/${pan.json.data.id}`);
  expect(numbers.json.data).toContainEqual({ label: 'Number', paper: 'AAACS1234F', record: null });

  expect((await papers.decide(pan.json.data.id, 'VERIFY')).status).toBe(200);
  expect(await statusOf('organisation', orgId)).toBe('VERIFIED');
  const rejected = await papers.decide(own.json.data.id, 'REJECT', { reasonCode: 'BLURRED' });
  expect(rejected.status, rejected.text).toBe(200);
  expect(await statusOf('app-user', meId)).toBe('REJECTED');
  const [mail] = (
    await papers.get('/mail?template=paper-turned-down&take=1', await product.login('admin@roadkeeper.test'))
  ).json.data;
  expect(mail.subject).toBe('PAN card of Meera Joshi was rejected');

  const history = (await papers.get(`/app-user/${meId}/history`)).json.data;
  expect(history[0]).toMatchObject({
    action: 'update',
    before: { kycStatus: 'PENDING' },
    after: { kycStatus: 'REJECTED' },
  });
  expect((await papers.get('/app-user/profile')).json.data.kycStatus).toBe('REJECTED');
  expect((await papers.get('/app-user?kycStatus=REJECTED')).json.data.map((one: { id: string }) => one.id)).toEqual([
    meId,
  ]);

  // A name that a verified document vouches for is compared anew when it changes.
  const { name, kind, gstin } = (await papers.get(`/organisation/${orgId}`)).json.data;
  const renamed = await product.call('PUT', `/organisation/${orgId}`, {
    token: papers.as.owner,
    body: { name: `${name} Private Limited`, kind, gstin },
  });
  expect([renamed.status, renamed.json.data?.kycStatus], renamed.text).toEqual([200, 'PENDING']);

  // Undone, it waits again.
  const undo = (await papers.get(`/vehicle-kyc-doc/${own.json.data.id}`, papers.as.kyc)).json.data.version;
  expect((await papers.post(`/vehicle-kyc-doc/undo/${own.json.data.id}`, { version: undo })).status).toBe(200);
  expect(await statusOf('app-user', meId)).toBe('PENDING');
});

test('a document is of one record, and of a type that belongs to it; of an Aadhaar four digits are kept', async () => {
  const orgId = papers.orgId;
  const fields = async (code: string, given: Record<string, unknown>) => {
    const answer = await papers.upload(code, given);
    return [answer.status, answer.json.fields];
  };
  expect(await fields('PAN', { ownerOrgId: orgId, appUserId: meId })).toEqual([400, { vehicleId: expect.any(String) }]);
  expect(await fields('PAN', {})).toEqual([400, { vehicleId: expect.any(String) }]);
  expect(await fields('AADHAAR', { ownerOrgId: orgId })).toEqual([400, { typeId: 'Aadhaar belongs to an app user' }]);
  expect(await fields('GST', { appUserId: meId })).toEqual([
    400,
    { typeId: 'GST registration belongs to an organisation' },
  ]);
  expect(await fields('RC', { appUserId: meId, validUpto: '2030-01-01' })).toEqual([
    400,
    { typeId: 'Registration certificate belongs to a vehicle' },
  ]);
  const { id } = await papers.vehicle();
  expect((await fields('PAN', { vehicleId: id }))[1]).toEqual({
    typeId: 'PAN card belongs to an owner',
  });
  const aadhaar = await papers.upload('AADHAAR', { appUserId: meId, number: '2346' });
  expect([aadhaar.status, aadhaar.json.data.number]).toEqual([201, expect.stringMatching(/46$/)]);
  const gst = await papers.upload('GST', { ownerOrgId: orgId, number: '27AAPFU0939F1ZV' });
  expect(gst.json.fields?.number ?? gst.status).toMatch(/another GSTIN|^201$/);
});

test('nobody sees or uploads the documents of another organisation or its people', async () => {
  await product.addStaff('stranger@roadkeeper.test', 'Client owner', await otherOrg());
  const stranger = await product.login('stranger@roadkeeper.test');
  for (const path of [`/client/organisation-doc/${papers.orgId}`, `/client/app-user-doc/${meId}`])
    expect((await papers.get(path, stranger)).status, path).toBe(404);
  for (const given of [{ ownerOrgId: papers.orgId }, { appUserId: meId }])
    expect((await papers.upload('PAN', { ...given, number: 'ABCPJ1234K' }, { token: stranger })).status).toBe(400);
});

const otherOrg = async () =>
  (await papers.sql<{ id: string }>(`select id from organisation where name = 'Kulkarni family'`))[0]?.id as string;

test('a document of an owner that expires turns their status in the night', async () => {
  await papers.sql(`update kyc_doc set has_expiry = true where code = 'PAN'`);
  const [person] = await papers.sql<{ id: string }>(
    `select id from app_user where org_id = $1 and id <> $2 and profile_type <> '2' limit 1`,
    [papers.orgId, meId],
  );
  const id = person?.id as string;
  await papers.verified('PAN', { appUserId: id, number: 'ABCPJ1234K', validUpto: '2026-11-25' });
  expect(await statusOf('app-user', id)).toBe('VERIFIED');
  const due = (await papers.get('/obligation?to=2026-11-30')).json.data;
  expect(due).toContainEqual(
    expect.objectContaining({ what: 'PAN card', subject: expect.objectContaining({ id, path: 'app-user' }) }),
  );
  await product.product.planJobs();
  product.clock.move(6 * 86_400_000);
  await product.product.jobs.runDue();
  await papers.signIn();
  expect(await statusOf('app-user', id)).toBe('EXPIRED');
});
