import { states } from '#areas/offices/states.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, file, longText, money, optional, place, ref, text, time } from '#kit/contract/fields.ts';

export const doctor = catalogue('doctor', {
  one: 'Doctor',
  many: 'Doctors',
  icon: 'stethoscope',
  tabOf: 'medical-report',
  group: 'group-catalogues',
  about: 'Registered medical practitioners who examine drivers for Form 1A.',
  unique: [['council', 'regNo']],
  ordered: [['empanelledFrom', 'empanelledTo']],
  fields: {
    name: text({ label: 'Name', min: 2, list: true, search: true, sounds: true }),
    regNo: text({
      label: 'Registration number',
      letters: 'upper',
      max: 30,
      pattern: /^[A-Z0-9/-]{2,30}$/,
      patternHint: 'Use letters, digits, hyphens and slashes',
      code: true,
      list: true,
      search: true,
    }),
    council: text({ label: 'Medical council', max: 80, list: true, filter: true }),
    qualification: optional(text({ label: 'Qualification', max: 80, inline: true })),
    speciality: optional(text({ label: 'Speciality', max: 80, list: true, inline: true })),
    hospital: optional(text({ label: 'Hospital', max: 120, list: true, search: true, inline: true })),
    state: choice(states, { label: 'State', list: true, filter: true }),
    district: text({ label: 'District', max: 80, list: true, filter: true, search: true }),
    mobile: optional(text({ label: 'Mobile number', format: 'mobile', code: true })),
    geo: optional(place({ label: 'Position' })),
    feePaise: optional(money({ label: 'Fee', max: 10_000_000 })),
    hours: optional(text({ label: 'Hours', max: 120, inline: true })),
    empanelledFrom: optional(date({ label: 'Empanelled from', filter: true })),
    empanelledTo: optional(date({ label: 'Empanelled until', filter: true })),
  },
});

/** Outcomes of an examination for Form 1A, rule 5 of the Central Motor Vehicles Rules. */
export const fitnessOutcomes = [
  { value: 'FIT', label: 'Fit' },
  { value: 'FIT_WITH_CONDITION', label: 'Fit with a condition' },
  { value: 'TEMP_UNFIT', label: 'Temporarily unfit' },
  { value: 'UNFIT', label: 'Unfit' },
] as const;

/** Health details are for those who may view this module; what a driver may do for it stands on the driver. */
export const medicalReport = catalogue('medical-report', {
  one: 'Medical report',
  many: 'Medical reports',
  icon: 'heartbeat',
  clientTabOf: 'drivers',
  group: 'group-work',
  furtherActions: ['approve'],
  about: 'Examinations of drivers for Form 1A, by a registered doctor, with the certificate.',
  scope: 'organisation',
  guarded: true,
  title: ['driverId', 'examinedOn'],
  sort: '-examinedOn',
  unique: [['driverId', 'doctorId', 'examinedOn']],
  ordered: [['examinedOn', 'validUpto']],
  fields: {
    driverId: ref('drivers', { label: 'Driver', list: true, filter: true, search: true }),
    orgId: ref('organisation', { label: 'Organisation', list: true, filter: true }),
    doctorId: ref('doctor', { label: 'Doctor', list: true, filter: true }),
    examinedOn: date({ label: 'Examined on', list: true, filter: true }),
    outcome: choice(fitnessOutcomes, { label: 'Outcome', list: true, filter: true }),
    conditions: optional(
      choice(
        [
          { value: 'GLASSES', label: 'Wears glasses' },
          { value: 'HEARING_AID', label: 'Wears a hearing aid' },
          { value: 'OTHER', label: 'Other (see note)' },
        ],
        { label: 'Conditions', many: true },
      ),
    ),
    validUpto: optional(
      date({
        label: 'Fit until',
        help: 'For temporarily unfit drivers: unfit until that day.',
        list: true,
        filter: true,
      }),
    ),
    certificate: optional(
      file({ label: 'Certificate, Form 1A', accept: ['image', 'pdf'], maxBytes: 10_485_760, maxPixels: 2_400 }),
    ),
    note: optional(longText({ label: 'Note', max: 2_000 })),
  },
  readOnly: {
    reviewState: choice(
      [
        { value: 'PENDING', label: 'Awaiting review' },
        { value: 'SEEN', label: 'Verified' },
        { value: 'REFUSED', label: 'Rejected' },
      ],
      { label: 'Review', list: true, filter: true },
    ),
    reviewReason: optional(text({ label: 'Reviewer’s comment', max: 500 })),
    reviewedAt: optional(time({ label: 'Reviewed' })),
  },
});
