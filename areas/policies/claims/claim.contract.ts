import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, longText, money, optional, ref, text } from '#kit/contract/fields.ts';

export const claimStates = [
  { value: 'REPORTED', label: 'Reported', tone: 'info' },
  { value: 'SURVEYED', label: 'Surveyed', tone: 'info' },
  { value: 'APPROVED', label: 'Approved', tone: 'ok' },
  { value: 'PAID', label: 'Paid', tone: 'ok' },
  { value: 'REJECTED', label: 'Rejected', tone: 'bad' },
  { value: 'WITHDRAWN', label: 'Withdrawn', tone: 'off' },
] as const;
/** Claims in these states cost nothing of the no-claim bonus. */
export const harmlessStates: readonly string[] = ['REJECTED', 'WITHDRAWN'];

/** Claims of these types are on own damage, and cost the bonus. */
export const bonusTypes: readonly string[] = ['OWN_DAMAGE', 'THEFT', 'TOTAL_LOSS'];

/** Claims on insurance policies. */
export const policyClaim = catalogue('policy-claim', {
  one: 'Insurance claim',
  many: 'Insurance claims',
  icon: 'car-crash',
  group: 'group-fleet',
  tabOf: 'app-user-policy',
  menuOrder: 33,
  about: 'Claims on policies. A claim on own damage resets the no-claim bonus.',
  scope: 'organisation',
  guarded: true,
  title: ['claimNo'],
  sort: '-createdAt',
  unique: [['policyId', 'claimNo']],
  fields: {
    claimNo: text({
      label: 'Claim number',
      letters: 'upper',
      min: 3,
      max: 40,
      code: true,
      grouped: true,
      list: true,
      search: true,
    }),
    orgId: optional(
      ref('organisation', {
        label: 'Organisation',
        help: 'Leave empty to use that of the policy.',
        list: true,
        filter: true,
      }),
    ),
    policyId: ref('app-user-policy', { label: 'Policy', list: true, filter: true, search: true }),
    claimType: choice(
      [
        { value: 'OWN_DAMAGE', label: 'Own damage' },
        { value: 'THEFT', label: 'Theft' },
        { value: 'TOTAL_LOSS', label: 'Total loss' },
        { value: 'THIRD_PARTY', label: 'Third party' },
        { value: 'ADD_ON', label: 'Add-on only' },
      ],
      { label: 'Type', list: true, filter: true },
    ),
    happenedOn: date({ label: 'Date of loss', list: true, filter: true }),
    amountPaise: money({ label: 'Amount claimed', min: 1, list: true }),
    paidPaise: optional(money({ label: 'Amount paid', min: 0, list: true })),
    claimState: choice(claimStates, { label: 'State', means: 'condition', list: true, filter: true }),
    note: optional(longText({ label: 'Note', max: 1_000 })),
  },
});
