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
    if (born > day) messages.dob = 'Date of birth cannot be in the future';
    else if (ageOn(born, day) < leastAge) messages.dob = `Drivers must be ${leastAge} or older`;
    else if (ageOn(born, day) > 100) messages.dob = 'Drivers cannot be older than 100. Check the year';
  }
  if (issued !== null) {
    if (issued > day) messages.dlIssuedOn = 'Licence issued on cannot be in the future';
    else if (born !== null && ageOn(born, issued) < leastAgeOfLicence)
      messages.dlIssuedOn = `On ${dayInWords(issued)} the driver was younger than ${leastAgeOfLicence}`;
  }
  const number = text(values.dlNo);
  if (number !== null && !isMask(number)) Object.assign(messages, numberMessages(number, born, day));
  if (text(values.hazardousUpto) !== null && values.hazardous !== true)
    messages.hazardousUpto = 'Only an endorsement has an expiry date: select that there is one';
  const emergency = text(values.emergencyMobile);
  if (emergency !== null && emergency === values.mobile)
    messages.emergencyMobile = 'Enter a number other than the driver’s own';
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
  if (year > day.slice(0, 4)) return { dlNo: `The number names ${year} as the year of issue, which is in the future` };
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
  if (examined > day) messages.examinedOn = 'The examination cannot be in the future';
  else if (born !== null && ageOn(born, examined) < leastAgeOfLicence)
    messages.examinedOn = `On ${dayInWords(examined)} the driver was younger than ${leastAgeOfLicence}`;
  if (isFit && upto === null) messages.validUpto = 'Fit until is required';
  if (outcome === 'TEMP_UNFIT' && upto === null) messages.validUpto = 'Enter the day of the next examination';
  if (outcome === 'UNFIT' && upto !== null) messages.validUpto = 'Leave this empty for unfit drivers';
  if (upto !== null && outcome !== 'UNFIT') {
    const last = `${Number(examined.slice(0, 4)) + mostYears}${examined.slice(4)}`;
    if (upto <= examined) messages.validUpto = 'Must be after the examination';
    else if (upto > last)
      messages.validUpto = `A certificate is valid for up to ${mostYears} years, until ${dayInWords(last.endsWith('02-29') ? `${last.slice(0, 5)}02-28` : last)}`;
  }
  if (outcome === 'FIT_WITH_CONDITION' && conditions.length === 0) messages.conditions = 'Enter the condition';
  if (outcome !== 'FIT_WITH_CONDITION' && conditions.length > 0)
    messages.conditions = 'Conditions apply only to "fit with a condition"';
  if (conditions.includes('OTHER') && text(values.note) === null) messages.note = 'Enter which condition';
  return messages;
}
