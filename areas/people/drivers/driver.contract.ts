import { licenceClasses } from '#areas/vehicles/vehicles.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, file, flag, longText, optional, ref, type StatesFacts, text } from '#kit/contract/fields.ts';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';

/** Life of a driver. PENDING_VERIFICATION turns into AVAILABLE by itself once the papers that are needed are verified. */
export const driverStates = [
  { value: 'INVITED', label: 'Invited' },
  { value: 'ONBOARDING', label: 'Onboarding' },
  { value: 'PENDING_VERIFICATION', label: 'Awaiting verification' },
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'ON_TRIP', label: 'On a trip' },
  { value: 'ON_LEAVE', label: 'On leave' },
  { value: 'SUSPENDED', label: 'Suspended' },
  { value: 'EXITED', label: 'Left' },
] as const;
export type DriverState = (typeof driverStates)[number]['value'];

const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'].map((value) => ({ value, label: value }));

/** The answer to "may they drive today?" as lists show it; the values are those of vehicles. */
export const verdicts = [
  { value: 'GREEN', label: 'Cleared', tone: 'ok' },
  { value: 'AMBER', label: 'Cleared – expiring soon', short: 'Cleared', tone: 'due' },
  { value: 'RED', label: 'Blocked', tone: 'bad' },
] as const;

/** The path is the specification's: GET /drivers. */
export const driver = catalogue('drivers', {
  one: 'Driver',
  many: 'Drivers',
  icon: 'steering-wheel',
  group: 'group-fleet',
  menuOrder: 20,
  about: 'Drivers with their licence, documents, medical fitness and assigned vehicles.',
  scope: 'organisation',
  guarded: true,
  firstColumns: ['verdict', 'nextDeadline', 'vehicleId', 'mobile', 'state', 'orgId'],
  searchHint: 'Name, mobile or plate',
  readyViews: [
    { name: 'Needs action', search: { verdict: 'RED,AMBER', status: '1' }, tab: true },
    { name: 'Blocked', search: { verdict: 'RED', status: '1' }, tab: true },
  ],
  unique: [['mobile'], ['dlNo']],
  ordered: [
    ['dlIssuedOn', 'dlValidNt'],
    ['dlIssuedOn', 'dlValidTr'],
  ],
  offText: 'The driver is blocked and unassigned from their vehicle.',
  table: 'driver',
  base: 'driver',
  sections: [
    {
      title: 'Person',
      fields: ['name', 'orgId', 'mobile', 'email', 'dob', 'bloodGroup', 'joinedOn', 'state', 'photo'],
    },
    {
      title: 'Licence',
      fields: [
        'dlNo',
        'licenceClasses',
        'dlIssuedOn',
        'dlValidNt',
        'dlValidTr',
        'badgeNo',
        'hazardous',
        'hazardousUpto',
        'medicalUpto',
      ],
    },
    { title: 'Emergency contact and address', fields: ['emergencyName', 'emergencyMobile', 'address'] },
  ],
  fields: {
    name: text({
      label: 'Name',
      min: 2,
      max: 100,
      list: true,
      search: true,
      sounds: true,
      leavesWithOwner: false,
      triggersReview: true,
    }),
    orgId: ref('organisation', {
      label: 'Organisation',
      list: true,
      filter: true,
      leavesWithOwner: false,
      triggersReview: false,
    }),
    mobile: text({
      label: 'Mobile number',
      format: 'mobile',
      code: true,
      list: true,
      search: true,
      leavesWithOwner: false,
      triggersReview: false,
    }),
    email: optional(
      text({
        label: 'Email',
        max: 254,
        letters: 'lower',
        pattern: emailPattern,
        patternHint: emailHint,
        search: true,
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    dob: optional(
      date({
        label: 'Date of birth',
        help: 'At least 18 years old, 20 for transport vehicles.',
        leavesWithOwner: true,
        triggersReview: true,
      }),
    ),
    bloodGroup: optional(choice(bloodGroups, { label: 'Blood group', leavesWithOwner: true, triggersReview: false })),
    dlNo: optional(
      text({
        label: 'Licence number',
        format: 'licence',
        letters: 'upper',
        compact: true,
        max: 20,
        sealed: 4,
        code: true,
        search: true,
        filter: true,
        help: 'State, office, year and seven digits, like MH1220110012345.',
        leavesWithOwner: true,
        triggersReview: true,
      }),
    ),
    licenceClasses: optional(
      choice(licenceClasses, {
        label: 'Licence classes',
        many: true,
        filter: true,
        leavesWithOwner: true,
        triggersReview: true,
      }),
    ),
    dlIssuedOn: optional(date({ label: 'Licence issued on', leavesWithOwner: true, triggersReview: false })),
    dlValidNt: optional(
      date({
        label: 'Valid until (private)',
        help: 'Non-transport (NT).',
        sort: true,
        filter: true,
        leavesWithOwner: true,
        triggersReview: true,
      }),
    ),
    dlValidTr: optional(
      date({
        label: 'Valid until (transport)',
        help: 'Transport (TR).',
        filter: true,
        leavesWithOwner: true,
        triggersReview: true,
      }),
    ),
    badgeNo: optional(
      text({
        label: 'Badge number',
        letters: 'upper',
        max: 30,
        code: true,
        leavesWithOwner: true,
        triggersReview: false,
      }),
    ),
    hazardous: optional(
      flag({
        label: 'Hazardous goods',
        words: ['Endorsed', 'Not endorsed'],
        leavesWithOwner: true,
        triggersReview: false,
      }),
    ),
    hazardousUpto: optional(date({ label: 'Endorsed until', leavesWithOwner: true, triggersReview: false })),
    emergencyName: optional(
      text({ label: 'Emergency contact', max: 100, leavesWithOwner: true, triggersReview: false }),
    ),
    emergencyMobile: optional(
      text({ label: 'Emergency number', format: 'mobile', code: true, leavesWithOwner: true, triggersReview: false }),
    ),
    joinedOn: optional(date({ label: 'Joined on', filter: true, leavesWithOwner: true, triggersReview: false })),
    photo: optional(
      file({
        label: 'Photo',
        accept: ['image'],
        maxBytes: 10_485_760,
        maxPixels: 1_000,
        leavesWithOwner: true,
        triggersReview: false,
      }),
    ),
    address: optional(longText({ label: 'Address', max: 300, leavesWithOwner: true, triggersReview: false })),
  } satisfies StatesFacts,
  readOnly: {
    state: choice(driverStates, { label: 'State', means: 'condition', list: true, filter: true }),
    verdict: choice(verdicts, { label: 'Compliance', list: true, filter: true, reason: 'verdictLine' }),
    verdictLine: optional(text({ label: 'Reason', spoken: true })),
    nextDeadline: optional(
      date({
        label: 'Next deadline',
        list: true,
        filter: true,
        distance: true,
      }),
    ),
    vehicleId: optional(ref('vehicle', { label: 'Vehicle', list: true, filter: true, sort: false, search: true })),
    medicalUpto: optional(date({ label: 'Fit until', filter: true })),
  },
});
