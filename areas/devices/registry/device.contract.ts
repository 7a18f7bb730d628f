import { catalogue } from '#kit/contract/catalogue.ts';
import {
  choice,
  date,
  integer,
  longText,
  optional,
  ref,
  type StatesLeaving,
  text,
  time,
} from '#kit/contract/fields.ts';

/**
 * Life of a device. ASSIGNED has a vehicle and was not heard of since; ACTIVE, OFFLINE (silent for more than three of its
 * intervals) and LONG_OFFLINE (for more than a day) follow from what is heard of it. FAULTY and RETIRED are what people say.
 */
const deviceStates = [
  { value: 'IN_STOCK', label: 'In stock', tone: 'info' },
  { value: 'ASSIGNED', label: 'Assigned', tone: 'info' },
  { value: 'ACTIVE', label: 'Active', tone: 'ok' },
  { value: 'OFFLINE', label: 'Offline', tone: 'due' },
  { value: 'LONG_OFFLINE', label: 'Offline for more than a day', tone: 'bad' },
  { value: 'FAULTY', label: 'Faulty', tone: 'bad' },
  { value: 'RETIRED', label: 'Retired', tone: 'off' },
] as const;

/** What becomes of frames whose checksum is wrong. Left empty, they are counted and read. */
const checksumRules = [
  { value: 'LENIENT', label: 'Accept and count' },
  { value: 'STRICT', label: 'Reject' },
] as const;

/** How trips are cut from what a device reports. Left empty, by movement and standing. */
const tripRules = [
  { value: 'MOVEMENT', label: 'Movement and stops' },
  { value: 'SILENCE', label: 'Signal gaps only' },
] as const;

/** How the times of a device are taken. Left empty, as it states them. */
const clockRules = [
  { value: 'OFFSET', label: 'Device clock minus offset' },
  { value: 'ARRIVAL', label: 'Time of arrival' },
] as const;

export const device = catalogue('device', {
  one: 'Device',
  many: 'Devices',
  icon: 'device-mobile-pin',
  group: 'group-fleet',
  menuOrder: 80,
  about: 'Tracking devices, the vehicle they are installed in, and when they were last seen.',
  scope: 'organisation',
  guarded: true,
  title: ['identifier'],
  sort: 'identifier',
  firstColumns: ['state', 'vehicleId', 'lastSeenAt'],
  unique: [['identifier'], ['serialNo']],
  searchHint: 'IMEI, SIM or plate',
  offText: 'The device can no longer connect, and its data is not stored.',
  readyViews: [
    { name: 'Offline', search: { state: 'OFFLINE,LONG_OFFLINE', status: '1' }, tab: true },
    { name: 'Offline for more than a day', search: { state: 'LONG_OFFLINE' } },
    { name: 'In stock', search: { state: 'IN_STOCK', status: '1' }, tab: true },
    {
      name: 'Subscription expiring in 30 days',
      search: { subscriptionUptoFrom: 'today', subscriptionUptoTo: 'today+30', sort: 'subscriptionUpto' },
    },
  ],
  sections: [
    {
      title: 'Device',
      fields: [
        'identifier',
        'serialNo',
        'categoryId',
        'vendor',
        'modelName',
        'firmware',
        'orgId',
        'state',
        'vehicleId',
      ],
    },
    { title: 'SIM', fields: ['iccid', 'simNumber'] },
    {
      title: 'Reporting',
      fields: ['lastSeenAt', 'secret', 'checksum', 'tripRule', 'intervalS', 'clockRule', 'clockOffsetMin'],
    },
    {
      title: 'Approval and contract',
      fields: [
        'tacNo',
        'tacUpto',
        'activatedOn',
        'warrantyUpto',
        'subscriptionUpto',
        'enforcementNo',
        'enforcementUpto',
      ],
    },
  ],
  fields: {
    identifier: text({
      label: 'IMEI or identifier',
      help: 'Identifier that the device sends when it connects. For most trackers, the 15-digit IMEI.',
      min: 4,
      max: 64,
      // An IMEI may be typed as it stands on its label, in groups: see the guard.
      pattern: /^[A-Za-z0-9][A-Za-z0-9._@:+ -]*$/,
      patternHint: 'Use letters, digits and . _ @ : + -',
      code: true,
      list: true,
      search: true,
      filter: true,
      leavesWithOwner: false,
    }),
    orgId: ref('organisation', { label: 'Owner', list: true, filter: true, leavesWithOwner: false }),
    categoryId: ref('device-category', { label: 'Category', list: true, filter: true, leavesWithOwner: false }),
    serialNo: optional(
      text({ label: 'Serial number', letters: 'upper', max: 40, code: true, search: true, leavesWithOwner: false }),
    ),
    iccid: optional(
      text({
        label: 'SIM card (ICCID)',
        letters: 'upper',
        compact: true,
        pattern: /^89[0-9]{16,17}[0-9F]$/,
        patternHint: 'Use the 19 or 20 digits on the card, which begin with 89',
        code: true,
        search: true,
        leavesWithOwner: true,
      }),
    ),
    simNumber: optional(
      text({ label: 'SIM number', format: 'mobile', code: true, search: true, leavesWithOwner: true }),
    ),
    vendor: optional(text({ label: 'Maker', max: 60, filter: true, search: true, leavesWithOwner: false })),
    modelName: optional(text({ label: 'Model', max: 60, filter: true, search: true, leavesWithOwner: false })),
    firmware: optional(text({ label: 'Firmware', max: 60, filter: true, inline: true, leavesWithOwner: false })),
    secret: optional(
      text({
        label: 'Request password',
        help: 'For apps that report over HTTP. Requests without it are refused.',
        sealed: 2,
        min: 8,
        max: 64,
        leavesWithOwner: true,
      }),
    ),
    checksum: optional(choice(checksumRules, { label: 'Wrong checksums', filter: true, leavesWithOwner: false })),
    tripRule: optional(choice(tripRules, { label: 'Trip detection', filter: true, leavesWithOwner: false })),
    intervalS: optional(
      integer({
        label: 'Reporting interval',
        unit: 's',
        min: 1,
        max: 86_400,
        help: 'While driving. Leave empty to use that of the category.',
        leavesWithOwner: false,
      }),
    ),
    clockRule: optional(
      choice(clockRules, {
        label: 'Time source',
        help: 'Leave empty to use device times. Use the time of arrival for a clock that cannot be set.',
        filter: true,
        leavesWithOwner: false,
      }),
    ),
    clockOffsetMin: optional(
      integer({
        label: 'Clock ahead of UTC',
        unit: 'min',
        min: -840,
        max: 840,
        help: 'For a clock set to a time zone: 330 for India.',
        leavesWithOwner: false,
      }),
    ),
    tacNo: optional(
      text({ label: 'Type approval (TAC)', letters: 'upper', max: 40, code: true, leavesWithOwner: false }),
    ),
    tacUpto: optional(date({ label: 'Type approval until', leavesWithOwner: false })),
    activatedOn: optional(date({ label: 'Activated on', leavesWithOwner: false })),
    warrantyUpto: optional(date({ label: 'Warranty until', filter: true, leavesWithOwner: false })),
    subscriptionUpto: optional(date({ label: 'Subscription until', list: true, filter: true, leavesWithOwner: true })),
    enforcementNo: optional(
      text({
        label: 'Enforcement certificate',
        letters: 'upper',
        max: 40,
        code: true,
        help: 'For calibrated devices whose speeds can be used in a challan.',
        leavesWithOwner: false,
      }),
    ),
    enforcementUpto: optional(date({ label: 'Certified until', filter: true, leavesWithOwner: false })),
    note: optional(longText({ label: 'Note', max: 1_000, leavesWithOwner: true })),
  } satisfies StatesLeaving,
  readOnly: {
    state: choice(deviceStates, { label: 'State', means: 'condition', list: true, filter: true }),
    vehicleId: optional(ref('vehicle', { label: 'Vehicle', list: true, filter: true, sort: false, search: true })),
    lastSeenAt: optional(time({ label: 'Last seen', list: true, filter: true })),
  },
});
