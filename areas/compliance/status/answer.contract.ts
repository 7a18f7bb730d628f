import type { Named } from '#areas/documents/review/review.contract.ts';
import type { Colour } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { Line } from './status.contract.ts';

/** The fresh answer to "may it run today?". */
export interface ComplianceAnswer {
  on: string;
  colour: Colour;
  lines: Line[];
  /** First day after this one on which the answer may be another by itself. */
  until: string | null;
  driver: Named | null;
}
