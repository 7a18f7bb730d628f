import { states } from '#areas/offices/states.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import {
  choice,
  date,
  decimal,
  file,
  flag,
  integer,
  longText,
  money,
  optional,
  ref,
  text,
  time,
} from '#kit/contract/fields.ts';
import { challanActions } from '../rules/challan-rule.contract.ts';

/** Who asks for it. A notice of the company is never called a challan of the authorities, on no screen and no paper. */
export const challanSources = [
  { value: 'INTERNAL', label: 'Company notice', tone: 'info', byStaff: true },
  { value: 'GOVERNMENT', label: 'Government challan', tone: 'off' },
] as const;
export type ChallanSource = (typeof challanSources)[number]['value'];

/** The life of a challan, by the arrows of `challan_arrow`. */
export const challanStatuses = [
  { value: 'DRAFT', label: 'Draft', forClients: 'Waiting for your answer', tone: 'info' },
  { value: 'ISSUED', label: 'Issued', tone: 'info' },
  { value: 'NOTIFIED', label: 'To pay or contest', tone: 'due' },
  { value: 'CONTESTED', label: 'Contested', tone: 'info' },
  { value: 'DEEMED_ACCEPTED', label: 'Accepted by deadline', tone: 'due' },
  { value: 'UPHELD', label: 'Upheld', tone: 'due' },
  { value: 'COURT', label: 'In court', tone: 'due' },
  { value: 'PAID', label: 'Paid', tone: 'ok' },
  { value: 'CLOSED', label: 'Closed', tone: 'off' },
  { value: 'REFUNDED', label: 'Refunded', tone: 'off' },
  { value: 'CANCELLED', label: 'Cancelled', tone: 'off' },
  { value: 'LAPSED', label: 'Lapsed', tone: 'off' },
] as const;
export type ChallanStatus = (typeof challanStatuses)[number]['value'];

/** Who is asked to pay: who drove at that moment, or whose the vehicle is. */
export const liablePersons = [
  { value: 'DRIVER', label: 'Driver' },
  { value: 'OWNER', label: 'Owner' },
] as const;
export type Liable = (typeof liablePersons)[number]['value'];

/** What is due next. */
export const dueKinds = [
  { value: 'ANSWER', label: 'Answer' },
  { value: 'NOTIFY', label: 'Send notice' },
  { value: 'PAY_OR_CONTEST', label: 'Pay or contest' },
  { value: 'DECIDE', label: 'Decide' },
  { value: 'PAY', label: 'Pay' },
] as const;

export const payments = [
  { value: 'NONE', label: 'Not paid' },
  { value: 'WALLET', label: 'From the wallet' },
  { value: 'OUTSIDE', label: 'Paid elsewhere' },
] as const;

/** What speaks against a challan. */
export const contestGrounds = [
  { value: 'NOT_THERE', label: 'The vehicle was elsewhere' },
  { value: 'NOT_MY_VEHICLE', label: 'Not my vehicle, or sold before' },
  { value: 'OTHER_DRIVER', label: 'Another person drove' },
  { value: 'EMERGENCY', label: 'Emergency' },
  { value: 'WRONG_FACTS', label: 'Speed, limit or place is wrong' },
  { value: 'PAID_ALREADY', label: 'Paid already' },
  { value: 'OTHER', label: 'Something else' },
] as const;

const live = 'ISSUED,NOTIFIED,CONTESTED,DEEMED_ACCEPTED,UPHELD,COURT';
const pick = { list: true, filter: true } as const;
/** What only challans of authorities have. */
const theirs = { onlyWith: { field: 'source', values: ['GOVERNMENT'] } } as const;
const theirsNeeded = { onlyWith: { ...theirs.onlyWith, isNeeded: true } } as const;
const day = (label: string) => optional(date({ label, filter: true }));

/** Challans: what is asked for an offence, by the company or by an authority, and what became of it. */
export const challan = catalogue('challan', {
  one: 'Challan',
  many: 'Challans',
  icon: 'file-invoice',
  group: 'group-work',
  menuOrder: 25,
  about: 'Fines for offences: notices of the company for proven violations, and challans of the authorities.',
  scope: 'organisation',
  guarded: true,
  title: ['challanNo'],
  sort: '-offenceAt',
  listSort: 'dueOn',
  unique: [['orgId', 'challanNo']],
  searchHint: 'Number, plate, driver or place',
  newText: 'Add a challan',
  exportsAlways: ['source'],
  furtherActions: ['approve'],
  firstColumns: [
    'challanNo',
    'source',
    'challanStatus',
    'dueOn',
    'due',
    'amountPaise',
    'challanTypeId',
    'vehicleId',
    'driverId',
    'offenceAt',
    'orgId',
  ],
  readyViews: [
    { name: 'Open', search: { challanStatus: live, status: '1' }, tab: true },
    { name: 'Drafts', search: { challanStatus: 'DRAFT', status: '1' }, tab: true },
    { name: 'To pay or contest', search: { challanStatus: 'NOTIFIED', status: '1' }, tab: true },
    { name: 'Contested', search: { challanStatus: 'CONTESTED', status: '1' }, tab: true },
    { name: 'Overdue', search: { overdue: 'true', status: '1' }, tab: true },
    {
      name: 'Closed',
      search: { challanStatus: 'PAID,CLOSED,REFUNDED,CANCELLED,LAPSED', sort: '-offenceAt' },
      tab: true,
    },
  ],
  sections: [
    { title: 'Challan', fields: ['challanNo', 'source', 'challanStatus', 'challanTypeId', 'authority'] },
    {
      title: 'Offence',
      fields: [
        'vehicleId',
        'orgId',
        'driverId',
        'liable',
        'offenceAt',
        'offenceOn',
        'offenceTime',
        'state',
        'place',
        'lat',
        'lon',
        'speedKmh',
        'limitKmh',
        'seconds',
        'units',
      ],
    },
    {
      title: 'Amount',
      fields: ['amountPaise', 'minPaise', 'maxPaise', 'offenceNo', 'action', 'licencePoints', 'ruleId', 'ruleVersion'],
    },
    {
      title: 'Deadlines',
      fields: ['due', 'dueOn', 'overdue', 'answerBy', 'notifyBy', 'notifiedOn', 'contestBy', 'decideBy', 'payBy'],
    },
    { title: 'Answer of the driver', fields: ['askedAt', 'answeredAt', 'answer'] },
    { title: 'Decision', fields: ['contestedAt', 'decidedAt', 'decisionReason', 'orderText'] },
    { title: 'Payment', fields: ['payment', 'paidPaise', 'depositPaise', 'refundedPaise', 'paidOn', 'receiptNo'] },
    { title: 'Document', fields: ['attachment'] },
  ],
  fields: {
    source: choice(challanSources, { label: 'Source', ...pick }),
    challanNo: optional(
      text({
        label: 'Number',
        code: true,
        grouped: true,
        letters: 'upper',
        max: 40,
        pattern: /^[A-Z0-9][A-Z0-9/-]{3,39}$/,
        patternHint: 'Letters, digits, - and /, as the challan has it',
        list: true,
        search: true,
        help: 'As the challan has it.',
        ...theirsNeeded,
      }),
    ),
    challanTypeId: ref('challan-type', { label: 'Offence', ...pick, search: true }),
    orgId: optional(
      ref('organisation', { label: 'Organisation', help: 'Leave empty for that of the vehicle on that day.', ...pick }),
    ),
    vehicleId: ref('vehicle', { label: 'Vehicle', ...pick, search: true, ofFormerOwners: true }),
    driverId: optional(
      ref('drivers', {
        label: 'Driver',
        ...pick,
        search: true,
        narrowBy: ['orgId'],
        help: 'Leave empty for who was assigned to the vehicle at that time.',
      }),
    ),
    liable: optional(
      choice(liablePersons, {
        label: 'Who is to pay',
        filter: true,
        help: 'Leave empty for the driver, where one was assigned.',
      }),
    ),
    offenceOn: date({ label: 'Day of the offence', filter: true }),
    offenceTime: text({
      label: 'Time of the offence',
      max: 5,
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      patternHint: 'Hours and minutes in India, like 09:30',
    }),
    state: optional(choice(states, { label: 'State', filter: true, help: 'Where it happened.' })),
    place: text({ label: 'Place', min: 2, max: 200, search: true }),
    lat: optional(decimal({ label: 'Latitude', min: 6, max: 38, help: 'For the alibi finder.' })),
    lon: optional(decimal({ label: 'Longitude', min: 68, max: 98 })),
    units: optional(
      integer({
        label: 'Units',
        min: 1,
        max: 10_000,
        help: 'Alterations, passengers or tonnes, where the fine is for each.',
      }),
    ),
    amountPaise: optional(
      money({
        label: 'Amount',
        min: 0,
        max: 100_000_000,
        ...pick,
        help: 'Of a notice of the company the challan rule sets it. Leave it empty for the least of a range.',
      }),
    ),
    authority: optional(
      text({ label: 'Authority', min: 2, max: 120, filter: true, help: 'Who issued it.', ...theirs }),
    ),
    notifiedOn: optional(
      date({
        label: 'Notified on',
        filter: true,
        help: 'The day on which it came. Deadlines count from it.',
        ...theirsNeeded,
      }),
    ),
    attachment: optional(
      file({
        label: 'Copy of the challan',
        accept: ['image', 'pdf'],
        maxBytes: 10 * 1024 * 1024,
        maxPixels: 4_000,
        ...theirs,
      }),
    ),
  },
  readOnly: {
    challanStatus: choice(challanStatuses, { label: 'Challan status', ...pick }),
    // As it was then: who gave the vehicle away since does not see the vehicle any more.
    plate: optional(text({ label: 'Registration number', code: true, search: true })),
    violationId: optional(text({ label: 'Violation', opaque: true, filter: true })),
    offenceAt: time({ label: 'Time', ...pick }),
    speedKmh: optional(decimal({ label: 'Speed held against the driver', unit: 'km/h' })),
    limitKmh: optional(decimal({ label: 'Limit', unit: 'km/h' })),
    seconds: optional(integer({ label: 'Lasted', unit: 's' })),
    minPaise: optional(money({ label: 'At least' })),
    maxPaise: optional(money({ label: 'Up to' })),
    offenceNo: optional(integer({ label: 'Offence number', plain: true, filter: true })),
    action: optional(choice(challanActions, { label: 'What the Act provides', filter: true })),
    licencePoints: optional(integer({ label: 'Licence points' })),
    ruleId: optional(ref('challan-rule', { label: 'Rule', filter: true })),
    ruleVersion: optional(integer({ label: 'Rule version', plain: true })),
    due: optional(choice(dueKinds, { label: 'Next step', ...pick })),
    dueOn: optional(date({ label: 'Due by', ...pick })),
    overdue: flag({ label: 'Overdue', filter: true }),
    askedAt: optional(time({ label: 'Asked' })),
    answerBy: day('Answer by'),
    answeredAt: optional(time({ label: 'Answered' })),
    answer: optional(longText({ label: 'Answer' })),
    issuedAt: optional(time({ label: 'Issued', filter: true })),
    notifyBy: day('Send notice by'),
    contestBy: day('Pay or contest by'),
    contestedAt: optional(time({ label: 'Contested' })),
    decideBy: day('Decide by'),
    decidedAt: optional(time({ label: 'Decided', filter: true })),
    decisionReason: optional(text({ label: 'Reason' })),
    orderText: optional(longText({ label: 'Order' })),
    payBy: day('Pay by'),
    payment: choice(payments, { label: 'Payment', filter: true }),
    paidPaise: money({ label: 'Paid', filter: true }),
    depositPaise: optional(money({ label: 'Deposit for the court' })),
    refundedPaise: money({ label: 'Refunded', filter: true }),
    paidOn: day('Paid on'),
    receiptNo: optional(text({ label: 'Receipt number', code: true })),
  },
});

const attachment = (label: string) =>
  optional(file({ label, accept: ['image', 'pdf'], maxBytes: 10 * 1024 * 1024, maxPixels: 4_000 }));
const words = {
  challanId: ref('challan', { label: 'Challan', list: true, filter: true }),
  orgId: optional(ref('organisation', { label: 'Organisation', help: 'That of the challan.', filter: true })),
};

/** What speaks against a challan, with papers. Making one contests it. */
export const challanContest = catalogue('challan-contest', {
  one: 'Contest',
  many: 'Contests',
  icon: 'gavel',
  group: 'group-work',
  tabOf: 'challan',
  menuOrder: 27,
  about: 'What speaks against challans, with the documents that show it.',
  scope: 'organisation',
  guarded: true,
  title: ['challanId'],
  sort: '-createdAt',
  sendsMultipart: true,
  fields: {
    ...words,
    grounds: choice(contestGrounds, { label: 'Ground', list: true, filter: true }),
    text: longText({ label: 'What happened', max: 5_000, search: true }),
    attachment: attachment('Document'),
    attachment2: attachment('Second document'),
    attachment3: attachment('Third document'),
    attachment4: attachment('Fourth document'),
    attachment5: attachment('Fifth document'),
  },
  readOnly: {
    author: text({ label: 'Written by', list: true }),
    byStaff: flag({ label: 'Written by staff', filter: true }),
  },
});

/** What staff write about a challan for themselves: the database gives no row of it to a client. */
export const challanNote = catalogue('challan-note', {
  one: 'Note on a challan',
  many: 'Notes on challans',
  staffOnly: true,
  icon: 'note',
  group: 'group-work',
  tabOf: 'challan',
  menuOrder: 28,
  about: 'What staff wrote about challans for themselves. Clients never see it.',
  scope: 'organisation',
  guarded: true,
  title: ['challanId'],
  sort: '-createdAt',
  fields: { ...words, text: longText({ label: 'Note', max: 5_000, search: true }) },
  readOnly: { author: text({ label: 'Written by', list: true }) },
});
