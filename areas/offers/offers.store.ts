import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { OfferFacts } from './offers.rules.ts';

export const offerColumns = `o.id, o.title, o.code, o.insurer_id as "insurerId", coalesce(o.cover_types, '{}') as "coverTypes", o.category_id as "categoryId",
  o.discount_percent::float8 as "discountPercent", o.discount_paise as "discountPaise", o.min_idv_paise as "minIdvPaise",
  o.valid_from as "validFrom", o.valid_to as "validTo", o.max_uses as "maxUses", o.per_organisation as "perOrganisation", o.uses, o.status`;

/** Offers by their ids, deleted ones left out. */
export const offersOf = async (db: Queryable, ids: readonly string[]): Promise<Map<string, OfferFacts>> =>
  new Map(
    (ids.length === 0
      ? []
      : await db.query<OfferFacts>(
          `select ${offerColumns} from insurance_offer o where o.id = any($1::uuid[]) and o.deleted_at is null`,
          [[...ids]],
        )
    ).map((offer) => [offer.id, offer]),
  );

/** The offer as it was when a policy took it, in words for the policy. */
export const offerAsApplied = ({ title, code }: Pick<OfferFacts, 'title' | 'code'>): string => `${code}: ${title}`;

/**
 * Counts the use of an offer by a policy, and freezes the offer with it. Those who use one at the same time take turns at its row, so
 * that no limit is passed. A policy that has it already changes nothing.
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
  const [used] = await db.query<{ offerId: string }>(
    'select offer_id as "offerId" from insurance_offer_use where policy_id = $1',
    [use.policyId],
  );
  if (used?.offerId === use.offerId) return;
  if (used) throw refuse.conflict('The offer of a policy stays as it was applied', { offerId: 'Cannot be changed' });
  const full = (message: string) => refuse.conflict(message, { offerId: message });
  if (offer.maxUses !== null && offer.uses >= offer.maxUses) throw full('This offer has been used up');
  const [own] = await db.query<{ count: number }>(
    'select count(*)::int as count from insurance_offer_use u where u.offer_id = $1 and u.org_id = $2',
    [use.offerId, use.orgId],
  );
  if (offer.perOrganisation !== null && (own?.count ?? 0) >= offer.perOrganisation)
    throw full('This organisation has used this offer as often as it may');
  await db.query('update insurance_offer set uses = uses + 1 where id = $1', [use.offerId]);
  await db.query(
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
  );
  writer.touched.push(['insurance_offer', null]);
}

/** Offers that are live on a day and not used up, those that end soonest first. */
export const liveOffers = (db: Queryable, day: string): Promise<OfferFacts[]> =>
  db.query<OfferFacts>(
    `select ${offerColumns} from insurance_offer o where o.deleted_at is null and o.status = 1 and o.valid_from <= $1 and o.valid_to >= $1
       and (o.max_uses is null or o.uses < o.max_uses) order by o.valid_to, o.id limit 100`,
    [day],
  );
