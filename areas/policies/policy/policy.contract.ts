import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, file, flag, integer, longText, money, optional, ref, text } from '#kit/contract/fields.ts';

/** What a policy covers. Own damage (OD) and liability to third parties (TP) have periods of their own. */
export const coverTypes = [
  { value: 'THIRD_PARTY', label: 'Third party only' },
  { value: 'PACKAGE', label: 'Comprehensive' },
  { value: 'STANDALONE_OD', label: 'Own damage only' },
  { value: 'BUNDLED', label: 'Bundled: long-term third party' },
] as const;

/**
 * Life of a policy, by the clock: its last day is over at 23:59:59 in India. DRAFT, CANCELLED and RENEWED are what people did, the
 * others follow from its days.
 */
export const policyStates = [
  { value: 'DRAFT', label: 'Draft', tone: 'info' },
  { value: 'SCHEDULED', label: 'Not started', tone: 'info' },
  { value: 'ACTIVE', label: 'Active', tone: 'ok' },
  { value: 'DUE', label: 'Renewal due', tone: 'due' },
  { value: 'PART_EXPIRED', label: 'Partly expired', tone: 'due' },
  { value: 'EXPIRED', label: 'Expired', tone: 'bad' },
  { value: 'LAPSED', label: 'Lapsed', tone: 'bad' },
  { value: 'RENEWED', label: 'Renewed', tone: 'off' },
  { value: 'CANCELLED', label: 'Cancelled', tone: 'off' },
] as const;
export type PolicyState = (typeof policyStates)[number]['value'];

export const addOns = [
  { value: 'ZERO_DEP', label: 'Zero depreciation' },
  { value: 'ENGINE', label: 'Engine protection' },
  { value: 'RSA', label: 'Roadside assistance' },
  { value: 'RTI', label: 'Return to invoice' },
  { value: 'CONSUMABLES', label: 'Consumables' },
  { value: 'KEY', label: 'Key replacement' },
  { value: 'TYRE', label: 'Tyre protection' },
  { value: 'NCB_PROTECT', label: 'No-claim bonus protection' },
] as const;

/** How the premium was paid. Only what was paid from the wallet is posted there. */
export const payments = [
  { value: 'NONE', label: 'Not recorded' },
  { value: 'WALLET', label: 'From the wallet' },
  { value: 'INSURER', label: 'To the insurer' },
] as const;

const cover = (label: string, help?: string) => optional(date({ label, filter: true, ...(help ? { help } : {}) }));
const part = (label: string, help?: string) => optional(money({ label, min: 0, ...(help ? { help } : {}) }));
const pick = { list: true, filter: true } as const;

/** Insurance policies of vehicles. The specification calls them app-user policies, and its messages insurance. */
export const appUserPolicy = catalogue('app-user-policy', {
  one: 'Insurance policy',
  messageName: 'Insurance',
  many: 'Insurance policies',
  icon: 'shield-check',
  group: 'group-fleet',
  menuOrder: 32,
  about:
    'Insurance of vehicles: cover, premium, renewals and claims. A policy with its PDF is also the insurance document.',
  scope: 'organisation',
  guarded: true,
  title: ['policyNo'],
  optionFields: ['vehicleId'],
  sort: '-createdAt',
  listSort: '-nextEnd',
  firstColumns: ['policyNo', 'vehicleId', 'state', 'nextEnd', 'insurerId', 'coverType', 'orgId'],
  searchHint: 'Policy number, plate, insurer',
  unique: [['policyNo', 'insurerId', 'orgId']],
  ordered: [
    ['odFrom', 'odTo'],
    ['tpFrom', 'tpTo'],
  ],
  sendsMultipart: true,
  clientCalls: true,
  offText: 'Its cover no longer counts for the vehicle.',
  readyViews: [
    {
      name: 'Due in 30 days',
      search: { nextEndFrom: 'today', nextEndTo: 'today+30', state: 'DUE', status: '1', sort: 'nextEnd' },
      tab: true,
    },
    {
      name: 'Due in 15 days',
      search: { nextEndFrom: 'today', nextEndTo: 'today+15', state: 'DUE', status: '1', sort: 'nextEnd' },
      tab: true,
    },
    {
      name: 'Due in 7 days',
      search: { nextEndFrom: 'today', nextEndTo: 'today+7', state: 'DUE', status: '1', sort: 'nextEnd' },
      tab: true,
    },
    { name: 'Expired', search: { state: 'EXPIRED,PART_EXPIRED', status: '1', sort: '-nextEnd' }, tab: true },
    { name: 'Lapsed', search: { state: 'LAPSED', status: '1', sort: '-nextEnd' }, tab: true },
    { name: 'Started after a gap', search: { gapDaysFrom: '1', status: '1', sort: '-gapDays' } },
  ],
  sections: [
    {
      title: 'Policy',
      fields: ['state', 'policyNo', 'insurerId', 'coverType', 'issued', 'vehicleId', 'appUserId', 'orgId', 'document'],
    },
    {
      title: 'Cover',
      fields: ['odFrom', 'odTo', 'tpFrom', 'tpTo', 'nextEnd', 'gapDays', 'cancelledOn', 'cancelReason'],
    },
    {
      title: 'Value and bonus',
      fields: ['listedPricePaise', 'idvPaise', 'ncbPercent', 'ncbReason', 'addOns', 'deductiblePaise'],
    },
    {
      title: 'Premium',
      fields: [
        'odPremiumPaise',
        'tpPremiumPaise',
        'tpTariffPaise',
        'paOwnerPaise',
        'addOnPremiumPaise',
        'discountPaise',
        'gstPaise',
        'totalPaise',
        'offerText',
        'payment',
        'paidPaise',
        'refundPaise',
        'refundDuePaise',
      ],
    },
  ],
  fields: {
    policyNo: text({
      label: 'Policy number',
      letters: 'upper',
      min: 6,
      max: 40,
      grouped: true,
      pattern: /^[A-Z0-9][A-Z0-9/ -]*$/,
      patternHint: 'Use letters, digits, hyphens and slashes',
      code: true,
      list: true,
      search: true,
    }),
    insurerId: ref('insurer', { label: 'Insurer', ...pick, search: true }),
    orgId: optional(
      ref('organisation', { label: 'Organisation', help: 'Leave empty to use that of the vehicle.', ...pick }),
    ),
    vehicleId: ref('vehicle', { label: 'Vehicle', ...pick, search: true }),
    appUserId: optional(
      ref('app-user', {
        label: 'Insured person',
        forClients: 'Insured person',
        filter: true,
        sort: true,
        search: true,
      }),
    ),
    coverType: choice(coverTypes, { label: 'Type of cover', ...pick }),
    issued: flag({ label: 'Issue status', words: ['Issued', 'Draft'], filter: true, help: 'A draft gives no cover.' }),
    odFrom: cover('Own damage from'),
    odTo: cover('Own damage until', 'Last day, covered until 23:59:59 India time.'),
    tpFrom: cover('Third party from'),
    tpTo: cover('Third party until', 'Last day, covered until 23:59:59 India time.'),
    listedPricePaise: part('Listed selling price', 'Price of the model when new. The insured value follows from it.'),
    idvPaise: part('Insured declared value (IDV)'),
    ncbPercent: optional(
      choice(
        [
          { value: '0', label: '0 %' },
          { value: '20', label: '20 %' },
          { value: '25', label: '25 %' },
          { value: '35', label: '35 %' },
          { value: '45', label: '45 %' },
          { value: '50', label: '50 %' },
        ],
        { label: 'No-claim bonus', numeric: true, filter: true, help: 'On the own-damage premium.' },
      ),
    ),
    addOns: optional(choice(addOns, { label: 'Add-on covers', many: true, filter: true })),
    odPremiumPaise: part('Own-damage premium', 'After the no-claim bonus.'),
    tpPremiumPaise: part('Third-party premium'),
    paOwnerPaise: part('Personal accident cover'),
    addOnPremiumPaise: part('Add-on premium'),
    discountPaise: part('Discount'),
    gstPaise: part('GST', 'Leave empty to calculate it.'),
    totalPaise: part('Total premium', 'Leave empty to add up the parts.'),
    deductiblePaise: part('Compulsory deductible'),
    nominee: optional(text({ label: 'Nominee', max: 100 })),
    financier: optional(text({ label: 'Financier', max: 100 })),
    agent: optional(text({ label: 'Agent or broker', max: 100 })),
    uin: optional(text({ label: 'Product UIN', letters: 'upper', max: 40, code: true })),
    document: optional(
      file({
        label: 'Policy PDF',
        keepsFormer: true,
        accept: ['pdf', 'image'],
        maxBytes: 26_214_400,
        maxPixels: 3_000,
      }),
    ),
    previousPolicyId: optional(ref('app-user-policy', { label: 'Renews' })),
    offerId: optional(ref('insurance-offer', { label: 'Offer', filter: true })),
    note: optional(longText({ label: 'Note', max: 1_000 })),
  },
  readOnly: {
    state: choice(policyStates, { label: 'State', means: 'condition', ...pick }),
    nextEnd: optional(date({ label: 'Expires on', list: true, filter: true, distance: true })),
    gapDays: integer({ label: 'Days without cover before it', list: true, filter: true }),
    ncbReason: optional(text({ label: 'Bonus by the rules' })),
    tpTariffPaise: optional(money({ label: 'Third-party tariff' })),
    cancelledOn: optional(date({ label: 'Cancelled from', filter: true })),
    cancelReason: optional(text({ label: 'Reason for cancellation' })),
    payment: choice(payments, { label: 'Premium payment', filter: true }),
    paidPaise: money({ label: 'Paid from the wallet' }),
    refundPaise: optional(money({ label: 'Refund' })),
    refundDuePaise: optional(money({ label: 'Refund suggested', filter: true })),
    offerText: optional(text({ label: 'Offer as applied' })),
    versionNo: integer({ label: 'Policy version' }),
  },
});

/** Insurers: reference data. */
export const insurer = catalogue('insurer', {
  one: 'Insurer',
  many: 'Insurers',
  icon: 'building-bank',
  group: 'group-catalogues',
  about: 'Insurance companies that policies and offers name.',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', min: 2, list: true, search: true }),
    sector: choice(
      [
        { value: 'PUBLIC', label: 'Public sector' },
        { value: 'PRIVATE', label: 'Private sector' },
      ],
      { label: 'Sector', list: true, filter: true },
    ),
    tollFree: optional(text({ label: 'Toll-free number', max: 20, code: true, list: true })),
    email: optional(text({ label: 'Email', max: 120, letters: 'lower', list: true })),
    website: optional(text({ label: 'Website', max: 120, list: true })),
  },
});
