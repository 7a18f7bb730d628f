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

const upto = { validUpto: '2027-03-31' };
const queue = async (query = '', token = papers.as.kyc) => (await papers.get(`/document-review${query}`, token)).json;
const mailsAbout = (id: string) =>
  papers.sql<{ to: string; subject: string; body: string }>(
    'select to_address as to, subject, body_text as body from mail where record_id = $1 order by to_address',
    [id],
  );

test('two reviewers never decide the same paper: who took it has it for a quarter of an hour', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const { id, version } = (await papers.upload('PUC', { vehicleId, ...upto })).json.data;
  const { as } = papers;
  const take = (token: string) => papers.post(`/vehicle-kyc-doc/take/${id}`, { version }, token);
  const taken = await take(as.kyc);
  expect([taken.status, taken.json.data.reviewState], taken.text).toEqual([200, 'UNDER_REVIEW']);
  const second = await take(as.operations);
  expect([second.status, second.json.message]).toEqual([409, 'Arjun Nair is reviewing this document until 11:45']);
  expect((await papers.decide(id, 'VERIFY', {}, as.operations)).status).toBe(409);
  expect((await queue(`?vehicleId=${vehicleId}`, as.operations)).data[0].taken).toEqual({
    by: 'Arjun Nair',
    until: '2026-11-21T06:15:00.000Z',
    mine: false,
  });
  const edited = await product.call('PUT', `/vehicle-kyc-doc/${id}`, {
    token: papers.as.owner,
    body: { typeId: await papers.typeOf('PUC'), vehicleId, ...upto, note: 'Changed' },
  });
  expect(edited.status).toBe(409);
  expect((await papers.post(`/vehicle-kyc-doc/release/${id}`, { version }, as.operations)).status).toBe(409);
  product.clock.move(16 * 60_000);
  await papers.signIn();
  expect((await queue(`?vehicleId=${vehicleId}`)).data[0]).toMatchObject({ state: 'PENDING', taken: null });
  expect((await take(as.operations)).status).toBe(200);
  expect((await papers.post(`/vehicle-kyc-doc/release/${id}`, { version }, as.operations)).json.data.reviewState).toBe(
    'PENDING',
  );
  const both = await Promise.all([
    papers.decide(id, 'VERIFY', {}, as.kyc),
    papers.decide(id, 'VERIFY', {}, as.operations),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([
    200,
    expect.toSatisfy((one) => one === 409 || one === 412),
  ]);
});

test('a decision is for the version that was looked at, and nobody decides what they handed in', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const { id, version } = (await papers.upload('PUC', { vehicleId, ...upto })).json.data;
  await product.call('PUT', `/vehicle-kyc-doc/${id}`, {
    token: papers.as.owner,
    body: { typeId: await papers.typeOf('PUC'), vehicleId, validUpto: '2029-03-31' },
  });
  const stale = await papers.post(`/vehicle-kyc-doc/decide/${id}`, { version, decision: 'VERIFY' });
  expect([stale.status, stale.json.current.validUpto]).toEqual([412, '2029-03-31']);
  const own = (await papers.upload('PUC', { vehicleId, ...upto }, { token: papers.as.kyc })).json.data.id;
  const refused = await papers.decide(own, 'VERIFY');
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'You uploaded this document, so someone else must review it',
  ]);
  expect((await papers.get(`/document-review/${own}`, papers.as.kyc)).json.data.mayNot).toBe(refused.json.message);
  expect((await papers.decide(own, 'REJECT', { reasonCode: 'BLURRED' }, papers.as.operations)).status).toBe(200);
  for (const [token, status] of [
    [papers.as.owner, 403],
    [papers.as.viewer, 403],
  ] as const)
    expect((await papers.decide(id, 'VERIFY', {}, token)).status).toBe(status);
  expect((await papers.get('/document-review', papers.as.owner)).status).toBe(403);
});

test('who turns a paper down says why, its owner and who handed it in are mailed, and it stays in the history as it was', async () => {
  const { id: vehicleId, plate } = await papers.vehicle();
  const { id } = (await papers.upload('INSURANCE', { vehicleId, ...upto, number: 'POL/1' })).json.data;
  expect((await papers.decide(id, 'REJECT')).json.fields).toEqual({ reasonCode: 'Say why' });
  expect((await papers.decide(id, 'REJECT', { reasonCode: 'OTHER' })).json.fields).toEqual({
    reasonText: 'Enter a reason',
  });
  const said = { reasonCode: 'NUMBER_MISMATCH', reasonText: 'It is POL/2 on the picture' };
  expect((await papers.decide(id, 'REJECT', said)).json.message).toBe('Insurance policy: rejected.');
  const mails = await mailsAbout(id);
  expect(mails.map(({ to }) => to)).toEqual(['client@roadkeeper.test']);
  expect(mails[0]?.subject).toBe(`Insurance policy of ${plate} was rejected`);
  expect(mails[0]?.body).toContain('Number does not match: It is POL/2 on the picture');
  expect(mails[0]?.body).toContain(`/vehicle-kyc-doc/${id}`);
  const row = (await papers.get(`/vehicle-kyc-doc/${id}`)).json.data;
  expect(row).toMatchObject({ reviewState: 'REJECTED', ...said });
  const file = await papers.get(`/file/${row.front.id}`);
  expect(file.status).toBe(200);
  const other = new FormData();
  for (const [name, value] of Object.entries({ typeId: row.typeId, vehicleId, ...upto })) other.append(name, value);
  other.append('front', new File([file.raw as never], 'new.webp'));
  const sent = new Response(other);
  const replaced = await product.call('PUT', `/vehicle-kyc-doc/${id}`, {
    token: papers.as.owner,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  });
  expect([replaced.status, Object.keys(replaced.json.fields)]).toEqual([409, ['front']]);
  const history = (await papers.get(`/vehicle-kyc-doc/${id}/history`)).json.data;
  expect(history[0]).toMatchObject({
    actorName: 'Roadkeeper staff',
    before: { reviewState: 'PENDING' },
    after: { reviewState: 'REJECTED', ...said },
  });
  const again = await papers.upload('PUC', { vehicleId, ...upto }, { token: papers.as.operations });
  await papers.decide(again.json.data.id, 'ASK_AGAIN', { reasonCode: 'CROPPED' });
  expect((await mailsAbout(again.json.data.id)).map(({ to, subject }) => [to, subject])).toEqual([
    ['client@roadkeeper.test', `Pollution under control certificate of ${plate} must be uploaded again`],
    ['operations@roadkeeper.test', `Pollution under control certificate of ${plate} must be uploaded again`],
  ]);
  const repeated = await papers.decide(again.json.data.id, 'VERIFY');
  expect([repeated.status, repeated.json.message]).toEqual([409, 'This document is no longer awaiting review']);
});

test('what has ended is not verified, what has no page neither, and days are taken as the reviewer reads them', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const old = (await papers.upload('PUC', { vehicleId, validUpto: '2026-11-20' })).json.data.id;
  const ended = await papers.decide(old, 'VERIFY');
  expect([ended.status, ended.json.message, ended.json.fields]).toEqual([
    409,
    'It expired on 20 Nov 2026. Reject it as expired',
    { reasonCode: 'EXPIRED' },
  ]);
  expect((await papers.decide(old, 'VERIFY', { validUpto: '2026-11-21' })).json.data).toMatchObject({
    reviewState: 'EXPIRING_SOON',
    validUpto: '2026-11-21',
  });
  const bare = (await papers.upload('TAX', { vehicleId, ...upto }, { page: null })).json.data.id;
  expect((await papers.decide(bare, 'VERIFY')).json.message).toBe(
    'There are no pages to compare. Request resubmission',
  );
  expect((await queue(`?vehicleId=${vehicleId}`)).count).toBe(0);
});

test('the queue gives the oldest or what ends soonest first, filtered, and says which number another record carries', async () => {
  const first = await papers.vehicle();
  const second = await papers.vehicle();
  const policy = { number: 'POL/77/2026' };
  const one = (await papers.upload('INSURANCE', { vehicleId: first.id, ...policy, validUpto: '2027-09-30' })).json.data
    .id;
  product.clock.move(1_000);
  const two = (await papers.upload('INSURANCE', { vehicleId: second.id, ...policy, validUpto: '2027-01-31' })).json.data
    .id;
  const type = `typeId=${await papers.typeOf('INSURANCE')}`;
  const idsOf = async (query: string) => (await queue(`?${type}&${query}`)).data.map(({ id }: { id: string }) => id);
  const both = (all: string[]) => all.filter((id) => id === one || id === two);
  expect(both(await idsOf(''))).toEqual([one, two]);
  expect(both(await idsOf('sort=soonest'))).toEqual([two, one]);
  expect(await idsOf(`vehicleId=${second.id}`)).toEqual([two]);
  expect(await idsOf(`q=${first.plate}`)).toEqual([one]);
  expect(await idsOf('orgId=01a1fc17-27e9-7627-921e-d6ed735c9999')).toEqual([]);
  expect((await papers.get('/document-review?sort=name', papers.as.kyc)).status).toBe(400);
  const item = (await papers.get(`/document-review/${two}`, papers.as.kyc)).json.data;
  expect(item.warnings).toEqual(['Another record has the same number']);
  expect(item.duplicates).toEqual([
    { id: one, subject: { id: first.id, label: first.plate, path: 'vehicle' }, state: 'PENDING' },
  ]);
  expect(item.compared).toContainEqual({ label: 'Registration number', paper: null, record: second.plate });
  await papers.decide(two, 'VERIFY');
  expect((await papers.get(`/document-review/${two}`, papers.as.kyc)).status).toBe(404);
});

test('nobody verifies a document unseen, and a page that was replaced is another one', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const { id, version, front } = (await papers.upload('PUC', { vehicleId, ...upto })).json.data;
  const verify = (body: object = { version }) =>
    papers.post(`/vehicle-kyc-doc/decide/${id}`, { decision: 'VERIFY', ...body });
  const unseen = await verify();
  expect([unseen.status, unseen.json.message]).toEqual([409, 'View every page before you verify the document']);
  const item = async (token: string) => (await papers.get(`/document-review/${id}`, token)).json.data;
  expect((await item(papers.as.kyc)).viewed).toEqual([]);
  const view = (file: string, token = papers.as.kyc) => papers.post(`/vehicle-kyc-doc/viewed/${id}`, { file }, token);
  const other = (await papers.upload('PUC', { vehicleId, ...upto })).json.data;
  expect((await view(other.front.id)).status).toBe(400);
  expect((await view(front.id, papers.as.owner)).status).toBe(403);
  // What somebody else was shown is no help.
  expect((await view(front.id, papers.as.operations)).json.data.viewed).toEqual([front.id]);
  expect((await verify()).status).toBe(409);
  expect((await view(front.id)).json.data.viewed).toEqual([front.id]);
  expect((await item(papers.as.kyc)).viewed).toEqual([front.id]);
  const form = new FormData();
  for (const [name, value] of Object.entries({ typeId: await papers.typeOf('PUC'), vehicleId, ...upto }))
    form.append(name, value);
  form.append('front', new File([(await papers.get(`/file/${front.id}`)).raw as never], 'new.webp'));
  const sent = new Response(form);
  const replaced = await product.call('PUT', `/vehicle-kyc-doc/${id}`, {
    token: papers.as.owner,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  });
  expect(replaced.status, replaced.text).toBe(200);
  const now = replaced.json.data;
  expect((await item(papers.as.kyc)).viewed).toEqual([]);
  expect((await verify({ version: now.version })).status).toBe(409);
  await view(now.front.id);
  expect((await verify({ version: now.version })).status).toBe(200);
});

test('who may approve compares the numbers in full, and each look is in the history of document and vehicle', async () => {
  const { id: vehicleId, plate } = await papers.vehicle();
  const { chassisNo } = (await papers.get(`/vehicle/${vehicleId}`)).json.data;
  const { id } = (await papers.upload('INSURANCE', { vehicleId, ...upto, number: 'POL/2026/4711' })).json.data;
  const lines = (all: { label: string; paper: string | null; record: string | null }[]) =>
    Object.fromEntries(all.map(({ label, paper, record }) => [label, record ?? paper]));
  const masked = lines((await papers.get(`/document-review/${id}`, papers.as.kyc)).json.data.compared);
  expect(masked['Chassis number']).toBe(chassisNo);
  expect(chassisNo).toMatch(/^•••• /);
  const looks = () =>
    papers.sql(
      `select module, record_id as id, actor_name as by, after ->> 'field' as field from history where action = 'reveal' and record_id = any($1) order by module`,
      [[id, vehicleId]],
    );
  expect(await looks()).toEqual([]);
  const shown = await papers.post(`/vehicle-kyc-doc/numbers/${id}`);
  expect(shown.status, shown.text).toBe(200);
  const digits = plate.slice(-4);
  expect(lines(shown.json.data)).toMatchObject({
    'Chassis number': `MA3FJEB1S0000${digits}`,
    'Engine number': `K12MN${digits}`,
    Number: 'POL/2026/4711',
  });
  const look = (module: string, of: string, field: string) => ({ module, id: of, by: 'Arjun Nair', field });
  expect(await looks()).toEqual([
    look('vehicle', vehicleId, 'Chassis number, Engine number'),
    look('vehicle-kyc-doc', id, 'Number'),
  ]);
  await papers.post(`/vehicle-kyc-doc/numbers/${id}`);
  expect(await looks()).toHaveLength(4);
  expect((await papers.post(`/vehicle-kyc-doc/numbers/${id}`, undefined, papers.as.owner)).status).toBe(403);
  await papers.decide(id, 'VERIFY');
  expect((await papers.post(`/vehicle-kyc-doc/numbers/${id}`)).status).toBe(404);
  expect(await looks()).toHaveLength(4);
});

test('the licence of a driver is compared in full as well, and each look is in the history of the driver', async () => {
  const { id: driverId, dlNo } = await papers.driver();
  const { id } = (await papers.upload('DL', { driverId, validUpto: '2035-01-01', number: dlNo })).json.data;
  const lines = (all: { label: string; paper: string | null; record: string | null }[]) =>
    all.find(({ label }) => label === 'Licence number');
  const masked = lines((await papers.get(`/document-review/${id}`, papers.as.kyc)).json.data.compared);
  expect(masked?.record).toMatch(/^•••• /);
  const shown = await papers.post(`/vehicle-kyc-doc/numbers/${id}`);
  expect(shown.status, shown.text).toBe(200);
  expect(lines(shown.json.data)).toMatchObject({ paper: dlNo, record: dlNo });
  const looks = await papers.sql(
    `select record_id as id, actor_name as by, after ->> 'field' as field from history where action = 'reveal' and record_id = $1`,
    [driverId],
  );
  expect(looks).toEqual([{ id: driverId, by: 'Arjun Nair', field: 'Licence number' }]);
});

test('a decision is undone whole: the document, the one it replaced, the vehicle, and the emails', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const undo = async (id: string, token = papers.as.kyc) => {
    const { version } = (await papers.get(`/vehicle-kyc-doc/${id}`)).json.data;
    return papers.post(`/vehicle-kyc-doc/undo/${id}`, { version }, token);
  };
  for (const code of ['RC', 'INSURANCE', 'TAX', 'PHOTO_FRONT'])
    await papers.verified(code, { vehicleId, validUpto: '2028-12-31' });
  const first = (await papers.upload('PUC', { vehicleId, validUpto: '2026-12-31' })).json.data.id;
  expect((await papers.shown(vehicleId)).state).toBe('DRAFT');
  await papers.decide(first, 'VERIFY', { issuedOn: '2026-11-01' });
  expect((await papers.shown(vehicleId)).state).toBe('ACTIVE');
  expect((await undo(first, papers.as.operations)).json.message).toBe('This decision can no longer be undone');
  const undone = await undo(first);
  expect([undone.status, undone.json.message], undone.text).toEqual([
    200,
    'Pollution under control certificate: decision undone.',
  ]);
  expect(undone.json.data).toMatchObject({ reviewState: 'PENDING', issuedOn: null, reviewedAt: null });
  // It was never active: it is a draft again, and not held.
  expect((await papers.shown(vehicleId)).state).toBe('DRAFT');
  expect((await papers.get(`/vehicle-kyc-doc/${first}/history`, papers.as.operations)).json.data[0]).toMatchObject({
    actorName: 'Arjun Nair',
    before: { reviewState: 'VERIFIED', issuedOn: '2026-11-01' },
    after: { reviewState: 'PENDING', issuedOn: null },
  });
  expect((await undo(first)).status).toBe(409);

  await papers.decide(first, 'VERIFY');
  const renewal = (await papers.upload('PUC', { vehicleId, validUpto: '2027-12-31' })).json.data.id;
  await papers.decide(renewal, 'VERIFY');
  expect(await papers.stateOf(first)).toBe('SUPERSEDED');
  expect((await undo(renewal)).status).toBe(200);
  expect([await papers.stateOf(first), await papers.stateOf(renewal)]).toEqual(['VERIFIED', 'PENDING']);
  expect(await papers.shown(vehicleId)).toMatchObject({ state: 'ACTIVE', pucUpto: '2026-12-31' });

  await papers.decide(renewal, 'REJECT', { reasonCode: 'BLURRED' });
  const mails = () =>
    papers.sql<{ state: string }>('select state from mail where record_id = $1 order by created_at', [renewal]);
  expect(await mails()).toEqual([{ state: 'kept' }]);
  expect((await undo(renewal)).json.data).toMatchObject({ reviewState: 'PENDING', reasonCode: null });
  expect(await mails()).toEqual([{ state: 'cancelled' }]);
  await papers.decide(renewal, 'REJECT', { reasonCode: 'CROPPED' });
  product.clock.move(16_000);
  expect((await undo(renewal)).json.message).toBe('This decision can no longer be undone');
  expect(await mails()).toEqual([{ state: 'cancelled' }, { state: 'kept' }]);
});
