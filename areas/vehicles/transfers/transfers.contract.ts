import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
/** What becomes of an open transfer. */
export const decisions = ['APPROVE', 'REFUSE', 'WITHDRAW'] as const;
export type Decision = (typeof decisions)[number];

export const transferStates = ['OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN'] as const;
export type TransferState = (typeof transferStates)[number];

/** A row of GET /ownership-transfer, as the reader may see it. */
export interface TransferRow {
  id: string;
  registrationNo: string;
  plateUse: PlateUse;
  model: string;
  /** Only for who may open the vehicle. */
  vehicleId: string | null;
  kind: 'REQUEST' | 'OFFER';
  state: TransferState;
  reason: string;
  handedOn: string;
  /** Who gives it away; null where that is not the reader's to know. */
  fromName: string | null;
  /** Who takes it; of an offer that was not taken, the end of the number it was made to. */
  toName: string | null;
  decisionNote: string | null;
  createdAt: string;
  decidedAt: string | null;
  /** What the reader may do with it now. */
  may: Decision[];
}
