import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, integer, optional, text } from '#kit/contract/fields.ts';

/** What has a number of days, or of months, in the life of a challan. */
export const deadlineKinds = [
  { value: 'ANSWER_FIRST', label: 'Driver answers before the fine (days)' },
  { value: 'NOTIFY_ELECTRONIC', label: 'Notice by email (days)' },
  { value: 'NOTIFY_POST', label: 'Notice by post or by hand (days)' },
  { value: 'PAY_OR_CONTEST', label: 'Pay or contest (days)' },
  { value: 'PAY_AFTER', label: 'Pay after acceptance or decision (days)' },
  { value: 'DECIDE', label: 'Decide on a contest (days)' },
  { value: 'REPEAT_WITHIN', label: 'Counts as repeated within (months)' },
  { value: 'COURT_DEPOSIT', label: 'Deposit for the court (percent of the fine)' },
] as const;

/** Every number that a challan goes by besides its rule, from the day it is in force. */
export const challanDeadline = catalogue('challan-deadline', {
  one: 'Challan deadline',
  many: 'Challan deadlines',
  icon: 'calendar-due',
  group: 'group-catalogues',
  about: 'Days within which challans are notified, answered, decided and paid. The law changes them: each is of a day.',
  title: ['kind'],
  sort: 'kind',
  unique: [['kind', 'effectiveFrom']],
  ordered: [['effectiveFrom', 'effectiveTo']],
  firstColumns: ['kind', 'amount', 'effectiveFrom', 'effectiveTo', 'source'],
  statusInRow: false,
  fields: {
    kind: choice(deadlineKinds, { label: 'Deadline', list: true, filter: true }),
    amount: integer({
      label: 'Length',
      min: 0,
      max: 400,
      list: true,
      help: 'Days, months or percent, depending on the deadline.',
    }),
    effectiveFrom: date({ label: 'In force from', list: true, filter: true }),
    effectiveTo: optional(date({ label: 'In force until', list: true, filter: true })),
    source: text({ label: 'Legal source', spoken: 'names', min: 3, max: 300, list: true, search: true }),
  },
  readOnly: { ruleVersion: integer({ label: 'Version' }) },
});
