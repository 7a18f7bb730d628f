import { uuidv7 } from 'uuidv7';
import { giveBack } from '#areas/ledger/ledger.server.ts';
import { offerAsApplied, recordOfferUse } from '#areas/offers/offers.store.ts';
import { bonusOf } from '#areas/policies/policy/complete-policy.ts';
import { addVersions, policiesOfVehicles, refreshStates } from '#areas/policies/policy/policies.store.ts';
import { appUserPolicy } from '#areas/policies/policy/policy.contract.ts';
import { ncbWords } from '#areas/policies/premium/ncb-words.ts';
import { readBuilds, readLadders, readTariff } from '#areas/policies/premium/premium.store.ts';
import { periodEnd } from '#areas/policies/renewal/renewal.rules.ts';
import { payBill } from '#areas/wallet/bills/bills.ts';
import { addTransaction, type Person } from '#areas/wallet/money/transactions.store.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, type Queryable } from '#kit/server/db/database.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import { insertPlanned } from '../demo-fleet-rows.ts';
import { once } from '../load.ts';
import { type DemoOffer, moneyOf, type PremiumFacts } from './plan-policies.ts';

const organisation = 'Sahyadri Logistics';
const hour = 3_600_000;

/** Writes what is dated before; the history tells of it now. */
const writerAt = (at: Date, now: Date): Writer => ({ ...productWriter(at), toldAt: now });

/** A vehicle with what its next policy takes over. */
interface Insured {
  vehicleId: string;
  orgId: string;
  appUserId: string | null;
  insurerId: string;
  previousId: string | null;
  idvPaise: number | null;
  from: string;
}
interface Made {
  id: string;
  orgId: string;
  policyNo: string;
  vehicleId: string;
  from: string;
  totalPaise: number;
}

/**
 * What happens to policies after they were issued: one was renewed with an offer and paid from the wallet, and one was paid so, cancelled
 * before it began and refunded. Once for a database.
 */
export const loadDemoPremiums = ({ db, sealed, clock }: Pick<CatalogueKit, 'db' | 'sealed' | 'clock'>) =>
  once(db, 'demo-premiums', clock.now(), async (db) => {
    const now = clock.now();
    const day = indiaDay(now);
    const [kept, dropped] = await ending(db, day);
    const [walletId, owner, finance] = [await walletOf(db), await ownerOf(db), await financeOf(db)];
    const ids = [kept, dropped].flatMap((one) => (one ? [one.vehicleId] : []));
    const facts = { builds: await readBuilds(db, ids), tariff: await readTariff(db), ladders: await readLadders(db) };
    const add = (one: Insured, no: number, more: { offer: DemoOffer | undefined; at: Date }) =>
      issue(
        db,
        sealed,
        one,
        { ...more, now, policyNo: `SPEC/INS/${one.from.slice(0, 4)}/9${String(no).padStart(5, '0')}` },
        facts,
      );
    // After all that happened in the wallet so far: the books go by the order of time.
    const paidAt = new Date(now.getTime() - 10 * hour);
    const pay = async (policy: Made, at: Date) => {
      const by = owner as Person;
      const bill = {
        about: { module: appUserPolicy.path, id: policy.id },
        orgId: policy.orgId,
        subject: policy.policyNo,
      };
      const moving = { key: '1:0', by, writer: writerAt(at, now) };
      return payBill(db, everything, { ...bill, walletId, paise: policy.totalPaise, reason: 'PREMIUM' }, moving);
    };
    if (kept && owner) {
      const policy = await add(kept, 1, { offer: await offerOf(db, 'RENEW10'), at: paidAt });
      await pay(policy, paidAt);
      await db.query('update app_user_policy set paid_paise = total_paise, postings = 1 where id = $1', [policy.id]);
    }
    if (dropped && owner && finance) {
      const policy = await add(dropped, 2, { offer: await offerOf(db, 'FLEET2000'), at: paidAt });
      const { id } = await pay(policy, new Date(paidAt.getTime() + hour));
      await cancel(db, policy, { paymentId: id, walletId, by: finance, at: new Date(now.getTime() - 2 * hour), now });
    }
    await refreshStates(db, productWriter(now), ids);
  });

/** Policies that are renewed a month before they would be due. */
const ending = (db: Queryable, day: string): Promise<Insured[]> =>
  db.query<Insured>(
    `select p.vehicle_id as "vehicleId", p.org_id as "orgId", p.app_user_id as "appUserId", p.insurer_id as "insurerId", p.id as "previousId",
       p.idv_paise as "idvPaise", (p.next_end + 1)::text as "from"
     from app_user_policy p join organisation o on o.id = p.org_id join vehicle v on v.id = p.vehicle_id
     where o.name = $1 and p.state = 'ACTIVE' and p.cover_type = 'PACKAGE' and p.status = 1 and p.deleted_at is null
       and p.next_end between $2::date + 35 and $2::date + 60 and v.status = 1 and v.situation = 'IN_USE'
     order by p.next_end desc, p.id limit 2`,
    [organisation, day],
  );

const walletOf = async (db: Queryable): Promise<string> =>
  (
    await db.query<{ id: string }>(
      'select w.id from wallet w join organisation o on o.id = w.org_id where o.name = $1 order by w.id limit 1',
      [organisation],
    )
  )[0]?.id ?? '';
const ownerOf = async (db: Queryable): Promise<Person | undefined> =>
  (
    await db.query<Person>(
      `select a.id, a.name, false as "isStaff" from account a join organisation o on o.id = a.org_id join role r on r.id = a.role_id
       where o.name = $1 and r.name = 'Client owner' and a.deleted_at is null order by a.id limit 1`,
      [organisation],
    )
  )[0];
const financeOf = async (db: Queryable): Promise<Person | undefined> =>
  (
    await db.query<Person>(
      `select id, name, true as "isStaff" from account where email = 'finance@roadkeeper.test' and deleted_at is null`,
    )
  )[0];
const offerOf = async (db: Queryable, code: string): Promise<DemoOffer | undefined> =>
  (
    await db.query<DemoOffer>(
      `select id, title, code, discount_percent::float8 as "discountPercent", discount_paise as "discountPaise", valid_from as "from", valid_to as "to"
       from insurance_offer where code = $1 and deleted_at is null`,
      [code],
    )
  )[0];

async function issue(
  db: Queryable,
  sealed: CatalogueKit['sealed'],
  one: Insured,
  { offer, at, now, policyNo }: { offer: DemoOffer | undefined; at: Date; now: Date; policyNo: string },
  facts: PremiumFacts,
): Promise<Made> {
  const { vehicleId, orgId, from } = one;
  const id = uuidv7();
  const to = periodEnd(from, 1);
  const days = { odFrom: from, odTo: to, tpFrom: from, tpTo: to };
  const draft = { id, issued: true, live: true, ...days, cancelledOn: null, previousPolicyId: one.previousId };
  const { percent, reason } = bonusOf(draft, await policiesOfVehicles(db, [vehicleId]), facts);
  const money = moneyOf(vehicleId, { from, odFrom: from, ncb: percent, offer }, facts, one.idvPaise);
  const columns = {
    policy_no: policyNo,
    insurer_id: one.insurerId,
    vehicle_id: vehicleId,
    app_user_id: one.appUserId,
    cover_type: 'PACKAGE',
    issued: true,
    od_from: from,
    od_to: to,
    tp_from: from,
    tp_to: to,
    ncb_percent: String(percent),
    ncb_reason: `${percent} %: ${ncbWords[reason]}`,
    payment: 'WALLET',
    previous_policy_id: one.previousId,
    offer_id: offer?.id ?? null,
    offer_text: offer ? offerAsApplied(offer) : null,
    ...money,
  };
  await insertPlanned(db, sealed, appUserPolicy, [{ id, orgId, title: policyNo, at: at.toISOString(), columns }], now);
  const writer = writerAt(at, now);
  if (offer)
    await recordOfferUse(db, writer, {
      offerId: offer.id,
      policyId: id,
      orgId,
      discountPaise: Number(money.discount_paise),
    });
  await addVersions(db, writer, [{ id: uuidv7(), policyId: id, kind: 'ISSUED', effectiveOn: from, reason: null }]);
  return { id, orgId, policyNo, vehicleId, from, totalPaise: money.total_paise };
}

/** Cancels a policy from its first day, with the whole premium back in the wallet. */
async function cancel(
  db: Queryable,
  { id, orgId, from, totalPaise: paise }: Made,
  { paymentId, walletId, by, at, now }: { paymentId: string; walletId: string; by: Person; at: Date; now: Date },
): Promise<void> {
  const writer = writerAt(at, now);
  const reason = 'Insured elsewhere';
  await db.query(
    `update app_user_policy set cancelled_on = od_from, cancel_reason = $2, refund_paise = total_paise, paid_paise = 0, postings = 2 where id = $1`,
    [id, reason],
  );
  await addVersions(db, writer, [{ id: uuidv7(), policyId: id, kind: 'CANCELLED', effectiveOn: from, reason }]);
  const refundId = uuidv7();
  const { toBalance } = await giveBack(
    db,
    { id: refundId, kind: 'REFUND', of: paymentId, paise, reason: 'REFUND', note: reason },
    { madeBy: by.id, now: at },
  );
  await addTransaction(
    db,
    {
      id: refundId,
      walletId,
      orgId,
      type: 1,
      paise,
      reason: 'REFUND',
      note: reason,
      ofId: paymentId,
      about: { module: appUserPolicy.path, id },
      balancePaise: toBalance,
      madeBy: by,
    },
    writer,
  );
}
