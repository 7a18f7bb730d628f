import { moneyText } from '#kit/contract/formats/money.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';

/** What the codes of areas are called, by the module and the fact. */
const codes: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, PlainTextKey>>>>>> = {
  violation: {
    state: {
      TO_REVIEW: 'violations.states.TO_REVIEW',
      CONFIRMED: 'violations.states.CONFIRMED',
      DISMISSED: 'violations.states.DISMISSED',
      WITHDRAWN: 'violations.states.WITHDRAWN',
    },
  },
  // Why a session ended.
  session: {
    why: {
      'too many sessions': 'history.why.tooManySessions',
      'refresh token replayed': 'history.why.refreshTokenReplayed',
      'signed out': 'history.why.signedOut',
      'password changed': 'history.why.passwordChanged',
      'password reset': 'history.why.passwordReset',
      'password reset by an administrator': 'history.why.passwordResetByAnAdministrator',
      'ended by an administrator': 'history.why.endedByAnAdministrator',
      'ended by its owner': 'history.why.endedByItsOwner',
      'code at sign-in switched on': 'history.why.codeAtSignInSwitchedOn',
      'code at sign-in switched off': 'history.why.codeAtSignInSwitchedOff',
      'switched off': 'history.why.switchedOff',
      'the right ended': 'history.why.theRightEnded',
      returned: 'history.why.returned',
      'acted as somebody else': 'history.why.actedAsSomebodyElse',
      'time ran out': 'history.why.timeRanOut',
      idle: 'history.why.idle',
    },
  },
  wallet: {
    status: {
      0: 'wallet.states.0',
      1: 'wallet.states.1',
      2: 'wallet.states.2',
      3: 'wallet.states.3',
      4: 'wallet.states.4',
    },
    transactionType: { 1: 'wallet.types.1', 2: 'wallet.types.2' },
    reason: {
      TOPUP: 'wallet.reasons.TOPUP',
      CHALLAN: 'wallet.reasons.CHALLAN',
      PREMIUM: 'wallet.reasons.PREMIUM',
      FEE: 'wallet.reasons.FEE',
      REFUND: 'wallet.reasons.REFUND',
      REVERSAL: 'wallet.reasons.REVERSAL',
      ADJUSTMENT: 'wallet.reasons.ADJUSTMENT',
    },
  },
};

/** A fact in words where its value is an amount or a code; undefined: it is read as it is. */
export function factValue(
  module: string,
  name: string,
  value: unknown,
  say: (key: PlainTextKey) => string,
): string | undefined {
  if (typeof value === 'number' && name.endsWith('Paise')) return moneyText(value);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const texts = codes[module]?.[name];
  const key = texts && Object.hasOwn(texts, String(value)) ? texts[String(value)] : undefined;
  return key && say(key);
}
