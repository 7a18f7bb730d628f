import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, integer, longText, optional, ref, text } from '#kit/contract/fields.ts';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';
import { clockField, weekDayChoices } from '#kit/contract/formats/schedule.ts';

/** Areas on the map, and what is to be reported of vehicles in them. */
export const geofence = catalogue('geofence', {
  one: 'Geofence',
  many: 'Geofences',
  icon: 'polygon',
  group: 'group-fleet',
  menuOrder: 132,
  clientTabOf: 'live-map',
  staffTabOf: 'live-map',
  about: 'Areas on the map that raise an alert when vehicles enter, leave, stay or drive too fast in them.',
  scope: 'organisation',
  unique: [['orgId', 'name']],
  firstColumns: ['kind', 'appliesTo', 'orgId'],
  searchHint: 'Name',
  offText: 'It raises no more alerts. Earlier alerts are kept.',
  sections: [
    { title: 'Shape', fields: ['name', 'orgId', 'kind', 'points', 'widthM'] },
    { title: 'Vehicles', fields: ['appliesTo', 'vehicleGroupId', 'plates'] },
    { title: 'Alerts', fields: ['onEnter', 'onExit', 'dwellMin', 'capKmh', 'recipients'] },
    { title: 'Schedule', fields: ['days', 'fromTime', 'toTime'] },
    { title: 'Accuracy', fields: ['hysteresisM', 'minStayS'] },
  ],
  fields: {
    name: text({ label: 'Name', min: 2, max: 80, list: true, search: true, sounds: true }),
    orgId: ref('organisation', { label: 'Organisation', list: true, filter: true }),
    kind: choice(
      [
        { value: 'CIRCLE', label: 'Circle' },
        { value: 'POLYGON', label: 'Polygon' },
        { value: 'CORRIDOR', label: 'Corridor' },
      ],
      { label: 'Shape', list: true, filter: true },
    ),
    points: longText({
      label: 'Points',
      max: 15_000,
      help: 'One point per line, latitude and longitude: the centre of a circle, the corners of a polygon or the line of a corridor.',
    }),
    widthM: optional(
      integer({
        label: 'Radius or half width',
        unit: 'm',
        min: 25,
        max: 50_000,
        list: true,
        help: 'Radius of a circle, 50 m to 50 km, or half the width of a corridor.',
      }),
    ),
    appliesTo: choice(
      [
        { value: 'ALL', label: 'All vehicles' },
        { value: 'GROUP', label: 'Vehicle group' },
        { value: 'CHOSEN', label: 'Selected vehicles' },
      ],
      { label: 'Applies to', list: true, filter: true },
    ),
    vehicleGroupId: optional(ref('vehicle-group', { label: 'Vehicle group', list: true, filter: true })),
    plates: optional(
      text({
        label: 'Vehicles',
        many: true,
        letters: 'upper',
        compact: true,
        min: 4,
        max: 15,
        code: true,
        help: 'Registration numbers of the selected vehicles.',
      }),
    ),
    onEnter: flag({ label: 'Alert on entry', list: true, filter: true }),
    onExit: flag({ label: 'Alert on exit', list: true, filter: true }),
    dwellMin: optional(
      integer({
        label: 'Alert after a stay of',
        unit: 'min',
        min: 1,
        max: 10_080,
        help: 'Leave empty for no alert.',
      }),
    ),
    capKmh: optional(
      integer({ label: 'Alert above', unit: 'km/h', min: 5, max: 140, help: 'Leave empty for no alert.' }),
    ),
    recipients: optional(
      text({
        label: 'Email alerts to',
        many: true,
        letters: 'lower',
        max: 120,
        pattern: emailPattern,
        patternHint: emailHint,
        help: 'Leave empty for alerts on screen only.',
      }),
    ),
    days: optional(choice(weekDayChoices, { label: 'Days', many: true, help: 'Leave empty for every day.' })),
    fromTime: optional(text({ label: 'From', ...clockField, help: 'India time. Leave empty for the whole day.' })),
    toTime: optional(text({ label: 'To', ...clockField, help: 'May be after midnight, like 22:00 to 05:00.' })),
    hysteresisM: optional(
      integer({
        label: 'Distance beyond the edge',
        unit: 'm',
        min: 5,
        max: 500,
        help: 'How far a vehicle must be past the edge to count. Leave empty for 15 m, or more if the position is inaccurate.',
      }),
    ),
    minStayS: optional(
      integer({
        label: 'Minimum time',
        unit: 's',
        min: 0,
        max: 3_600,
        help: 'How long a vehicle must be inside or outside to count.',
      }),
    ),
  },
});

/** What of a geofence decides over events; the rest says whose they are and who is told. A test on a past trip sends these. */
export const decidingFields = [
  'kind',
  'points',
  'widthM',
  'onEnter',
  'onExit',
  'dwellMin',
  'capKmh',
  'days',
  'fromTime',
  'toTime',
  'hysteresisM',
  'minStayS',
] as const;
