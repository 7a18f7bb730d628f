import { uuidv7 } from 'uuidv7';
import { vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import { insuranceOffer } from '#areas/offers/offer.contract.ts';
import { offerState } from '#areas/offers/offers.rules.ts';
import { recordOfferUse } from '#areas/offers/offers.store.ts';
import { policyClaim } from '#areas/policies/claims/claim.contract.ts';
import { addVersions, refreshStates } from '#areas/policies/policy/policies.store.ts';
import { appUserPolicy } from '#areas/policies/policy/policy.contract.ts';
import { readBuilds, readLadders, readTariff } from '#areas/policies/premium/premium.store.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import { insertPlanned, type Planned } from '../demo-fleet-rows.ts';
import { once } from '../load.ts';
import { type DemoOffer, type DemoVehicle, type Paper, planPolicies } from './plan-policies.ts';

type Seeding = Pick<CatalogueKit, 'db' | 'sealed' | 'clock'>;

interface Stored extends Omit<Paper, 'number'> {
  vehicleId: string;
  sealed: string | null;
}

/** Policies of the demo's vehicles: those whose documents they have, and the years before, with claims and offers. Once for a database. */
export const loadDemoPolicies = ({ db, sealed, clock }: Seeding): Promise<boolean> =>
  once(db, 'demo-policies', clock.now(), async (db) => {
    const now = clock.now();
    const day = indiaDay(now);
    const vehicles = await db.query<Omit<DemoVehicle, 'papers' | 'appUserId'>>(
      `select v.id, v.org_id as "orgId", v.registration_no as plate, v.registered_on::text as "registeredOn" from vehicle v
       where v.deleted_at is null order by v.registration_no`,
    );
    const papers = Map.groupBy(
      await db.query<Stored>(
        `select d.id, d.vehicle_id as "vehicleId", d.number_sealed as sealed, d.valid_from as "from", d.valid_upto as "to", d.front_id as "fileId"
         from vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id join vehicle v on v.id = d.vehicle_id and v.org_id = d.org_id
         where t.code = 'INSURANCE' and d.deleted_at is null and d.status = 1 and d.valid_from is not null and d.valid_upto is not null
           and d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED', 'UPCOMING', 'SUPERSEDED') order by d.valid_from, d.id`,
      ),
      ({ vehicleId }) => vehicleId,
    );
    const owners = new Map(
      (
        await db.query<{ orgId: string; id: string }>(
          `select distinct on (a.org_id) a.org_id as "orgId", a.id from account a join role r on r.id = a.role_id
           where r.name = 'Client owner' and a.deleted_at is null order by a.org_id, a.id`,
        )
      ).map(({ orgId, id }) => [orgId, id]),
    );
    const insurers = (await db.query<{ id: string }>('select id from insurer order by name')).map(({ id }) => id);
    const ids = vehicles.map(({ id }) => id);
    const offers = offersOf(day);
    const facts = {
      now,
      offers: offers.map(demoOffer),
      day,
      insurers,
      builds: await readBuilds(db, ids),
      tariff: await readTariff(db),
      ladders: await readLadders(db),
    };
    const planned = vehicles.map((vehicle, at) =>
      planPolicies(
        {
          ...vehicle,
          appUserId: owners.get(vehicle.orgId) ?? null,
          papers: (papers.get(vehicle.id) ?? []).map(({ sealed: text, ...paper }) => ({
            ...paper,
            number: text ? sealed.open({ table: vehicleKycDoc.base, column: 'number', id: paper.id }, text) : null,
          })),
        },
        at,
        facts,
      ),
    );
    const policies = planned.flatMap((one) => one.policies);
    await insertPlanned(db, sealed, insuranceOffer, offers, now);
    await insertPlanned(db, sealed, appUserPolicy, policies, now);
    await insertPlanned(
      db,
      sealed,
      policyClaim,
      planned.flatMap((one) => one.claims),
      now,
    );
    await linkPapers(db, policies);
    const writer = productWriter(now);
    for (const { id: policyId, orgId, at, columns } of policies)
      if (typeof columns['offer_id'] === 'string')
        await recordOfferUse(
          db,
          { ...writer, now: new Date(at) },
          {
            offerId: columns['offer_id'],
            policyId,
            orgId: String(orgId),
            discountPaise: Number(columns['discount_paise']),
          },
        );
    await addVersions(
      db,
      writer,
      policies.map((policy) => ({
        id: uuidv7(),
        policyId: policy.id,
        kind: 'ISSUED',
        effectiveOn: String(policy.columns['tp_from']),
        reason: null,
      })),
    );
    await refreshStates(
      db,
      writer,
      ids,
      policies.map(({ id }) => id),
    );
  });

/** The document of a vehicle that is the PDF of a policy. */
async function linkPapers(db: Queryable, policies: readonly (Planned & { paperId: string | null })[]): Promise<void> {
  await db.query(
    `update vehicle_kyc_doc d set policy_id = n.policy from jsonb_to_recordset($1::jsonb) as n (id uuid, policy uuid) where d.id = n.id`,
    [JSON.stringify(policies.flatMap(({ id, paperId }) => (paperId ? [{ id: paperId, policy: id }] : [])))],
  );
}

function offersOf(day: string): Planned[] {
  const offer = (title: string, code: string, from: number, to: number, columns: Record<string, unknown>): Planned => ({
    id: uuidv7(),
    orgId: null,
    title,
    at: `${addDays(day, Math.min(from, 0) - 3)}T06:00:00Z`,
    columns: {
      title,
      code,
      valid_from: addDays(day, from),
      valid_to: addDays(day, to),
      discount_percent: null,
      discount_paise: null,
      cover_types: ['PACKAGE', 'STANDALONE_OD'],
      max_uses: null,
      per_organisation: null,
      terms: null,
      status: 1,
      ...columns,
      state: offerState(
        { validFrom: addDays(day, from), validTo: addDays(day, to), status: columns['status'] === 0 ? 0 : 1 },
        day,
      ),
    },
  });
  return [
    offer('Renew early, save 10 %', 'RENEW10', -20, 70, {
      discount_percent: 10,
      max_uses: 200,
      per_organisation: 25,
      terms: 'On the own-damage premium of comprehensive policies that are renewed before they expire.',
    }),
    offer('Fleet discount', 'FLEET2000', -60, 120, { discount_paise: 200_000 }),
    offer('New year', 'NEWYEAR15', 30, 60, { discount_percent: 15, max_uses: 50 }),
    offer('Monsoon', 'MONSOON5', -160, -70, { discount_percent: 5 }),
    offer('Add-on week', 'ADDON1000', -5, 45, { discount_paise: 100_000, status: 0 }),
  ];
}

const demoOffer = ({ id, title, columns }: Planned): DemoOffer => ({
  id,
  title,
  code: String(columns['code']),
  discountPercent: columns['discount_percent'] as number | null,
  discountPaise: columns['discount_paise'] as number | null,
  from: String(columns['valid_from']),
  to: String(columns['valid_to']),
});
