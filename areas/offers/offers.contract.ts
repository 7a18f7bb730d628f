import * as z from 'zod/mini';
import type { AreaContract } from '#kit/contract/area.ts';
import { insuranceOffer } from './offer.contract.ts';

export const contract: AreaContract = { name: 'offers', catalogues: [insuranceOffer] };

/** Who qualifies for an offer. */
export const offerReach = z.strictObject({ vehicles: z.int(), organisations: z.int() });
export type OfferReach = z.infer<typeof offerReach>;
