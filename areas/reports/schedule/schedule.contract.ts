import { weekDayChoices } from '#kit/contract/formats/schedule.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, optional, ref, text, time } from '#kit/contract/fields.ts';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';

/** Reports that are mailed by themselves. */
export const reportSchedule = catalogue('report-schedule', {
  one: 'Report schedule',
  many: 'Report schedules',
  icon: 'calendar-stats',
  group: 'group-fleet',
  tabOf: 'report',
  menuOrder: 131,
  about: 'Reports that are emailed every day, week or month.',
  scope: 'organisation',
  unique: [['orgId', 'name']],
  offText: 'It is no longer emailed.',
  fields: {
    name: text({ label: 'Name', min: 2, max: 80, list: true, search: true }),
    orgId: ref('organisation', { label: 'Organisation', list: true, filter: true }),
    report: choice(
      [
        { value: 'daily-summary', label: 'Daily summary' },
        { value: 'trips', label: 'Trips' },
        { value: 'stops', label: 'Stops' },
        { value: 'idling', label: 'Idling' },
        { value: 'geofence-visits', label: 'Geofence visits' },
        { value: 'vehicle-distance', label: 'Distance per vehicle' },
        { value: 'driver-distance', label: 'Distance per driver' },
      ],
      { label: 'Report', list: true, filter: true },
    ),
    vehicleGroupId: optional(
      ref('vehicle-group', { label: 'Vehicle group', list: true, filter: true, help: 'Leave empty for all vehicles.' }),
    ),
    frequency: choice(
      [
        { value: 'DAILY', label: 'Every day, about the day before' },
        { value: 'WEEKLY', label: 'Every week, about the seven days before' },
        { value: 'MONTHLY', label: 'On the first of the month, about the month before' },
      ],
      { label: 'Frequency', list: true, filter: true },
    ),
    weekday: optional(choice(weekDayChoices, { label: 'Day of the week', help: 'For “Every week”.' })),
    atTime: text({
      label: 'Time',
      pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
      patternHint: 'Use a time like 06:30',
      max: 5,
      code: true,
      list: true,
      help: 'India time.',
    }),
    format: choice(
      [
        { value: 'XLSX', label: 'XLSX' },
        { value: 'CSV', label: 'CSV' },
      ],
      { label: 'File', help: 'Attached when it is small enough; the email always links to the report.' },
    ),
    recipients: optional(
      text({
        label: 'Recipients',
        many: true,
        letters: 'lower',
        max: 120,
        pattern: emailPattern,
        patternHint: emailHint,
        help: 'Email addresses of users of the organisation who may view reports. Leave empty for yourself.',
      }),
    ),
  },
  readOnly: {
    problem: optional(
      choice(
        [
          { value: 'OWNER_INACTIVE', label: 'Stopped: the user who saved it can no longer sign in', tone: 'bad' },
          { value: 'NO_PERMISSION', label: 'Stopped: the user who saved it lost the permission', tone: 'bad' },
          { value: 'NO_RECIPIENTS', label: 'Stopped: no recipient may view the report', tone: 'bad' },
          { value: 'BOUNCED', label: 'Stopped: the last three emails bounced', tone: 'bad' },
        ],
        { label: 'Problem', list: true, filter: true },
      ),
    ),
    nextRunAt: optional(time({ label: 'Next email', list: true })),
    lastRunAt: optional(time({ label: 'Last email', list: true })),
    ownerName: optional(text({ label: 'Runs with the permissions of', max: 200 })),
  },
});
