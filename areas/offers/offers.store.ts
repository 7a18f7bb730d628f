import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { type OfferFacts, type OfferState, offerState } from './offers.rules.ts';

export const offerColumns = `o.id, o.title, o.code, o.insurer_id as "insurerId", coalesce(o.cover_types, '{}') as "coverTypes", o.category_id as "categoryId",
  o.discount_percent::float8 as "discountPercent", o.discount_paise as "discountPaise", o.min_idv_paise as "minIdvPaise",
  o.valid_from as "validFrom", o.valid_to as "validTo", o.max_uses as "maxUses", o.per_organisation as "perOrganisation", o.uses, o.status`;

/**
 * Offers by their ids, deleted ones left out.
 * @param isTaken they are about to be taken: nobody changes them until the transaction ends
 */
export const offersOf = async (
  db: Queryable,
  ids: readonly string[],
  isTaken = false,
): Promise<Map<string, OfferFacts>> =>
  new Map(
    (ids.length === 0
      ? []
      : await db.query<OfferFacts>(
          `select ${offerColumns} from insurance_offer o where o.id = any($1::uuid[]) and o.deleted_at is null
           order by o.id${isTaken ? ' for no key update of o' : ''}`,
          [[...ids]],
        )
    ).map((offer) => [offer.id, offer]),
  );

/** Offers as policies took them, by the ids of the policies. */
export const takenOffers = async (db: Queryable, policyIds: readonly string[]): Promise<Map<string, OfferFacts>> =>
  new Map(
    (policyIds.length === 0
      ? []
      : await db.query<{ policyId: string; terms: OfferFacts }>(
          'select policy_id as "policyId", terms from insurance_offer_use where policy_id = any($1::uuid[])',
          [[...policyIds]],
        )
    ).map(({ policyId, terms }) => [policyId, terms]),
  );

/** The offer as it was when a policy took it, in words for the policy. */
export const offerAsApplied = ({ title, code }: Pick<OfferFacts, 'title' | 'code'>): string => `${code}: ${title}`;

/**
 * Counts the use of an offer by a policy, and freezes the offer with it; a use that was given back is taken again, with the offer as it
 * was. Those who use one at the same time take turns at its row, so that no limit is passed. A policy that has it already changes nothing.
 * @throws 409 where no use is left
 */
export async function recordOfferUse(
  db: Queryable,
  writer: Writer,
  use: { offerId: string; policyId: string; orgId: string; discountPaise: number },
): Promise<void> {
  const [offer] = await db.query<OfferFacts>(
    `select ${offerColumns} from insurance_offer o where o.id = $1 and o.deleted_at is null for no key update of o`,
    [use.offerId],
  );
  if (!offer) throw refuse.badInput({ offerId: 'This offer no longer exists' });
  const [used] = await db.query<{ offerId: string; isGivenBack: boolean }>(
    'select offer_id as "offerId", given_back_at is not null as "isGivenBack" from insurance_offer_use where policy_id = $1',
    [use.policyId],
  );
  if (used && used.offerId !== use.offerId)
    throw refuse.conflict('The offer of a policy stays as it was applied', { offerId: 'Cannot be changed' });
  if (used && !used.isGivenBack) return;
  await refuseUsedUp(db, offer, use.orgId, used !== undefined);
  await db.query('update insurance_offer set uses = uses + 1 where id = $1', [use.offerId]);
  await (used
    ? db.query('update insurance_offer_use set given_back_at = null where policy_id = $1', [use.policyId])
    : db.query(
        `insert into insurance_offer_use (id, org_id, offer_id, policy_id, terms, discount_paise, at) values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          uuidv7(),
          use.orgId,
          use.offerId,
          use.policyId,
          JSON.stringify(offer),
          use.discountPaise,
          writer.now.toISOString(),
        ],
      ));
  writer.touched.push(['insurance_offer', null]);
}

/** @throws 409 where an offer, whose row is locked, has no use left */
async function refuseUsedUp(db: Queryable, offer: OfferFacts, orgId: string, comesBack: boolean): Promise<void> {
  // Whoever brings a policy back sees no field of it.
  const full = (message: string, again: string) =>
    comesBack
      ? refuse.conflict(`${again} of offer ${offer.code}, which this policy had. Raise the limit of the offer first`)
      : refuse.conflict(message, { offerId: message });
  if (offer.maxUses !== null && offer.uses >= offer.maxUses)
    throw full('This offer has been used up', 'No uses are left');
  if (offer.perOrganisation === null) return;
  const [own] = await db.query<{ count: number }>(
    `select count(*)::int as count from insurance_offer_use u where u.offer_id = $1 and u.org_id = $2 and u.given_back_at is null`,
    [offer.id, orgId],
  );
  if ((own?.count ?? 0) >= offer.perOrganisation)
    throw full('This organisation has used this offer as often as it may', 'This organisation has no uses left');
}

/** Gives back the use of an offer by a policy that is removed. One that has none, or gave it back before, changes nothing. */
export async function giveBackOfferUse(db: Queryable, writer: Writer, policyId: string): Promise<void> {
  const counted = await db.query(
    `update insurance_offer o set uses = o.uses - 1 from insurance_offer_use u
     where u.policy_id = $1 and u.given_back_at is null and o.id = u.offer_id returning o.id`,
    [policyId],
  );
  if (counted.length === 0) return;
  await db.query('update insurance_offer_use set given_back_at = $2 where policy_id = $1', [
    policyId,
    writer.now.toISOString(),
  ]);
  writer.touched.push(['insurance_offer', null]);
}

/** Offers that are live on a day and not used up, those that end soonest first. */
export const liveOffers = (db: Queryable, day: string): Promise<OfferFacts[]> =>
  db.query<OfferFacts>(
    `select ${offerColumns} from insurance_offer o where o.deleted_at is null and o.status = 1 and o.valid_from <= $1 and o.valid_to >= $1
       and (o.max_uses is null or o.uses < o.max_uses) order by o.valid_to, o.id limit 100`,
    [day],
  );

/**
 * Keeps the states in line that row security goes by.
 * @param ids of offers that were written; left out: those that the day changes
 */
export async function refreshOffers(db: Queryable, writer: Writer, ids?: readonly string[]): Promise<void> {
  const day = indiaDay(writer.now);
  const given = ids ?? (await db.query<{ id: string }>(turnedSql, [day])).map(({ id }) => id);
  const offers = await db.query<Pick<OfferFacts, 'id' | 'validFrom' | 'validTo' | 'status'> & { state: OfferState }>(
    `select id, valid_from as "validFrom", valid_to as "validTo", status, state from insurance_offer
     where id = any($1::uuid[]) order by id for no key update`,
    [[...given]],
  );
  const changed = offers
    .map((offer) => ({ id: offer.id, was: offer.state, state: offerState(offer, day) }))
    .filter(({ was, state }) => was !== state);
  if (changed.length === 0) return;
  await db.query(
    `update insurance_offer o set state = n.state from jsonb_to_recordset($1::jsonb) as n (id uuid, state text) where o.id = n.id`,
    [JSON.stringify(changed)],
  );
  writer.touched.push(['insurance_offer', null]);
}
const turnedSql = `select id from insurance_offer where state <> 'ENDED' and (valid_to < $1 or (state = 'SCHEDULED' and valid_from <= $1))`;
