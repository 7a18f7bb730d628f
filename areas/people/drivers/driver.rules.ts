import { ageOn, dayInWords } from '#kit/contract/days.ts';
import { isRefused } from '#kit/contract/formats/format.ts';
import { checkLicence } from '#kit/contract/formats/licence.ts';
import type { MessagesOf, ValuesOf } from '#kit/contract/rows.ts';
import { isMask } from '#kit/contract/sealed.ts';
import type { medicalReport } from '../medical/medical.contract.ts';
import type { driver } from './driver.contract.ts';

type DriverMessages = MessagesOf<typeof driver>;
type ReportMessages = MessagesOf<typeof medicalReport>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Years before which nobody drives for hire, and before which no licence at all is issued (section 4, Motor Vehicles Act). */
const leastAge = 18;
const leastAgeOfLicence = 16;

/** What the fields of a driver say against each other, or against the day; a message at each that is wrong. */
export function driverMessages(values: Readonly<ValuesOf<typeof driver>>, day: string): DriverMessages {
  const messages: DriverMessages = {};
  const born = text(values.dob);
  const issued = text(values.dlIssuedOn);
  if (born !== null) {
    if (born > day) messages.dob = 'Born on cannot be in the future';
    else if (ageOn(born, day) < leastAge) messages.dob = `A driver is ${leastAge} or older`;
    else if (ageOn(born, day) > 100) messages.dob = 'Nobody drives who is older than 100: look at the year';
  }
  if (issued !== null) {
    if (issued > day) messages.dlIssuedOn = 'Licence issued on cannot be in the future';
    else if (born !== null && ageOn(born, issued) < leastAgeOfLicence)
      messages.dlIssuedOn = `On ${dayInWords(issued)} the driver was younger than ${leastAgeOfLicence}`;
  }
  const number = text(values.dlNo);
  if (number !== null && !isMask(number)) Object.assign(messages, numberMessages(number, born, day));
  if (text(values.hazardousUpto) !== null && values.hazardous !== true)
    messages.hazardousUpto = 'Only an endorsement has an end: say that there is one';
  const emergency = text(values.emergencyMobile);
  if (emergency !== null && emergency === values.mobile) messages.emergencyMobile = 'Give the number of somebody else';
  return messages;
}

/** What is odd about a licence number that may be right all the same. */
export function licenceWarnings(number: string | null | undefined): string[] {
  if (!number || isMask(number)) return [];
  const checked = checkLicence(number);
  return isRefused(checked) ? [] : checked.warnings;
}

/** The national form names the year of its first issue. */
function numberMessages(number: string, born: string | null, day: string): DriverMessages {
  const checked = checkLicence(number);
  if (isRefused(checked)) return { dlNo: checked.problem };
  const year = checked.parts['year'];
  if (typeof year !== 'string') return {};
  if (year > day.slice(0, 4)) return { dlNo: `The number names ${year} as the year of issue, which has not come` };
  if (born !== null && Number(year) - Number(born.slice(0, 4)) < leastAgeOfLicence)
    return { dlNo: `The number names ${year} as the year of issue; the driver was younger than ${leastAgeOfLicence}` };
  return {};
}

/** Years that a certificate for Form 1A holds at most: as long as a licence for transport vehicles (section 14). */
const mostYears = 5;

/** What is wrong with an examination for Form 1A; see driverMessages. @param born of the driver */
export function examinationMessages(
  values: Readonly<ValuesOf<typeof medicalReport>>,
  day: string,
  born: string | null,
): ReportMessages {
  const messages: ReportMessages = {};
  const examined = values.examinedOn;
  const upto = text(values.validUpto);
  const { outcome } = values;
  const isFit = outcome === 'FIT' || outcome === 'FIT_WITH_CONDITION';
  const conditions = values.conditions ?? [];
  if (examined > day) messages.examinedOn = 'Nobody is examined in the future';
  else if (born !== null && ageOn(born, examined) < leastAgeOfLicence)
    messages.examinedOn = `On ${dayInWords(examined)} the driver was younger than ${leastAgeOfLicence}`;
  if (isFit && upto === null) messages.validUpto = 'Fit until is required: a certificate has an end';
  if (outcome === 'TEMP_UNFIT' && upto === null)
    messages.validUpto = 'Say until when: the driver is examined again then';
  if (outcome === 'UNFIT' && upto !== null) messages.validUpto = 'Unfit has no end: leave this out';
  if (upto !== null && outcome !== 'UNFIT') {
    const last = `${Number(examined.slice(0, 4)) + mostYears}${examined.slice(4)}`;
    if (upto <= examined) messages.validUpto = 'This must be later than the examination';
    else if (upto > last)
      messages.validUpto = `A certificate holds ${mostYears} years at most, until ${dayInWords(last.endsWith('02-29') ? `${last.slice(0, 5)}02-28` : last)}`;
  }
  if (outcome === 'FIT_WITH_CONDITION' && conditions.length === 0) messages.conditions = 'Name the condition';
  if (outcome !== 'FIT_WITH_CONDITION' && conditions.length > 0)
    messages.conditions = 'Conditions belong to "fit with a condition"';
  if (conditions.includes('OTHER') && text(values.note) === null) messages.note = 'Say which condition';
  return messages;
}
