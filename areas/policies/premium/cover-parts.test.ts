import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { onePagePdf } from '#areas/documents/testing/pdf.ts';
import { policiesOf } from '../testing/policies.ts';
import { endorsableFields } from './endorsable.ts';
import { ncbFor } from './premium.rules.ts';
import { ncbWords } from './ncb-words.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof policiesOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  its = await policiesOf(product);
}, 60_000);
afterAll(() => product?.close());

const fields = async (more: Record<string, unknown> = {}) =>
  its.fields((await its.vehicle()).id, '2026-11-21', '2027-11-20', more);
const thirdParty = { coverType: 'THIRD_PARTY', odFrom: null, odTo: null, ncbPercent: null };
const bare = { ...thirdParty, idvPaise: null, odPremiumPaise: null };

test('what a type of cover does not have is refused in words: value, premium and add-ons', async () => {
  const given = await fields({ ...thirdParty, addOns: ['ZERO_DEP', 'RSA'] });
  expect((await its.add(given)).json.fields).toEqual({
    idvPaise: 'This type of cover has no IDV',
    odPremiumPaise: 'This type of cover has no own-damage premium',
    addOns: 'Not without own-damage cover: Zero depreciation',
  });
  const made = await its.made({ ...given, ...bare, addOns: ['RSA'], addOnPremiumPaise: 50_000 });
  expect(made).toMatchObject({ addOns: ['RSA'], idvPaise: null });
  const standalone = await fields({ coverType: 'STANDALONE_OD', tpFrom: null, tpTo: null });
  expect((await its.add(standalone)).json.fields).toEqual({
    tpPremiumPaise: 'This type of cover has no third-party premium',
  });
  await its.made({ ...standalone, tpPremiumPaise: null });
  // What was entered before is none of a change of something else.
  await its.sql('update app_user_policy set idv_paise = 100 where id = $1', [made.id]);
  const noted = await its.change(made.id, { ...given, ...bare, idvPaise: 100, addOns: ['RSA'], note: 'Checked' });
  expect(noted.status, noted.text).toBe(200);
});

test('a policy that is cancelled for a day to come is not changed until it is reinstated', async () => {
  const given = await fields();
  const { id } = await its.made(given);
  const cancelled = await its.call('POST', `/app-user-policy/cancel/${id}`, {
    cancelledOn: '2027-03-01',
    reason: 'To be sold',
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  const said = 'This policy is cancelled from 1 Mar 2027 and cannot be changed. Reinstate it first';
  const changed = await its.change(id, { ...given, odFrom: '2027-04-01' });
  expect([changed.status, changed.json.message]).toEqual([409, said]);
  const endorsed = await its.call('POST', `/app-user-policy/endorse/${id}`, {
    effectiveOn: '2026-12-01',
    reason: 'More value',
    changes: { idvPaise: 60_000_000 },
  });
  expect([endorsed.status, endorsed.json.message]).toEqual([409, said]);
  expect((await its.policy(id)).rights).not.toContain('edit');
  expect((await its.call('POST', `/app-user-policy/reinstate/${id}`, { reason: 'Not sold' })).status).toBe(200);
  expect((await its.change(id, { ...given, note: 'Not sold' })).status).toBe(200);
});

test('limits are said in rupees, reasons say how long they may be, and options name the vehicle', async () => {
  const vehicle = await its.vehicle();
  const given = its.fields(vehicle.id, '2026-11-21', '2027-11-20');
  for (const odPremiumPaise of [999_999_999_999_900, 9_999_999_999_999_900, 1e300])
    expect(
      (await its.call('POST', '/app-user-policy', { ...given, odPremiumPaise })).json.fields,
      String(odPremiumPaise),
    ).toEqual({ odPremiumPaise: 'Own-damage premium must be at most ₹10,00,00,00,000' });
  const made = await its.made(given);
  const reasonOf = async (reason: string) =>
    (
      await its.call('POST', `/app-user-policy/endorse/${made.id}`, {
        effectiveOn: '2026-12-01',
        reason,
        changes: { nominee: 'Asha' },
      })
    ).json.fields?.reason;
  expect(await Promise.all([' ', 'x', 'x'.repeat(5_000)].map(reasonOf))).toEqual([
    'Enter a reason',
    'Enter at least 3 characters',
    'At most 300 characters',
  ]);
  for (const path of ['/client/app-user-policy?option=true&q=', '/app-user-policy/option?q=']) {
    const [option] = (await its.get(path + encodeURIComponent(made.policyNo))).json.data;
    expect(option).toEqual({
      id: made.id,
      name: made.policyNo,
      label: `${made.policyNo} ${vehicle.plate}`,
      value: made.id,
    });
  }
});

test('a bonus is lost from the 91st day after the previous cover expired, in words that fit', () => {
  const before = {
    id: 'a',
    issued: true,
    live: true,
    odFrom: '2025-08-23',
    odTo: '2026-08-22',
    tpFrom: null,
    tpTo: null,
    cancelledOn: null,
    previousPolicyId: null,
    ncbPercent: 20,
    protectsNcb: false,
    hasClaim: false,
  };
  const ladder = [0, 20, 25].map((percent, step) => ({
    ladder: 'NCB' as const,
    step,
    percent,
    effectiveFrom: '2000-01-01',
  }));
  expect(ncbFor('2026-11-20', before, ladder).reason).not.toBe('LAPSED');
  // Ninety days without cover lie between the 22nd of August and this one.
  expect(ncbFor('2026-11-21', before, ladder)).toEqual({ percent: 0, reason: 'LAPSED' });
  expect(ncbWords.LAPSED).toBe('it starts more than 90 days after the previous own-damage cover expired');
});

test('an endorsement offers what fits the cover', () => {
  const names = (coverType: string) => Object.keys(endorsableFields(coverType, []));
  expect(names('PACKAGE')).toEqual(expect.arrayContaining(['odTo', 'tpTo', 'idvPaise', 'addOns', 'appUserId']));
  expect(names('THIRD_PARTY').filter((name) => /^(od|idv|deductible)/.test(name))).toEqual([]);
  expect(names('STANDALONE_OD').filter((name) => name.startsWith('tp'))).toEqual([]);
  const offered = (coverType: string, had: string[] = []) => {
    const field = endorsableFields(coverType, had)['addOns'];
    return field?.kind === 'choice' ? field.choices.map(({ value }) => value) : [];
  };
  expect(offered('THIRD_PARTY')).toEqual(['RSA']);
  expect(offered('THIRD_PARTY', ['KEY'])).toEqual(['RSA', 'KEY']);
  expect(offered('PACKAGE')).toContain('ZERO_DEP');
});

test('an endorsement takes its PDF with it: the new version has it, and earlier ones keep theirs', async () => {
  const { id: vehicleId } = await its.vehicle();
  const { id, document } = await its.made(its.fields(vehicleId, '2026-11-21', '2027-11-20'));
  const send = async (parts: Record<string, string>, name?: string) => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ effectiveOn: '2026-12-01', reason: 'As agreed', ...parts }))
      form.append(key, value);
    if (name) form.append('document', new File([onePagePdf as never], name));
    const sent = new Response(form);
    return product.call('POST', `/app-user-policy/endorse/${id}`, {
      token: its.desk(),
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': String(sent.headers.get('content-type')) },
    });
  };
  const changes = { addOns: ['ZERO_DEP'], addOnPremiumPaise: 90_000, odTo: '2027-10-31' };
  const endorsed = await send({ changes: JSON.stringify(changes) }, 'endorsement.pdf');
  expect(endorsed.status, endorsed.text).toBe(200);
  expect(endorsed.json.data).toMatchObject({ ...changes, document: { name: 'endorsement.pdf' } });
  const versions = (await its.get(`/client/history-app-user-policy/${vehicleId}`, its.desk())).json.data as {
    kind: string;
    document: { id: string };
  }[];
  expect(versions.map(({ kind, document: one }) => [kind, one.id])).toEqual([
    ['ISSUED', document.id],
    ['ENDORSED', endorsed.json.data.document.id],
  ]);
  // The PDF alone is an endorsement as well; without it something has to change.
  expect((await send({ changes: '{}' }, 'second.pdf')).status).toBe(200);
  expect((await send({ changes: '{}' })).json.fields).toEqual({ changes: 'Enter what changes' });
  expect((await send({ changes: '{"policyNo":"POL/OTHER"}' })).json.fields).toEqual({
    'changes.policyNo': 'An endorsement cannot change this',
  });
  expect(Object.keys((await send({ changes: 'much', reason: '' })).json.fields).sort()).toEqual(['changes', 'reason']);
  expect((await send({ changes: '{}', premium: '1' })).status).toBe(400);
});
