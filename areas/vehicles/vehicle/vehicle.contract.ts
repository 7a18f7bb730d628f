import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, file, flag, integer, optional, ref, type StatesFacts, text } from '#kit/contract/fields.ts';
import { vehicleSections } from './vehicle.sections.contract.ts';
import { emissionNorms, fuelTypes } from '../catalogue/specification.contract.ts';

/** How a vehicle came by its number. A permanent and a BH number are told from its form, the others are said. */
export const registrationKinds = [
  { value: 'PERMANENT', label: 'Permanent' },
  { value: 'BH', label: 'Bharat series (BH)' },
  { value: 'TEMPORARY', label: 'Temporary' },
  { value: 'TRADE', label: 'Trade certificate' },
] as const;

/**
 * Life of a vehicle. DRAFT, ACTIVE and COMPLIANCE_HOLD follow from its papers and are never set by hand; the others are what
 * people say of it.
 */
export const vehicleStates = [
  { value: 'DRAFT', label: 'Draft', tone: 'info' },
  { value: 'ACTIVE', label: 'Active', tone: 'ok' },
  { value: 'COMPLIANCE_HOLD', label: 'Compliance hold', tone: 'bad' },
  { value: 'MAINTENANCE', label: 'Under maintenance', tone: 'due' },
  { value: 'ACCIDENT', label: 'Accident', tone: 'bad' },
  { value: 'STOLEN', label: 'Stolen', tone: 'bad' },
  { value: 'RETIRED', label: 'Retired', tone: 'off' },
  { value: 'SOLD', label: 'Sold', tone: 'off' },
] as const;
export type VehicleState = (typeof vehicleStates)[number]['value'];

/** What people say of a vehicle beside its papers; IN_USE says nothing, so the papers decide. */
export const situations = ['IN_USE', 'MAINTENANCE', 'ACCIDENT', 'STOLEN', 'RETIRED', 'SOLD'] as const;
export type OperationalStatus = (typeof situations)[number];

/** The answer to "may it run today?" as lists show it. */
export const verdicts = [
  { value: 'GREEN', label: 'Cleared', tone: 'ok' },
  { value: 'AMBER', label: 'Cleared – expiring soon', short: 'Cleared', tone: 'due' },
  { value: 'RED', label: 'Blocked', tone: 'bad' },
] as const;
export type Colour = (typeof verdicts)[number]['value'];

export const ownerships = [
  { value: 'OWNED', label: 'Owned' },
  { value: 'LEASED', label: 'Leased' },
  { value: 'RENTED', label: 'Rented' },
  { value: 'FINANCED', label: 'Financed' },
  { value: 'CUSTOMER', label: 'Customer-owned' },
] as const;

const fromPapers = (label: string, sort = false) => optional(date({ label, filter: true, sort }));

export const vehicle = catalogue('vehicle', {
  one: 'Vehicle',
  many: 'Vehicles',
  icon: 'truck',
  group: 'group-fleet',
  menuOrder: 10,
  onPhones: true,
  about: 'All vehicles with their documents, owner, driver and compliance status.',
  scope: 'organisation',
  guarded: true,
  title: ['registrationNo'],
  listSort: 'nextDeadline',
  firstColumns: ['modelId', 'verdict', 'nextDeadline', 'driverId', 'orgId'],
  searchHint: 'Plate, model, driver or phone',
  sections: vehicleSections,
  unique: [['registrationNo'], ['chassisNo'], ['engineNo']],
  memberships: {
    groupId: {
      label: 'Group',
      to: 'vehicle-group',
      view: 'vehicles_group_member',
      record: 'group_id',
      row: 'vehicle_id',
    },
  },
  offText: 'The vehicle is blocked and its driver is unassigned.',
  readyViews: [
    { name: 'Needs action', search: { verdict: 'RED,AMBER', status: '1' }, tab: true },
    { name: 'Blocked', search: { verdict: 'RED', status: '1' }, tab: true },
    { name: 'Cleared – expiring soon', search: { verdict: 'AMBER', status: '1' } },
    {
      name: 'Insurance expiring in 30 days',
      search: { insuranceUptoFrom: 'today', insuranceUptoTo: 'today+30', sort: 'insuranceUpto' },
    },
    { name: 'On compliance hold', search: { state: 'COMPLIANCE_HOLD' } },
  ],
  fields: {
    registrationNo: text({
      label: 'Registration number',
      letters: 'upper',
      compact: true,
      min: 4,
      max: 15,
      code: true,
      plate: 'plateUse',
      list: true,
      search: true,
      filter: true,
      leavesWithOwner: false,
      triggersReview: true,
    }),
    orgId: ref('organisation', {
      label: 'Owner',
      list: true,
      filter: true,
      leavesWithOwner: false,
      triggersReview: false,
    }),
    registrationKind: optional(
      choice(registrationKinds, {
        label: 'Number type',
        help: 'Choose it for temporary and trade numbers, which have no fixed format.',
        whenEmpty: 'Detected from the number',
        filter: true,
        leavesWithOwner: false,
        triggersReview: true,
      }),
    ),
    registrationEndsOn: optional(
      date({
        label: 'Number valid until',
        onlyWith: { field: 'registrationKind', values: ['TEMPORARY', 'TRADE'], isNeeded: true },
        leavesWithOwner: false,
        triggersReview: true,
      }),
    ),
    rtoId: optional(
      ref('rto', {
        label: 'RTO',
        filter: true,
        suggest: { from: 'registrationNo', call: '/rto/by-plate', parameter: 'plate', answer: 'office' },
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    brandId: optional(
      ref('vehicle-brand', {
        label: 'Brand',
        comesWith: 'modelId',
        filter: true,
        search: true,
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    modelId: optional(
      ref('vehicle-model', {
        label: 'Model',
        help: 'Type a brand or a model. Not in the list? Enter brand and model yourself below.',
        isSecondName: true,
        list: true,
        filter: true,
        search: true,
        narrowBy: ['brandId'],
        fills: ['typeId', 'categoryId'],
        leavesWithOwner: false,
        triggersReview: true,
      }),
    ),
    unlistedModel: optional(
      text({
        label: 'Model not in the list',
        comesWith: 'modelId',
        help: 'Brand and model as on the registration certificate. The model is requested for you, and set once it is in the catalogue.',
        min: 2,
        max: 100,
        search: true,
        leavesWithOwner: false,
        triggersReview: true,
      }),
    ),
    specificationId: optional(
      ref('vehicle-specification', {
        label: 'Specification',
        help: 'Fills in fuel, emission norm, seats and weight where they are empty.',
        narrowBy: ['modelId'],
        fills: ['fuelType', 'emissionNorm', 'seats', 'gvwKg'],
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    typeId: optional(
      ref('vehicle-type', {
        label: 'Type',
        comesWith: 'modelId',
        filter: true,
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    categoryId: optional(
      ref('vehicle-category', {
        label: 'Category',
        comesWith: 'modelId',
        help: 'Determines the required documents and licence. Leave empty to use the category of the model.',
        sort: true,
        filter: true,
        leavesWithOwner: false,
        triggersReview: true,
      }),
    ),
    chassisNo: text({
      label: 'Chassis number',
      letters: 'upper',
      compact: true,
      sealed: 5,
      min: 5,
      max: 25,
      pattern: /^[A-Z0-9]+$/,
      patternHint: 'Use letters and digits only',
      code: true,
      search: true,
      filter: true,
      leavesWithOwner: false,
      triggersReview: true,
    }),
    engineNo: text({
      label: 'Engine number',
      letters: 'upper',
      compact: true,
      sealed: 5,
      min: 5,
      max: 25,
      pattern: /^[A-Z0-9]+$/,
      patternHint: 'Use letters and digits only',
      code: true,
      search: true,
      filter: true,
      leavesWithOwner: false,
      triggersReview: true,
    }),
    fuelType: optional(
      choice(fuelTypes, { label: 'Fuel', filter: true, leavesWithOwner: false, triggersReview: false }),
    ),
    emissionNorm: optional(
      choice(emissionNorms, { label: 'Emission norm', filter: true, leavesWithOwner: false, triggersReview: false }),
    ),
    colour: optional(
      text({ label: 'Colour', spoken: 'names', max: 40, inline: true, leavesWithOwner: false, triggersReview: false }),
    ),
    seats: optional(integer({ label: 'Seats', min: 1, max: 100, leavesWithOwner: false, triggersReview: false })),
    gvwKg: optional(
      integer({
        label: 'Gross weight',
        unit: 'kg',
        min: 50,
        max: 200_000,
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    manufacturedOn: optional(
      text({
        label: 'Built in',
        pattern: /^(19|20)\d\d-(0[1-9]|1[0-2])$/,
        patternHint: 'Use year and month, like 2024-03',
        code: true,
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    registeredOn: optional(
      date({ label: 'Registered on', filter: true, leavesWithOwner: false, triggersReview: false }),
    ),
    ownership: optional(
      choice(ownerships, {
        label: 'Ownership',
        filter: true,
        leavesWithOwner: { becomes: 'OWNED' },
        triggersReview: false,
      }),
    ),
    ownerSerial: optional(
      integer({
        label: 'Owner number',
        min: 1,
        max: 20,
        help: '1 for the first owner.',
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    financier: optional(
      text({
        label: 'Financier',
        max: 120,
        help: 'Bank or lender of the hypothecation.',
        leavesWithOwner: true,
        triggersReview: false,
      }),
    ),
    odometerKm: optional(
      integer({
        label: 'Odometer',
        unit: 'km',
        min: 0,
        max: 9_999_999,
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    fastagId: optional(
      text({
        label: 'FASTag',
        letters: 'upper',
        compact: true,
        max: 30,
        code: true,
        leavesWithOwner: true,
        triggersReview: false,
      }),
    ),
    blacklisted: optional(
      flag({
        label: 'Blacklisted',
        words: ['Blacklisted', 'Clear'],
        filter: true,
        help: 'As in VAHAN.',
        leavesWithOwner: false,
        triggersReview: false,
      }),
    ),
    photo: optional(
      file({
        label: 'Photo',
        accept: ['image'],
        maxBytes: 10_485_760,
        maxPixels: 1_600,
        leavesWithOwner: true,
        triggersReview: false,
      }),
    ),
  } satisfies StatesFacts,
  readOnly: {
    verdict: choice(verdicts, { label: 'Compliance', list: true, filter: true, reason: 'verdictLine' }),
    verdictLine: optional(text({ label: 'Reason', spoken: true })),
    nextDeadline: optional(
      date({
        label: 'Next deadline',
        list: true,
        filter: true,
        distance: true,
      }),
    ),
    state: choice(vehicleStates, { label: 'State', means: 'condition', filter: true, sort: true }),
    driverId: optional(
      ref('drivers', { label: 'Driver', list: true, filter: true, sort: false, search: true, searchBy: ['mobile'] }),
    ),
    registrationUpto: fromPapers('Registration until'),
    insuranceUpto: fromPapers('Insurance until', true),
    pucUpto: fromPapers('PUC until'),
    fitnessUpto: fromPapers('Fitness until'),
    permitUpto: fromPapers('Permit until'),
    taxUpto: fromPapers('Tax until'),
  },
});
