import type { Named } from '#areas/documents/review/review.contract.ts';
import type { Colour } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { ClearedUntil, Line } from './status.contract.ts';

/** The fresh answer to "may it run today?". */
export interface ComplianceAnswer {
  on: string;
  colour: Colour;
  lines: Line[];
  /** First day after this one on which the answer may be another by itself. */
  until: string | null;
  /** Null: blocked, or nothing will block it by itself. */
  cleared: ClearedUntil | null;
  driver: Named | null;
}
