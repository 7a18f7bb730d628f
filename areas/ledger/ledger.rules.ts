import { type Refusal, refuse } from '#kit/server/refusals.ts';

/** What the database says of a movement: done, done before, or why it was not. */
export type MoveCode =
  | 'DONE'
  | 'EXISTS'
  | 'EXISTS_OTHER'
  | 'UNKNOWN'
  | 'APPROVAL'
  | 'FROZEN'
  | 'FUNDS'
  | 'CEILING'
  | 'NOT_RETURNABLE'
  | 'REVERSED'
  | 'REFUNDED'
  | 'OVER_REST'
  | 'HOLD_RESOLVED'
  | 'HOLD_EXPIRED';

type Why = Exclude<MoveCode, 'DONE' | 'EXISTS'>;

const messages: Readonly<Record<Exclude<Why, 'UNKNOWN'>, string>> = {
  EXISTS_OTHER: 'This id was used for another transfer',
  APPROVAL: 'This amount needs the approval of a second person',
  FROZEN: 'This account is frozen: nothing can be paid from it',
  FUNDS: 'Insufficient funds',
  CEILING: 'The account cannot hold this much',
  NOT_RETURNABLE: 'This cannot be refunded or reversed',
  REVERSED: 'This transfer was already reversed',
  REFUNDED: 'Part of this transfer was refunded. Reverse the refunds first',
  OVER_REST: 'This is more than what is left',
  HOLD_RESOLVED: 'This hold was already captured or voided',
  HOLD_EXPIRED: 'This hold has expired',
};

/** The refusal that a code stands for. Nothing was moved. */
export const refusalOf = (code: Why): Refusal =>
  code === 'UNKNOWN' ? refuse.notFound('Account not found') : refuse.conflict(messages[code]);
