import { daysBetween } from '#kit/contract/days.ts';

/*
 * The reasons of status.contract.ts in a few words, for lists: “Pollution under control certificate expires on 27 Nov 2026” is
 * “PUC in 6 days”. Rows carry the sentence alone; a test says that each one has its short words.
 */

/** What is said of something by name, of how many, or by itself. */
type ShortReason =
  | { say: OfName; of: string }
  | { say: 'left'; of: string; count: number }
  | { say: 'challans'; count: number }
  | { say: Whole };
type OfName = 'expired' | 'grace' | 'today' | 'missing' | 'inReview' | 'rejected' | 'noExpiry';
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

/** How sentences end that begin with a name. */
const ends: readonly (readonly [string, OfName])[] = [
  [' is missing', 'missing'],
  [' is awaiting review', 'inReview'],
  [' was rejected', 'rejected'],
  [': no expiry date', 'noExpiry'],
];
/** How sentences begin that say more than a list has room for. */
const begins: readonly (readonly [string, Whole])[] = [
  ['Licence covers ', 'class'],
  ['The driver is younger than ', 'young'],
  ['The driver is unfit until ', 'unfit'],
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
  const begun = begins.find(([begin]) => reason.startsWith(begin));
  if (begun) return { say: begun[1] };
  const end = ends.find(([one]) => reason.endsWith(one));
  if (end) return { say: end[1], of: reason.slice(0, -end[0].length) };
  const [, count] = /^(\d{1,6}) unpaid government challans?, /.exec(reason) ?? [];
  if (count !== undefined) return { say: 'challans', count: Number(count) };
  const [ended = '', since] = reason.split(' expired on ');
  if (since !== undefined) return { say: since.includes('; grace period until ') ? 'grace' : 'expired', of: ended };
  const [ending = '', until] = reason.split(' expires on ');
  return until === undefined ? undefined : left(ending, until, today);
}
