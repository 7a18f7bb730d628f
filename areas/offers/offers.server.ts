import type { AreaServer } from '#kit/server/area.ts';
import { offerPolicy } from './offer.policy.ts';
import { offersJob, offersTask, planOffers } from './offers.job.ts';
import { contract } from './offers.contract.ts';

// What other areas may use of this one.
export { discountOf, type OfferFacts, unfit } from './offers.rules.ts';
export { giveBackOfferUse, liveOffers, offerAsApplied, offersOf, recordOfferUse, takenOffers } from './offers.store.ts';

/** Offers of insurers, and how often each is used. */
export const area: AreaServer = {
  contract,
  policies: () => ({ 'insurance-offer': offerPolicy }),
  jobs: ({ kit, jobs }) => ({ [offersJob]: offersTask(kit, jobs) }),
  plan: (db, { jobs }, now) => planOffers(db, jobs, now),
};
