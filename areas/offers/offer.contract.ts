import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, decimal, file, integer, longText, money, optional, ref, text } from '#kit/contract/fields.ts';

/** Offers of insurers. The state follows from their days and their status: paused ones are inactive. */
export const insuranceOffer = catalogue('insurance-offer', {
  one: 'Insurance offer',
  many: 'Insurance offers',
  icon: 'discount',
  group: 'group-fleet',
  tabOf: 'app-user-policy',
  menuOrder: 34,
  about: 'Discounts on new and renewed policies, for a time, for a number of uses.',
  // Which of them clients see is held by the database.
  rowSecurity: true,
  title: ['title'],
  sort: '-createdAt',
  unique: [['code']],
  ordered: [['validFrom', 'validTo']],
  sendsMultipart: true,
  offText: 'It is paused: no one can use it.',
  readyViews: [
    { name: 'Live', search: { validFromTo: 'today', validToFrom: 'today', status: '1' }, tab: true },
    { name: 'Scheduled', search: { validFromFrom: 'today+1', status: '1' }, tab: true, staffOnly: true },
    { name: 'Paused', search: { status: '0', validToFrom: 'today' } },
    { name: 'Ended', search: { validToTo: 'today-1' } },
  ],
  fields: {
    title: text({ label: 'Title', min: 3, max: 80, list: true, search: true }),
    code: text({
      label: 'Code',
      letters: 'upper',
      min: 3,
      max: 20,
      pattern: /^[A-Z0-9]+$/,
      patternHint: 'Use letters and digits, like RENEW10',
      code: true,
      list: true,
      search: true,
    }),
    insurerId: optional(ref('insurer', { label: 'Insurer', list: true, filter: true, help: 'Leave empty for all.' })),
    coverTypes: optional(
      choice(
        [
          { value: 'THIRD_PARTY', label: 'Third party only' },
          { value: 'PACKAGE', label: 'Comprehensive' },
          { value: 'STANDALONE_OD', label: 'Own damage only' },
          { value: 'BUNDLED', label: 'Bundled: long-term third party' },
        ],
        { label: 'Types of cover', many: true, help: 'Leave empty for all.' },
      ),
    ),
    categoryId: optional(
      ref('vehicle-category', { label: 'Vehicle category', filter: true, help: 'Leave empty for all.' }),
    ),
    discountPercent: optional(decimal({ label: 'Discount', unit: '%', min: 0.01, max: 100, list: true })),
    discountPaise: optional(money({ label: 'Discount amount', min: 1, list: true, help: 'Instead of a percentage.' })),
    minIdvPaise: optional(money({ label: 'Minimum IDV', min: 0 })),
    validFrom: date({ label: 'Valid from', list: true, filter: true }),
    validTo: date({ label: 'Valid until', list: true, filter: true }),
    maxUses: optional(integer({ label: 'Uses in total', min: 1, max: 1_000_000, help: 'Leave empty for no limit.' })),
    perOrganisation: optional(
      integer({ label: 'Uses per organisation', min: 1, max: 10_000, help: 'Leave empty for no limit.' }),
    ),
    terms: optional(longText({ label: 'Terms', max: 2_000 })),
    banner: optional(file({ label: 'Banner', accept: ['image'], maxBytes: 5_242_880, maxPixels: 1_600 })),
  },
  readOnly: { uses: integer({ label: 'Used', list: true }) },
});
