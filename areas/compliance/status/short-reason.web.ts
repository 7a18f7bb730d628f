import { daysBetween } from '#kit/contract/days.ts';
import { named, t } from '#kit/web/i18n.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';

/*
 * The reasons of status.contract.ts in a few words, for lists: “Pollution under control certificate expires on 27 Nov 2026” is
 * “PUC in 6 days”. Rows carry the sentence alone; a test says that each one has its short words.
 */

/** What people call what comes with the product; what an administrator added keeps its name. */
const names: Readonly<Record<string, PlainTextKey>> = {
  'Registration certificate': 'shortReason.names.rc',
  'Insurance policy': 'shortReason.names.insurance',
  'Pollution under control certificate': 'shortReason.names.puc',
  'Fitness certificate': 'shortReason.names.fitness',
  'Road tax receipt': 'shortReason.names.tax',
  'Photo of the vehicle, front with plate': 'shortReason.names.frontPhoto',
  'Photo of the vehicle, rear with plate': 'shortReason.names.rearPhoto',
  'Photo of the driver': 'shortReason.names.driverPhoto',
  'Registration number': 'shortReason.names.number',
  'Driving licence': 'shortReason.names.licence',
  Licence: 'shortReason.names.licence',
  'Transport licence': 'shortReason.names.licence',
  'Medical certificate, Form 1A': 'shortReason.names.medical',
  'Medical fitness': 'shortReason.names.medical',
};
const nameOf = (name: string): string => {
  const key = Object.hasOwn(names, name) ? names[name] : undefined;
  return key === undefined ? named(name) : t(key);
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** '2026-11-21' of '21 Nov 2026'; undefined where it is no day. */
function dayOf(words: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(words) ?? [];
  const at = months.indexOf(month);
  return at < 0 ? undefined : `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function left(name: string, until: string, today: string): string | undefined {
  const last = dayOf(until);
  if (last === undefined) return undefined;
  const count = daysBetween(today, last);
  const what = nameOf(name);
  if (count < 0) return t('shortReason.expired', { what });
  return count === 0 ? t('shortReason.today', { what }) : t('shortReason.left', { what, count });
}

type Shortened = (part: string, second: string, today: string) => string | undefined;
/** Sentences with holes, the longer before those that they contain. */
const patterns: readonly (readonly [RegExp, Shortened])[] = [
  [/^(.+) expired on .+; grace period until .+$/, (name) => t('shortReason.grace', { what: nameOf(name) })],
  [/^(.+) expired on .+$/, (name) => t('shortReason.expired', { what: nameOf(name) })],
  [/^(.+) expires on (.+)$/, left],
  [/^(.+) is missing$/, (name) => t('shortReason.missing', { what: nameOf(name) })],
  [/^(.+) is awaiting review$/, (name) => t('shortReason.inReview', { what: nameOf(name) })],
  [/^(.+) was rejected$/, (name) => t('shortReason.rejected', { what: nameOf(name) })],
  [/^(.+): no expiry date$/, (name) => t('shortReason.noExpiry', { what: nameOf(name) })],
  [/^(\d+) unpaid government challans?, /, (count) => t('shortReason.challans', { count: Number(count) })],
  [/^(Licence covers) .+; .+ needs .+$/, () => t('shortReason.class')],
  [/^(The driver is younger than) /, () => t('shortReason.young')],
  [/^(The driver is unfit until) /, () => t('shortReason.unfit')],
];

const whole: Readonly<Record<string, PlainTextKey>> = {
  'The vehicle is inactive': 'shortReason.inactive',
  'The vehicle is under maintenance': 'shortReason.maintenance',
  'The vehicle had an accident': 'shortReason.accident',
  'The vehicle is reported stolen': 'shortReason.stolen',
  'The vehicle is retired': 'shortReason.retired',
  'The vehicle is sold': 'shortReason.sold',
  'Blacklisted in VAHAN': 'shortReason.blacklisted',
  'The driver is inactive': 'shortReason.driverInactive',
  'The driver has not finished onboarding': 'shortReason.onboarding',
  'The driver is on leave': 'shortReason.leave',
  'The driver is suspended': 'shortReason.suspended',
  'The driver has left': 'shortReason.gone',
  'The driver was found unfit': 'shortReason.unfit',
  'The driver was temporarily unfit and must be examined again': 'shortReason.unfit',
  'No verified medical certificate (Form 1A)': 'shortReason.noMedical',
};

/** A reason of the compliance status in a few words; undefined where it is none of those that there are. */
export function shortReason(reason: string, today: string): string | undefined {
  const key = Object.hasOwn(whole, reason) ? whole[reason] : undefined;
  if (key !== undefined) return t(key);
  for (const [pattern, shortened] of patterns) {
    const [found, part = '', second = ''] = pattern.exec(reason) ?? [];
    if (found !== undefined) return shortened(part, second, today);
  }
  return undefined;
}
