import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { catalogues as access } from './access/access.contract.ts';
import { catalogues as challans } from './challans/challans.contract.ts';
import { catalogues as documents } from './documents/documents.contract.ts';
import { catalogues as helpdesk } from './helpdesk/helpdesk.contract.ts';
import { catalogues as offices } from './offices/offices.contract.ts';
import { catalogues as people } from './people/people.contract.ts';
import { catalogues as roads } from './roads/roads.contract.ts';
import { catalogues as safety } from './safety/safety.contract.ts';
import { catalogues as tracking } from './tracking/tracking.contract.ts';
import { catalogues as vehicles } from './vehicles/vehicles.contract.ts';

/** Every catalogue of the product, one line per area. */
export const catalogues: readonly AnyCatalogue[] = [
  ...offices,
  ...vehicles,
  ...documents,
  ...tracking,
  ...roads,
  ...challans,
  ...safety,
  ...helpdesk,
  ...people,
  ...access,
];
