import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { prove } from '#areas/ledger/testing/books.ts';
import { insuranceOffer } from '#areas/offers/offer.contract.ts';
import { appUserPolicy } from '#areas/policies/policy/policy.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { addDays } from '#kit/contract/days.ts';

const today = '2026-11-21';
let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await startTestProduct({ at: `${today}T00:30:00Z`, fleet: true });
  token = await product.login('admin@roadkeeper.test');
}, 60_000);
afterAll(() => product?.close());
const get = async (path: string) => (await product.call('GET', path, { token })).json;

const dayOf = (value: string) =>
  value.startsWith('today') ? addDays(today, Number(value.slice('today'.length) || 0)) : value;
const viewsOf = async ({ path, readyViews }: AnyCatalogue) =>
  Promise.all(
    readyViews.map(async ({ name, search }: AnyCatalogue['readyViews'][number]) => {
      const asked = Object.entries<string>(search).map(([key, value]): [string, string] => [key, dayOf(value)]);
      return [name, (await get(`/${path}?${new URLSearchParams(asked).toString()}`)).count] as const;
    }),
  );

test('every view of policies and of offers has something to show', async () => {
  const counts = [...(await viewsOf(appUserPolicy)), ...(await viewsOf(insuranceOffer))];
  expect(counts.filter(([, count]) => !(count > 0))).toEqual([]);
  expect(counts.length).toBe(appUserPolicy.readyViews.length + insuranceOffer.readyViews.length);
});

test('a premium was paid from the wallet, another one came back with its policy, and the books say the same', async () => {
  const { data: paid } = await get('/app-user-policy?payment=WALLET&take=10');
  const [kept, cancelled] = ['SCHEDULED', 'CANCELLED'].map((state) =>
    paid.find((one: { state: string }) => one.state === state),
  );
  expect(kept).toMatchObject({ paidPaise: kept.totalPaise, offerText: 'RENEW10: Renew early, save 10 %' });
  expect(cancelled).toMatchObject({ cancelledOn: cancelled.odFrom, refundPaise: cancelled.totalPaise, paidPaise: 0 });
  const { data: moves } = await get('/wallet-transaction?take=100');
  const of = (id: string) =>
    moves
      .filter(({ about }: { about: { id: string } | null }) => about?.id === id)
      .map((one: { transactionType: number; reason: string }) => `${one.transactionType} ${one.reason}`)
      .sort();
  expect([of(kept.id), of(cancelled.id)]).toEqual([['2 PREMIUM'], ['1 REFUND', '2 PREMIUM']]);
  expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0, faults: [] });
  // The demo is of policies that could have been entered: parts add up, uses are those of policies.
  const pages = await Promise.all([0, 100].map((skip) => get(`/app-user-policy?take=100&skip=${skip}`)));
  const policies = pages.flatMap(({ data }) => data);
  for (const one of policies)
    expect(
      one.odPremiumPaise + one.tpPremiumPaise + one.paOwnerPaise - one.discountPaise + one.gstPaise,
      one.policyNo,
    ).toBe(one.totalPaise);
  const { data: offers } = await get('/insurance-offer?take=20');
  for (const { id, uses } of offers)
    expect(policies.filter(({ offerId }: { offerId: string | null }) => offerId === id).length).toBe(uses);
  expect(offers.filter(({ uses }: { uses: number }) => uses > 0).length).toBeGreaterThan(2);
  // Nothing was entered later than now.
  expect(policies.filter(({ createdAt }) => createdAt > `${today}T00:30:00.000Z`)).toEqual([]);
  // Nobody would insure from a day on that another policy covers.
  const after = await get(`/app-user-policy?id=${kept.previousPolicyId}`);
  expect(after.data[0].state).toBe('RENEWED');
});
