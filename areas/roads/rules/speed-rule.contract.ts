import { weekDayChoices } from '#kit/contract/formats/schedule.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, file, integer, optional, ref, text } from '#kit/contract/fields.ts';

const clock = {
  pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  patternHint: 'Use a time like 22:00',
  max: 5,
  code: true,
} as const;
const dayOfYear = {
  pattern: /^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  patternHint: 'Use month and day, like 06-15 for 15 June',
  max: 5,
  code: true,
} as const;

/** Limits along roads. A rule that has been in force stays as it was: a change makes its next version. */
export const roadSpeedRule = catalogue('road-speed-rule', {
  one: 'Speed rule',
  many: 'Speed rules',
  icon: 'gauge',
  group: 'group-fleet',
  menuOrder: 134.5,
  tabOf: 'road',
  about: 'Limits of roads: the whole road or a part, by class, direction, hours and season.',
  title: ['roadId', 'limitKmh'],
  sort: '-effectiveFrom',
  searchHint: 'Road or order number',
  statusInRow: false,
  firstColumns: ['roadId', 'limitKmh', 'fromM', 'toM', 'speedClass', 'effectiveFrom', 'effectiveTo'],
  ordered: [
    ['fromM', 'toM'],
    ['effectiveFrom', 'effectiveTo'],
  ],
  sections: [
    { title: 'Where', fields: ['roadId', 'fromM', 'toM', 'direction'] },
    { title: 'Limit', fields: ['limitKmh', 'speedClass', 'categoryId', 'priority'] },
    { title: 'When', fields: ['effectiveFrom', 'effectiveTo', 'days', 'fromTime', 'toTime', 'seasonFrom', 'seasonTo'] },
    { title: 'Reason', fields: ['reasonCode', 'orderNo', 'evidence', 'ruleVersion'] },
  ],
  fields: {
    roadId: ref('road', { label: 'Road', list: true, filter: true, search: true }),
    fromM: optional(
      integer({
        label: 'From',
        unit: 'm',
        min: 0,
        max: 500_000,
        list: true,
        help: 'Leave both empty for the whole road.',
      }),
    ),
    toM: optional(integer({ label: 'To', unit: 'm', min: 1, max: 500_000, list: true })),
    direction: optional(
      choice(
        [
          { value: 'BOTH', label: 'Both directions' },
          { value: 'FORWARD', label: 'Along the line' },
          { value: 'BACKWARD', label: 'Against the line' },
        ],
        { label: 'Direction', filter: true, help: 'Leave empty for both directions.' },
      ),
    ),
    limitKmh: integer({
      label: 'Limit',
      unit: 'km/h',
      min: 5,
      max: 140,
      list: true,
      filter: true,
      help: 'In steps of 5.',
    }),
    speedClass: optional(
      choice(speedClasses, { label: 'Speed class', list: true, filter: true, help: 'Leave empty for every class.' }),
    ),
    categoryId: optional(
      ref('vehicle-category', { label: 'Vehicle category', help: 'Leave empty for every category.' }),
    ),
    effectiveFrom: date({ label: 'In force from', list: true, filter: true }),
    effectiveTo: optional(date({ label: 'In force until', list: true, filter: true })),
    days: optional(choice(weekDayChoices, { label: 'Days', many: true, help: 'Leave empty for every day.' })),
    fromTime: optional(text({ label: 'From time', ...clock, help: 'India time. Leave empty for the whole day.' })),
    toTime: optional(text({ label: 'To time', ...clock, help: 'May be after midnight, like 22:00 to 05:00.' })),
    seasonFrom: optional(
      text({ label: 'Season from', ...dayOfYear, help: 'Month and day, like 06-15. Leave empty for all year.' }),
    ),
    seasonTo: optional(
      text({ label: 'Season to', ...dayOfYear, help: 'May be in the next year, like 11-15 to 02-15.' }),
    ),
    reasonCode: choice(
      [
        { value: 'SIGN', label: 'Sign' },
        { value: 'SCHOOL', label: 'School' },
        { value: 'GHAT', label: 'Ghat' },
        { value: 'WORK', label: 'Roadworks' },
        { value: 'ACCIDENT_SPOT', label: 'Accident spot' },
        { value: 'OTHER', label: 'Other' },
      ],
      { label: 'Reason for the limit', list: true, filter: true },
    ),
    orderNo: optional(
      text({
        label: 'Order number',
        max: 80,
        search: true,
        help: 'Of the gazette, or of the authority that set the limit.',
      }),
    ),
    evidence: optional(
      file({ label: 'Photo or order', accept: ['image', 'pdf'], maxBytes: 5 * 1_048_576, maxPixels: 2_000 }),
    ),
    priority: optional(
      integer({
        label: 'Priority',
        min: 0,
        max: 100,
        help: 'Decides between rules that are equally specific. Leave empty for 0.',
      }),
    ),
  },
  readOnly: { ruleVersion: integer({ label: 'Rule version' }) },
});
