/** An offer as a policy meets it. */
export interface OfferFacts {
  id: string;
  title: string;
  code: string;
  insurerId: string | null;
  coverTypes: readonly string[];
  categoryId: string | null;
  discountPercent: number | null;
  discountPaise: number | null;
  minIdvPaise: number | null;
  validFrom: string;
  validTo: string;
  maxUses: number | null;
  perOrganisation: number | null;
  uses: number;
  status: 0 | 1;
}

export type OfferState = 'SCHEDULED' | 'LIVE' | 'PAUSED' | 'ENDED';

/** The state of an offer on a day in India; its last day counts until it is over. */
export function offerState(
  { validFrom, validTo, status }: Pick<OfferFacts, 'validFrom' | 'validTo' | 'status'>,
  day: string,
): OfferState {
  if (validTo < day) return 'ENDED';
  if (status === 0) return 'PAUSED';
  return validFrom > day ? 'SCHEDULED' : 'LIVE';
}

/** What an offer is asked for. */
export interface OfferFor {
  insurerId: string;
  coverType: string;
  categoryId: string | null;
  idvPaise: number | null;
}

/** Why an offer is not for a policy, in a sentence; undefined: it is. */
export function unfit(offer: OfferFacts, policy: OfferFor, day: string): string | undefined {
  const state = offerState(offer, day);
  if (state !== 'LIVE')
    return { SCHEDULED: 'This offer has not started', PAUSED: 'This offer is paused', ENDED: 'This offer has ended' }[
      state
    ];
  if (offer.insurerId !== null && offer.insurerId !== policy.insurerId) return 'This offer is for another insurer';
  if (offer.coverTypes.length > 0 && !offer.coverTypes.includes(policy.coverType))
    return 'This offer is for another type of cover';
  if (offer.categoryId !== null && offer.categoryId !== policy.categoryId)
    return 'This offer is for another vehicle category';
  if (offer.minIdvPaise !== null && (policy.idvPaise ?? 0) < offer.minIdvPaise)
    return 'The IDV is below the minimum of this offer';
  return undefined;
}

/** The discount in whole paise: never on third-party cover, and never more than the rest. */
export function discountOf(
  offer: Pick<OfferFacts, 'discountPercent' | 'discountPaise'>,
  odPremiumPaise: number,
  restPaise: number,
): number {
  const wanted = offer.discountPaise ?? Math.round((odPremiumPaise * (offer.discountPercent ?? 0)) / 100);
  return Math.min(wanted, odPremiumPaise + restPaise);
}
