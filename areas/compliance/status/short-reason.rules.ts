import { daysBetween } from '#kit/contract/days.ts';

/*
 * The reasons of status.contract.ts in a few words, for lists: “Pollution under control certificate expires on 27 Nov 2026” is
 * “PUC in 6 days”. Rows carry the sentence alone; a test says that each one has its short words.
 */

/** What is said of something by name, of how many, or by itself. */
export type ShortReason =
  | { say: 'expired' | 'grace' | 'today' | 'missing' | 'inReview' | 'rejected' | 'noExpiry'; of: string }
  | { say: 'left'; of: string; count: number }
  | { say: 'challans'; count: number }
  | { say: Whole };
type Whole =
  | ('maintenance' | 'accident' | 'stolen' | 'retired' | 'sold' | 'inactive' | 'blacklisted')
  | ('class' | 'young' | 'unfit' | 'noMedical' | 'driverInactive' | 'onboarding' | 'leave' | 'suspended' | 'gone');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** '2026-11-21' of '21 Nov 2026'; undefined where it is no day. */
function dayOf(words: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(words) ?? [];
  const at = months.indexOf(month);
  return at < 0 ? undefined : `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function left(of: string, until: string, today: string): ShortReason | undefined {
  const last = dayOf(until);
  if (last === undefined) return undefined;
  const count = daysBetween(today, last);
  return count > 0 ? { say: 'left', of, count } : { say: count < 0 ? 'expired' : 'today', of };
}

type Shortened = (part: string, second: string, today: string) => ShortReason | undefined;
/** Sentences with holes, the longer before those that they contain. */
const patterns: readonly (readonly [RegExp, Shortened])[] = [
  [/^(.+) expired on .+; grace period until .+$/, (of) => ({ say: 'grace', of })],
  [/^(.+) expired on .+$/, (of) => ({ say: 'expired', of })],
  [/^(.+) expires on (.+)$/, left],
  [/^(.+) is missing$/, (of) => ({ say: 'missing', of })],
  [/^(.+) is awaiting review$/, (of) => ({ say: 'inReview', of })],
  [/^(.+) was rejected$/, (of) => ({ say: 'rejected', of })],
  [/^(.+): no expiry date$/, (of) => ({ say: 'noExpiry', of })],
  [/^(\d+) unpaid government challans?, /, (count) => ({ say: 'challans', count: Number(count) })],
  [/^(Licence covers) .+; .+ needs .+$/, () => ({ say: 'class' })],
  [/^(The driver is younger than) /, () => ({ say: 'young' })],
  [/^(The driver is unfit until) /, () => ({ say: 'unfit' })],
];

const whole: Readonly<Record<string, Whole>> = {
  'The vehicle is inactive': 'inactive',
  'The vehicle is under maintenance': 'maintenance',
  'The vehicle had an accident': 'accident',
  'The vehicle is reported stolen': 'stolen',
  'The vehicle is retired': 'retired',
  'The vehicle is sold': 'sold',
  'Blacklisted in VAHAN': 'blacklisted',
  'The driver is inactive': 'driverInactive',
  'The driver has not finished onboarding': 'onboarding',
  'The driver is on leave': 'leave',
  'The driver is suspended': 'suspended',
  'The driver has left': 'gone',
  'The driver was found unfit': 'unfit',
  'The driver was temporarily unfit and must be examined again': 'unfit',
  'No verified medical certificate (Form 1A)': 'noMedical',
};

/** A reason of the compliance status in a few words; undefined where it is none of those that there are. */
export function shortened(reason: string, today: string): ShortReason | undefined {
  const say = Object.hasOwn(whole, reason) ? whole[reason] : undefined;
  if (say !== undefined) return { say };
  for (const [pattern, short] of patterns) {
    const [found, part = '', second = ''] = pattern.exec(reason) ?? [];
    if (found !== undefined) return short(part, second, today);
  }
  return undefined;
}
