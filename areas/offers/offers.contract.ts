import type { AreaContract } from '#kit/contract/area.ts';
import { insuranceOffer } from './offer.contract.ts';

export const contract: AreaContract = { name: 'offers', catalogues: [insuranceOffer] };
