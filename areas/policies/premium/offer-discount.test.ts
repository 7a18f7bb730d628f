import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { policiesOf } from '../testing/policies.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof policiesOf>>;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  its = await policiesOf(product);
  admin = await product.login('admin@roadkeeper.test');
}, 60_000);
afterAll(() => product?.close());

let serial = 0;
const terms = (code: string, discountPercent: number) => ({
  title: `Offer ${code}`,
  code,
  discountPercent,
  validFrom: '2026-11-01',
  validTo: '2026-11-30',
});
async function offer(discountPercent = 10): Promise<{ id: string; code: string }> {
  const code = `DISCOUNT${(serial += 1)}`;
  const made = await its.call('POST', '/insurance-offer', terms(code, discountPercent), admin);
  expect(made.status, made.text).toBe(201);
  return { id: made.json.data.id, code };
}
const fields = async (more: Record<string, unknown>) =>
  its.fields((await its.vehicle()).id, '2026-11-21', '2027-11-20', more);
const kept = async (id: string) => {
  const { discountPaise, gstPaise, totalPaise, offerText } = await its.policy(id);
  return { discountPaise, gstPaise, totalPaise, offerText };
};

test('the discount of a policy with an offer is that of the offer, and what was typed otherwise is refused with the amount', async () => {
  const { id: offerId, code } = await offer();
  const given = await fields({ offerId });
  const refused = await its.add({ ...given, discountPaise: 900_000 });
  expect([refused.status, refused.json.fields]).toEqual([
    400,
    { discountPaise: `The discount of offer ${code} is ₹1,000.00` },
  ]);
  const draft = await its.add({ ...given, discountPaise: 900_000, issued: false });
  expect(draft.json.fields).toEqual(refused.json.fields);
  const { id } = await its.made({ ...given, discountPaise: 100_000 });
  expect(await kept(id)).toMatchObject({ discountPaise: 100_000, offerText: `${code}: Offer ${code}` });
  // Nor is it typed over later, and it goes with the premium as the offer was taken.
  expect((await its.change(id, { ...given, discountPaise: 900_000 })).json.fields).toEqual(refused.json.fields);
  const endorsed = await its.call('POST', `/app-user-policy/endorse/${id}`, {
    effectiveOn: '2026-12-01',
    reason: 'A camera was built in',
    changes: { odPremiumPaise: 1_200_000 },
  });
  expect(endorsed.status, endorsed.text).toBe(200);
  expect(endorsed.json.warnings).toContain(`The discount of offer ${code} is ₹1,200.00 now, not ₹1,000.00`);
  expect(await kept(id)).toMatchObject({ discountPaise: 120_000 });
});

test('a draft is issued with its offer as it is then, which is told, and stays so', async () => {
  const { id: offerId, code } = await offer(10);
  const given = await fields({ offerId });
  const { id } = await its.made({ ...given, issued: false });
  const draft = await kept(id);
  expect(draft).toMatchObject({ discountPaise: 100_000 });
  const changed = await its.call('PUT', `/insurance-offer/${offerId}`, terms(code, 5), admin);
  expect(changed.status, changed.text).toBe(200);
  // The form sends what it was shown.
  const { discountPaise, gstPaise, totalPaise } = draft;
  const issued = await its.change(id, { ...given, discountPaise, gstPaise, totalPaise, issued: true });
  expect([issued.status, issued.json.warnings]).toEqual([
    200,
    expect.arrayContaining([`The discount of offer ${code} is ₹500.00 now, not ₹1,000.00`]),
  ]);
  const now = await kept(id);
  expect(now).toMatchObject({ discountPaise: 50_000, offerText: `${code}: Offer ${code}` });
  expect(now.totalPaise).toBeGreaterThan(totalPaise);
  const [use] = await its.sql<{ percent: number; paise: number }>(
    `select (terms ->> 'discountPercent')::int as percent, discount_paise as paise from insurance_offer_use where policy_id = $1`,
    [id],
  );
  expect(use).toEqual({ percent: 5, paise: 50_000 });
});
