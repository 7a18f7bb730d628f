import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { catalogues as offices } from './offices/offices.contract.ts';
import { catalogues as vehicles } from './vehicles/vehicles.contract.ts';

/** Every catalogue of the product, one line per area. */
export const catalogues: readonly AnyCatalogue[] = [...offices, ...vehicles];
