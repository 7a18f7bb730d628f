import { areaEvent } from '#kit/server/events.ts';

/** Money that paid a record of another area came back, or what came back went out again. */
export interface BillMoved {
  about: { module: string; id: string };
  /** More than nothing: it is paid by so much more; less: by so much less. */
  paise: number;
  /** What people call the transaction. */
  ref: string;
}

/** A payment of a record was refunded or reversed, or such a refund was reversed. Raised before the transaction ends. */
export const billMoved = areaEvent<BillMoved>('bill moved');
