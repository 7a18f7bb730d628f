import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, file, flag, integer, longText, optional, ref, text, time } from '#kit/contract/fields.ts';

/** What becomes of a ticket, by the numbers that calls carry. Clients know nothing of forwarding inside the house. */
export const requestStatuses = [
  { value: '0', label: 'Open', tone: 'info' },
  { value: '1', label: 'In progress', tone: 'info' },
  { value: '2', label: 'Waiting for customer', forClients: 'Waiting for your answer', tone: 'due' },
  { value: '3', label: 'Forwarded', forClients: 'In progress', clientsRead: '1', tone: 'info' },
  { value: '4', label: 'Resolved', tone: 'ok' },
  { value: '5', label: 'Closed', tone: 'off' },
  { value: '6', label: 'Reopened', tone: 'due' },
] as const;

/** How a ticket stands against the times its category promises. */
export const promiseStates = [
  { value: 'ON_TIME', label: 'On time', tone: 'ok' },
  { value: 'DUE_SOON', label: 'Due soon', tone: 'due' },
  { value: 'LATE', label: 'Late', tone: 'bad' },
  { value: 'PAUSED', label: 'Paused', tone: 'off' },
  { value: 'MET', label: 'Met', tone: 'ok' },
  { value: 'MISSED', label: 'Missed', tone: 'bad' },
] as const;
export type PromiseState = (typeof promiseStates)[number]['value'];

export const priorities = [
  { value: 'LOW', label: 'Low', tone: 'off' },
  { value: 'NORMAL', label: 'Normal', tone: 'off' },
  { value: 'HIGH', label: 'High', tone: 'due' },
  { value: 'URGENT', label: 'Urgent', tone: 'bad' },
] as const;

const attachment = (label: string) =>
  optional(file({ label, accept: ['image', 'pdf'], maxBytes: 10 * 1024 * 1024, maxPixels: 4_000 }));
/** What a ticket, a reply or a note may carry: five files of 10 MB. */
export const attachmentNames = ['attachment', 'attachment2', 'attachment3', 'attachment4', 'attachment5'] as const;
const attachments = {
  attachment: attachment('Attachment'),
  attachment2: attachment('Second attachment'),
  attachment3: attachment('Third attachment'),
  attachment4: attachment('Fourth attachment'),
  attachment5: attachment('Fifth attachment'),
};

/** What is no record of a catalogue is linked by its id, which people are told by its name. */
const linkedId = (label: string) =>
  optional(
    text({
      label,
      opaque: true,
      filter: true,
      letters: 'lower',
      max: 36,
      pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      patternHint: 'Must be an id',
    }),
  );
// What is chosen is of the organisation that asks, and says which one that is.
const link = { filter: true, sort: false, narrowBy: ['orgId'] } as const;
const active = '0,1,2,3,6';

/** Tickets of the help desk: what a customer asks, the record it is about, and by when it is answered. */
export const helpDesk = catalogue('help-desk', {
  one: 'Ticket',
  messageName: {
    created: 'New Request added succesfully.',
    updated: 'Helpdesk Ticket update succesfully.',
    deleted: 'Ticket deleted successfully.',
  },
  forClients: { one: 'Question', many: 'Help desk', counted: 'Questions', newText: 'Ask the help desk' },
  many: 'Tickets',
  icon: 'lifebuoy',
  group: 'group-work',
  menuOrder: 30,
  about: 'Questions and problems of customers, with what was answered and the records they are about.',
  scope: 'organisation',
  guarded: true,
  title: ['subject'],
  sort: '-createdAt',
  listSort: 'dueAt',
  firstColumns: [
    'ticketNo',
    'subject',
    'requestStatus',
    'promise',
    'dueAt',
    'priority',
    'categoryId',
    'teamId',
    'assigneeId',
    'orgId',
  ],
  searchHint: 'Number, subject, plate, customer',
  // Of what is under way: the assignee, or everybody who holds the role that it was forwarded to.
  memberships: {
    holderId: { label: 'With', to: 'user', view: 'helpdesk_holder', record: 'account_id', row: 'ticket_id' },
  },
  sendsMultipart: true,
  offText: 'It leaves the lists, and its clock stops.',
  hidesInactive: true,
  readyViews: [
    { name: 'Active', search: { requestStatus: active, status: '1' }, tab: true },
    { name: 'Mine', search: { holderId: 'me', requestStatus: active, status: '1' }, tab: true, staffOnly: true },
    { name: 'Waiting', search: { requestStatus: '2', status: '1' }, tab: true },
    { name: 'Late', search: { promise: 'LATE', requestStatus: active, status: '1' }, tab: true, staffOnly: true },
    { name: 'Closed', search: { requestStatus: '4,5', status: '1', sort: '-createdAt' }, tab: true },
  ],
  sections: [
    {
      title: 'Ticket',
      fields: ['ticketNo', 'subject', 'description', 'categoryId', 'priority', 'requestStatus', 'channel'],
    },
    { title: 'Customer', fields: ['orgId', 'appUserId'] },
    {
      title: 'About',
      fields: ['vehicleId', 'driverId', 'policyId', 'challanId', 'deviceId', 'documentId', 'tripName', 'transactionNo'],
    },
    { title: 'Attachments', fields: [...attachmentNames] },
    { title: 'Handling', fields: ['teamId', 'roleId', 'assigneeId', 'mergedIntoId', 'followsId'] },
    {
      title: 'Times',
      fields: [
        'promise',
        'dueAt',
        'firstDueAt',
        'firstRepliedAt',
        'resolutionDueAt',
        'resolvedAt',
        'closedAt',
        'firstInTime',
        'firstMin',
        'solutionInTime',
        'solutionMin',
        'reopenedCount',
        'satisfaction',
        'ratedAt',
      ],
    },
  ],
  fields: {
    subject: text({ label: 'Subject', min: 5, max: 150, list: true, search: 'words' }),
    description: longText({ label: 'Description', max: 5_000, search: 'words' }),
    categoryId: ref('help-category', { label: 'Category', list: true, filter: true, inline: true }),
    priority: choice(priorities, { label: 'Priority', list: true, filter: true, inline: true }),
    orgId: ref('organisation', { label: 'Organisation', list: true, filter: true }),
    appUserId: optional(
      ref('app-user', {
        label: 'Customer',
        forClients: 'Asked by',
        filter: true,
        search: true,
        searchBy: ['mobile'],
        narrowBy: ['orgId'],
      }),
    ),
    vehicleId: optional(
      ref('vehicle', { label: 'Vehicle', list: true, filter: true, search: true, narrowBy: ['orgId'] }),
    ),
    driverId: optional(ref('drivers', { label: 'Driver', ...link })),
    policyId: optional(ref('app-user-policy', { label: 'Policy', ...link })),
    challanId: optional(ref('challan', { label: 'Challan', hidesUnseen: true, ...link })),
    deviceId: optional(ref('device', { label: 'Device', ...link })),
    documentId: optional(ref('vehicle-kyc-doc', { label: 'Document', ...link })),
    tripId: linkedId('Trip'),
    transactionId: linkedId('Transaction'),
    followsId: optional(
      ref('help-desk', { label: 'Follows', help: 'The ticket that was closed before this one was asked.', ...link }),
    ),
    ...attachments,
  },
  readOnly: {
    ticketNo: text({ label: 'Number', code: true, grouped: true, list: true, search: 'words' }),
    requestStatus: choice(requestStatuses, { label: 'Status', numeric: true, list: true, filter: true }),
    promise: optional(choice(promiseStates, { label: 'Due', list: true, filter: true })),
    dueAt: optional(time({ label: 'Next due', list: true, filter: true })),
    tripName: optional(text({ label: 'Trip', search: true })),
    transactionNo: optional(text({ label: 'Transaction', code: true, filter: true, search: true })),
    // Who of the desk has it is not for customers.
    teamId: optional(ref('help-team', { label: 'Team', list: true, filter: true, staffOnly: true })),
    roleId: optional(ref('role', { label: 'Role', filter: true, staffOnly: true })),
    assigneeId: optional(ref('user', { label: 'Assigned to', list: true, filter: true, staffOnly: true })),
    channel: choice(
      [
        { value: 'WEB', label: 'Website' },
        { value: 'STAFF', label: 'By staff' },
        { value: 'EMAIL', label: 'Email' },
      ],
      { label: 'Received by', filter: true },
    ),
    firstDueAt: optional(time({ label: 'First answer due' })),
    firstRepliedAt: optional(time({ label: 'First answer' })),
    resolutionDueAt: optional(time({ label: 'Solution due' })),
    resolvedAt: optional(time({ label: 'Resolved' })),
    closedAt: optional(time({ label: 'Closed' })),
    firstInTime: optional(flag({ label: 'First answer on time', filter: true, staffOnly: true })),
    firstMin: optional(integer({ label: 'First answer took', unit: 'min', staffOnly: true })),
    solutionInTime: optional(flag({ label: 'Solution on time', filter: true, staffOnly: true })),
    solutionMin: optional(integer({ label: 'Solution took', unit: 'min', staffOnly: true })),
    reopenedCount: integer({ label: 'Reopened', plain: true, filter: true }),
    satisfaction: optional(integer({ label: 'Satisfaction', unit: 'of 5', filter: true })),
    ratedAt: optional(time({ label: 'Rated' })),
    satisfactionNote: optional(longText({ label: 'Comment on satisfaction' })),
    mergedIntoId: optional(ref('help-desk', { label: 'Merged into', filter: true })),
  },
});

const said = {
  ticketId: ref('help-desk', { label: 'Ticket', list: true, filter: true }),
  orgId: optional(ref('organisation', { label: 'Organisation', help: 'That of the ticket.', filter: true })),
  text: longText({ label: 'Text', max: 5_000, search: 'words' }),
  ...attachments,
};

/** What customer and desk say to each other. */
export const ticketReply = catalogue('ticket-reply', {
  one: 'Reply',
  many: 'Replies',
  icon: 'message',
  group: 'group-work',
  tabOf: 'help-desk',
  menuOrder: 31,
  about: 'What customers and the help desk wrote to each other, as customers read it.',
  scope: 'organisation',
  guarded: true,
  title: ['ticketId'],
  sort: '-createdAt',
  sendsMultipart: true,
  fields: said,
  readOnly: {
    author: text({ label: 'Written by', spoken: 'names', list: true }),
    byStaff: choice(
      [
        { value: 'STAFF', label: 'Help desk' },
        { value: 'CUSTOMER', label: 'Customer' },
      ],
      { label: 'From', list: true, filter: true },
    ),
    editedAt: optional(time({ label: 'Changed' })),
  },
});

/** What the desk writes for itself: in a table of its own, whose rows the database gives to no client. */
export const ticketNote = catalogue('ticket-note', {
  one: 'Internal note',
  staffOnly: true,
  many: 'Internal notes',
  icon: 'note',
  group: 'group-work',
  tabOf: 'help-desk',
  menuOrder: 32,
  about: 'What the help desk wrote for itself. Customers never see it.',
  scope: 'organisation',
  guarded: true,
  title: ['ticketId'],
  sort: '-createdAt',
  sendsMultipart: true,
  fields: said,
  readOnly: {
    kind: choice(
      [
        { value: 'NOTE', label: 'Note' },
        { value: 'FORWARD', label: 'Forwarded' },
        { value: 'MERGE', label: 'Merged' },
        { value: 'SPLIT_FROM', label: 'Split from another ticket' },
        { value: 'SPLIT_INTO', label: 'Split into another ticket' },
      ],
      { label: 'Type', list: true, filter: true },
    ),
    author: text({ label: 'Written by', list: true }),
    toTeamId: optional(ref('help-team', { label: 'To team', filter: true })),
    toRoleId: optional(ref('role', { label: 'To role', filter: true })),
    toUserId: optional(ref('user', { label: 'To', filter: true })),
    editedAt: optional(time({ label: 'Changed' })),
  },
});
