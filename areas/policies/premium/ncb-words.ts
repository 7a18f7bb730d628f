import type { NcbReason } from './premium.rules.ts';

/** Why a bonus is what it is, in words. */
export const ncbWords: Readonly<Record<NcbReason, string>> = {
  NO_OD: 'there is no own-damage cover',
  FIRST: 'this is the first own-damage cover of the vehicle',
  NEXT_STEP: 'the previous cover was free of claims',
  TOP: 'the previous cover was free of claims, and this is the highest step',
  KEPT: 'the previous cover was shorter than a year',
  CLAIM: 'there was a claim on the previous cover',
  PROTECTED: 'there was a claim, and the bonus was protected',
  LAPSED: 'it starts more than 90 days after the previous own-damage cover expired',
};
