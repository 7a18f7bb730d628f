import type { NcbReason } from './premium.rules.ts';

/** Why a bonus is what it is, in words. */
export const ncbWords: Readonly<Record<NcbReason, string>> = {
  NO_OD: 'there is no own-damage cover',
  FIRST: 'this is the first own-damage cover of the vehicle',
  NEXT_STEP: 'the cover before was free of claims',
  TOP: 'the cover before was free of claims, and this is the highest step',
  KEPT: 'the cover before was shorter than a year',
  CLAIM: 'there was a claim on the cover before',
  PROTECTED: 'there was a claim, and the bonus was protected',
  LAPSED: 'it starts more than 90 days after the own-damage cover before expired',
};
