import { discountOf, type OfferFacts, unfit } from '#areas/offers/offers.server.ts';
import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { Draft } from '#kit/server/catalogue/policy.ts';
import type { Build } from './premium.store.ts';
import { inRupees } from '../policy/policy-check.rules.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';

type Row = RowOf<typeof appUserPolicy>;
type Values = ValuesOf<typeof appUserPolicy>;
interface Offers {
  offers: ReadonlyMap<string, OfferFacts>;
  /** Offers as policies took them, by the ids of the policies. */
  frozen: ReadonlyMap<string, OfferFacts>;
  day: string;
}

const discounted = ['odPremiumPaise', 'paOwnerPaise', 'addOnPremiumPaise'] as const;
const paiseIn = (of: Partial<Values> | Row, name: (typeof discounted)[number] | 'discountPaise') => of[name] ?? 0;

/**
 * The discount of a policy with an offer is that of the offer: a draft has it as the offer is now, an issued policy as it was taken. What
 * was kept before is brought in line, with a warning; what was typed otherwise is refused.
 */
export function applyDiscount(
  { before, values, messages, warnings }: Draft<typeof appUserPolicy>,
  { offers, frozen, day }: Offers,
  build: Build | undefined,
): void {
  if (!values.offerId) return;
  const taken = before?.issued && before.offerId === values.offerId ? frozen.get(before.id) : undefined;
  const offer = taken ?? offers.get(values.offerId);
  const isFixed = before?.issued === true && before.offerId === values.offerId;
  const why = isFixed ? undefined : offer ? unfit(offer, askedBy(values, build), day) : 'This offer no longer exists';
  if (why !== undefined) {
    messages.offerId = why;
    return;
  }
  // One whose premium stays keeps what it has, whatever may have been the rule then.
  const isSame = isFixed && discounted.every((name) => paiseIn(values, name) === paiseIn(before, name));
  if (isFixed && !offer && !isSame) return;
  const right =
    isSame || !offer
      ? paiseIn(before ?? values, 'discountPaise')
      : discountOf(
          offer,
          paiseIn(values, 'odPremiumPaise'),
          paiseIn(values, 'addOnPremiumPaise') + paiseIn(values, 'paOwnerPaise'),
        );
  const name = offer ? `offer ${offer.code}` : 'the offer';
  const typed = values.discountPaise ?? null;
  if (typed === right) return;
  const isKept = typed !== null && before?.offerId === values.offerId && typed === before.discountPaise;
  if (typed !== null && !isKept) {
    messages.discountPaise = `The discount of ${name} is ${inRupees(right)}`;
    return;
  }
  values.discountPaise = right;
  if (!isKept) return;
  warnings.push(`The discount of ${name} is ${inRupees(right)} now, not ${inRupees(typed)}`);
  // What was reckoned with the old discount is reckoned anew.
  for (const sum of ['gstPaise', 'totalPaise'] as const) if ((values[sum] ?? null) === before[sum]) values[sum] = null;
}

const askedBy = (values: Values, build: Build | undefined) => ({
  insurerId: values.insurerId,
  coverType: values.coverType,
  categoryId: build?.categoryId ?? null,
  idvPaise: values.idvPaise ?? null,
});
