import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '#areas/documents/testing/documents.ts';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import { insuranceOffer } from './offer.contract.ts';
import { discountOf, offerState, unfit } from './offers.rules.ts';

let product: TestProduct;
let fleet: Awaited<ReturnType<typeof documentsOf>>;
let admin: string;
let insurerId: string;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  fleet = await documentsOf(product);
  admin = await product.login('admin@roadkeeper.test');
  insurerId = (await fleet.sql<{ id: string }>('select id from insurer order by name limit 1'))[0]?.id as string;
});
afterAll(() => product?.close());

let serial = 0;
const offer = async (more: Record<string, unknown> = {}) => {
  serial += 1;
  const made = await product.call('POST', '/insurance-offer', {
    token: admin,
    body: {
      title: `Offer ${serial}`,
      code: `OFFER${serial}`,
      discountPercent: 10,
      validFrom: '2026-11-01',
      validTo: '2026-11-30',
      ...more,
    },
  });
  expect(made.status, made.text).toBe(201);
  return made.json.data;
};
const policy = async (offerId: string, more: Record<string, unknown> = {}) => {
  const number = (serial += 1);
  const vehicleId = more['vehicleId'] ?? (await fleet.vehicle()).id;
  return product.call('POST', '/app-user-policy', {
    token: admin,
    body: {
      policyNo: `POL/OFFER/${number}`,
      insurerId,
      vehicleId,
      coverType: 'PACKAGE',
      issued: true,
      odFrom: '2026-11-21',
      odTo: '2027-11-20',
      tpFrom: '2026-11-21',
      tpTo: '2027-11-20',
      odPremiumPaise: 1_000_005,
      tpPremiumPaise: 341_600,
      offerId,
      ...more,
    },
  });
};

test('an offer is scheduled, live through its last day, paused and ended, and says for whom it is not', () => {
  const days = { validFrom: '2026-11-10', validTo: '2026-11-20', status: 1 as const };
  expect(['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21'].map((day) => offerState(days, day))).toEqual([
    'SCHEDULED',
    'LIVE',
    'LIVE',
    'ENDED',
  ]);
  expect(offerState({ ...days, status: 0 }, '2026-11-15')).toBe('PAUSED');
  const facts = {
    ...days,
    id: '',
    title: '',
    code: '',
    insurerId: 'a',
    coverTypes: ['PACKAGE'],
    categoryId: null,
    discountPercent: 10,
    discountPaise: null,
    minIdvPaise: 100,
    maxUses: null,
    perOrganisation: null,
    uses: 0,
  };
  const wanted = { insurerId: 'a', coverType: 'PACKAGE', categoryId: null, idvPaise: 100 };
  expect(unfit(facts, wanted, '2026-11-15')).toBeUndefined();
  expect(unfit(facts, { ...wanted, insurerId: 'b' }, '2026-11-15')).toBe('This offer is for another insurer');
  expect(unfit(facts, { ...wanted, idvPaise: 99 }, '2026-11-15')).toBe('The IDV is below the minimum of this offer');
  expect(unfit(facts, wanted, '2026-11-21')).toBe('This offer has ended');
  expect(discountOf({ discountPercent: null, discountPaise: 900 }, 300, 200)).toBe(500);
});

test('a use is counted once, the discount is in whole paise, and the offer stays with the policy as it was', async () => {
  const { id } = await offer({ title: 'Festival', code: 'FESTIVAL' });
  const read = await product.call('GET', `/insurance-offer/${id}`, { token: admin });
  expect(read.text.match(/"title":/g)).toHaveLength(1);
  const made = await policy(id);
  expect(made.json.data).toMatchObject({ discountPaise: 100_001, offerText: 'FESTIVAL: Festival' });
  expect((await product.call('GET', `/insurance-offer/${id}`, { token: admin })).json.data.uses).toBe(1);
  const now = (await product.call('GET', `/insurance-offer/${id}`, { token: admin })).json.data;
  const edit = (more: object) =>
    product.call('PUT', `/insurance-offer/${id}`, {
      token: admin,
      body: {
        title: now.title,
        code: now.code,
        discountPercent: 10,
        validFrom: now.validFrom,
        validTo: now.validTo,
        ...more,
      },
    });
  expect((await edit({ discountPercent: 20 })).json.fields).toEqual({
    discountPercent: 'This offer has been used: end it and make a new one',
  });
  expect((await edit({ coverTypes: ['BUNDLED'] })).json.fields).toEqual({
    coverTypes: 'This offer has been used: end it and make a new one',
  });
  expect((await edit({ title: 'Another name' })).status).toBe(200);
  expect(
    (await product.call('GET', `/app-user-policy/${made.json.data.id}`, { token: admin })).json.data.offerText,
  ).toBe('FESTIVAL: Festival');
});

test('twenty at once use what is left three times, and no more', async () => {
  const { id } = await offer({ maxUses: 3 });
  const vehicles: string[] = [];
  for (let at = 0; at < 20; at += 1) vehicles.push((await fleet.vehicle()).id);
  const answers = await Promise.all(vehicles.map((vehicleId) => policy(id, { vehicleId })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, json }) => `${status} ${json.fields?.offerId}`))).toEqual(
    new Set(['409 This offer has been used up']),
  );
  const counted = await fleet.sql<{ uses: number; rows: number }>(
    'select o.uses, (select count(*)::int from insurance_offer_use u where u.offer_id = o.id) as rows from insurance_offer o where o.id = $1',
    [id],
  );
  expect(counted).toEqual([{ uses: 3, rows: 3 }]);
  // The database holds it as well.
  await expect(fleet.sql('update insurance_offer set uses = 4 where id = $1', [id])).rejects.toMatchObject({
    code: '23514',
  });
});

test('an organisation uses an offer as often as it may, a paused one not at all; clients see it and cannot change it', async () => {
  const { id } = await offer({ perOrganisation: 1 });
  expect((await policy(id)).status).toBe(201);
  expect((await policy(id)).json.fields.offerId).toBe('This organisation has used this offer as often as it may');
  const paused = await offer();
  await product.call('PUT', `/insurance-offer/status/${paused.id}`, { token: admin });
  expect((await policy(paused.id)).json.fields).toEqual({ offerId: 'This offer is paused' });
  const reach = await product.call('GET', '/vehicle/qualifying', { token: admin });
  expect(reach.json.data).toMatchObject({ organisations: 1 });
  const foreign = await product.login('deccan@roadkeeper.test');
  expect((await product.call('GET', '/vehicle/qualifying', { token: foreign })).json.data).toEqual({
    vehicles: 0,
    organisations: 0,
  });
  const own = await product.call('GET', `/insurance-offer/${id}`, { token: fleet.as.owner });
  expect(own.status).toBe(200);
  expect((await product.call('DELETE', `/insurance-offer/${id}`, { token: fleet.as.owner })).status).toBe(403);
});

test('who qualifies is counted by all that an offer asks for, as it is when it is applied', async () => {
  const [other] = await fleet.sql<{ id: string }>('select id from insurer order by name desc limit 1');
  const otherInsurer = String(other?.id);
  const count = async (query: string) =>
    (await product.call('GET', `/vehicle/qualifying?${query}`, { token: admin })).json.data.vehicles as number;
  const asked = [`insurerId=${otherInsurer}`, 'coverTypes=STANDALONE_OD,BUNDLED', 'minIdvPaise=777700000'];
  const before = await Promise.all([...asked, asked.join('&')].map(count));
  const { id: vehicleId } = await fleet.vehicle();
  const { id } = await offer();
  const older = { vehicleId, odFrom: '2025-11-21', odTo: '2026-11-20', tpFrom: '2025-11-21', tpTo: '2026-11-20' };
  expect((await policy(id, older)).status).toBe(201);
  const all = await count('');
  // What counts is what would be renewed: the last policy of the vehicle.
  const last = { vehicleId, insurerId: otherInsurer, coverType: 'BUNDLED', idvPaise: 777_700_000 };
  const made = await policy(id, { ...last, tpTo: '2029-11-20' });
  expect(made.status, made.text).toBe(201);
  expect(await Promise.all([...asked, asked.join('&')].map(count))).toEqual(before.map((one) => one + 1));
  expect(await count('')).toBe(all);
  expect(await count(`insurerId=${otherInsurer}&minIdvPaise=777700001`)).toBe(0);
  expect(await count(`insurerId=${insurerId}&minIdvPaise=777700000`)).toBe(0);
  const wrong = await product.call('GET', '/vehicle/qualifying?coverTypes=ALL&minIdvPaise=-1&insurerId=x', {
    token: admin,
  });
  expect([wrong.status, Object.keys(wrong.json.fields).sort()]).toEqual([
    400,
    ['coverTypes', 'insurerId', 'minIdvPaise'],
  ]);
});

const uses = async (id: string) =>
  fleet.sql<{ uses: number; counted: number }>(
    `select o.uses, (select count(*)::int from insurance_offer_use u where u.offer_id = o.id and u.given_back_at is null) as counted
     from insurance_offer o where o.id = $1`,
    [id],
  );
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, path, { token: admin, ...(body ? { body } : {}) });

test('a policy that is deleted or deactivated gives its use back, and takes it again only where one is left', async () => {
  const { id } = await offer({ code: 'LASTONE', maxUses: 1 });
  const { id: first } = (await policy(id)).json.data;
  const off = () => send('PUT', `/app-user-policy/status/${first}`);
  expect((await off()).status).toBe(200);
  expect(await uses(id)).toEqual([{ uses: 0, counted: 0 }]);
  // What is written to it meanwhile takes no use, and deleting it gives none back twice.
  expect((await send('DELETE', `/app-user-policy/${first}`)).status).toBe(200);
  expect((await send('POST', `/app-user-policy/restore/${first}`)).status).toBe(200);
  expect(await uses(id)).toEqual([{ uses: 0, counted: 0 }]);
  expect((await off()).status).toBe(200);
  expect(await uses(id)).toEqual([{ uses: 1, counted: 1 }]);
  expect((await send('DELETE', `/app-user-policy/${first}`)).status).toBe(200);
  const { id: second } = (await policy(id)).json.data;
  expect(await uses(id)).toEqual([{ uses: 1, counted: 1 }]);
  const refused = await send('POST', `/app-user-policy/restore/${first}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'No uses are left of offer LASTONE, which this policy had. Raise the limit of the offer first',
  ]);
  // An offer that was used is used, whatever becomes of the policy.
  const cancelled = await send('POST', `/app-user-policy/cancel/${second}`, {
    cancelledOn: '2026-12-01',
    reason: 'Sold',
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect((await send('DELETE', `/app-user-policy/${second}`)).status).toBe(200);
  expect(await uses(id)).toEqual([{ uses: 1, counted: 1 }]);
});

test('the terms of an offer come back with the policy, and limits of an organisation hold for it as well', async () => {
  const { id } = await offer({ code: 'TERMS', perOrganisation: 1, discountPercent: 10 });
  const { id: first } = (await policy(id)).json.data;
  await send('DELETE', `/app-user-policy/${first}`);
  const changed = await send('PUT', `/insurance-offer/${id}`, {
    title: 'Other terms',
    code: 'TERMS',
    discountPercent: 5,
    perOrganisation: 1,
    validFrom: '2026-11-01',
    validTo: '2026-11-30',
  });
  expect(changed.status, changed.text).toBe(200);
  const { id: second } = (await policy(id)).json.data;
  expect((await send('POST', `/app-user-policy/restore/${first}`)).json.message).toBe(
    'This organisation has no uses left of offer TERMS, which this policy had. Raise the limit of the offer first',
  );
  await send('DELETE', `/app-user-policy/${second}`);
  expect((await send('POST', `/app-user-policy/restore/${first}`)).status).toBe(200);
  const [{ percent } = {}] = await fleet.sql<{ percent: number }>(
    `select (terms ->> 'discountPercent')::int as percent from insurance_offer_use where policy_id = $1`,
    [first],
  );
  expect(percent).toBe(10);
  expect(await uses(id)).toEqual([{ uses: 1, counted: 1 }]);
});

test('policies that come back at once share what is left of an offer', async () => {
  const { id } = await offer({ maxUses: 8 });
  const ids: string[] = [];
  for (let at = 0; at < 8; at += 1) ids.push((await policy(id)).json.data.id);
  expect(
    (await Promise.all(ids.map((one) => send('DELETE', `/app-user-policy/${one}`)))).map((one) => one.status),
  ).toEqual(ids.map(() => 200));
  expect(await uses(id)).toEqual([{ uses: 0, counted: 0 }]);
  await fleet.sql('update insurance_offer set max_uses = 3 where id = $1', [id]);
  const back = await Promise.all(ids.map((one) => send('POST', `/app-user-policy/restore/${one}`)));
  expect(back.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
  expect(await uses(id)).toEqual([{ uses: 3, counted: 3 }]);
});

test('clients have no view of offers that have not started', () => {
  const views = (reader: 'staff' | 'client') => seenBy(insuranceOffer, reader).readyViews.map(({ name }) => name);
  expect([views('staff').includes('Scheduled'), views('client').includes('Scheduled')]).toEqual([true, false]);
  expect(views('client').length).toBe(views('staff').length - 1);
});

test('clients see offers that are live and those of their own policies, and learn nothing of one that has not started', async () => {
  const stranger = await product.login('deccan@roadkeeper.test');
  const own = fleet.as.owner;
  const { id: live } = await offer({ title: 'Seen by all', code: 'SEENLIVE' });
  const soon = await offer({
    title: 'Seen by staff',
    code: 'SEENSOON',
    validFrom: '2026-12-05',
    validTo: '2026-12-20',
  });
  const { id: used } = await offer({ title: 'Seen when used', code: 'SEENUSED' });
  const made = await policy(used);
  expect(made.status, made.text).toBe(201);
  expect((await send('PUT', `/insurance-offer/status/${used}`)).status).toBe(200);
  const get = async (path: string, token: string) => (await product.call('GET', path, { token })).json;
  const titles = async (path: string, token: string) =>
    (await get(path, token)).data.map((one: { title?: string; label?: string }) => one.title ?? one.label).sort();
  const seen = async (token: string) => {
    const ones = await Promise.all(
      [live, soon.id, used].map((id) => product.call('GET', `/insurance-offer/${id}`, { token })),
    );
    const { count } = await get('/insurance-offer?q=Seen', token);
    return {
      list: await titles('/insurance-offer?q=Seen', token),
      count,
      options: await titles('/insurance-offer/option?q=Seen', token),
      named: await titles(`/insurance-offer/option?id=${soon.id}`, token),
      search: await titles('/search?q=Seen', token),
      ones: ones.map(({ status }) => status),
    };
  };
  expect(await seen(stranger)).toEqual({
    list: ['Seen by all'],
    count: 1,
    options: ['Seen by all'],
    named: [],
    search: ['Seen by all'],
    ones: [200, 404, 404],
  });
  expect(await seen(own)).toEqual({
    list: ['Seen by all', 'Seen when used'],
    count: 2,
    options: ['Seen by all'],
    named: [],
    search: ['Seen by all', 'Seen when used'],
    ones: [200, 404, 200],
  });
  expect((await seen(admin)).list).toEqual(['Seen by all', 'Seen by staff', 'Seen when used']);
  // Nor by trying it on a policy.
  const tried = await product.call('POST', '/app-user-policy', {
    token: own,
    body: {
      policyNo: 'POL/TRIED/1',
      insurerId,
      vehicleId: (await fleet.vehicle()).id,
      coverType: 'PACKAGE',
      issued: true,
      odFrom: '2026-11-21',
      odTo: '2027-11-20',
      tpFrom: '2026-11-21',
      tpTo: '2027-11-20',
      offerId: soon.id,
    },
  });
  expect([tried.status, tried.json.fields]).toEqual([400, { offerId: 'This offer no longer exists' }]);
  // With its first day it is there, and the one that ended is not.
  await product.product.planJobs();
  product.clock.move(Date.parse('2026-12-04T19:00:00Z') - product.clock.now().getTime());
  await product.product.jobs.runDue();
  const later = await product.login('deccan@roadkeeper.test');
  expect((await seen(later)).list).toEqual(['Seen by staff']);
});
