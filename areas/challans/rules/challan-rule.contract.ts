import { states } from '#areas/offices/states.contract.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, decimal, integer, longText, money, optional, ref, text } from '#kit/contract/fields.ts';

/** Size of a vehicle as section 183 tells them apart: by the licence that its category asks for. */
export const vehicleSizes = [
  { value: 'LIGHT', label: 'Light' },
  { value: 'MEDIUM_OR_HEAVY', label: 'Medium or heavy' },
] as const;
export type VehicleSize = (typeof vehicleSizes)[number]['value'];

/** What follows from an offence. */
export const challanActions = [
  { value: 'FINE', label: 'Fine' },
  { value: 'WARN', label: 'Warning' },
  { value: 'IMPOUND_DL', label: 'Fine, licence impounded' },
  { value: 'COURT', label: 'For the court' },
] as const;
export type ChallanAction = (typeof challanActions)[number]['value'];

export const overUnits = [
  { value: 'KMH', label: 'km/h' },
  { value: 'PERCENT', label: '%' },
] as const;

export const offenceNumbers = [
  { value: 'FIRST', label: 'First' },
  { value: 'REPEATED', label: 'Repeated' },
] as const;

const amount = (label: string, help?: string) =>
  optional(money({ label, min: 0, max: 100_000_000, ...(help ? { help } : {}) }));
const pick = { list: true, filter: true } as const;

/**
 * What a challan asks for an offence, by state, vehicle and how often it happened. A rule that has been in force stays as it was: a change
 * makes its next version, and a challan goes by the version of the day of the offence.
 */
export const challanRule = catalogue('challan-rule', {
  one: 'Challan rule',
  many: 'Challan rules',
  icon: 'scale',
  group: 'group-catalogues',
  about: 'Fines for offences, with what else follows: for each state and size of vehicle, first and repeated.',
  guarded: true,
  title: ['challanTypeId'],
  sort: '-effectiveFrom',
  searchHint: 'Offence, order number',
  statusInRow: false,
  firstColumns: [
    'challanTypeId',
    'state',
    'vehicleSize',
    'offence',
    'action',
    'amountPaise',
    'maxPaise',
    'effectiveFrom',
  ],
  ordered: [
    ['minPaise', 'maxPaise'],
    ['effectiveFrom', 'effectiveTo'],
  ],
  sections: [
    { title: 'Offence', fields: ['challanTypeId', 'offence', 'state', 'rtoId'] },
    { title: 'Vehicle', fields: ['vehicleSize', 'speedClasses', 'categoryId'] },
    { title: 'Speeding', fields: ['overUnit', 'overFrom', 'overTo', 'minSeconds'] },
    {
      title: 'What follows',
      fields: ['action', 'amountPaise', 'minPaise', 'maxPaise', 'perUnitPaise', 'licencePoints'],
    },
    { title: 'When', fields: ['effectiveFrom', 'effectiveTo', 'priority', 'source', 'note', 'ruleVersion'] },
  ],
  fields: {
    challanTypeId: ref('challan-type', { label: 'Offence', ...pick, search: true }),
    state: optional(choice(states, { label: 'State', ...pick, help: 'Leave empty for all of India.' })),
    rtoId: optional(ref('rto', { label: 'RTO', filter: true, help: 'Where the vehicle is registered.' })),
    vehicleSize: optional(
      choice(vehicleSizes, { label: 'Vehicle size', ...pick, help: 'Leave empty for every size.' }),
    ),
    speedClasses: optional(
      choice(speedClasses, { label: 'Speed classes', many: true, filter: true, help: 'Leave empty for every class.' }),
    ),
    categoryId: optional(
      ref('vehicle-category', { label: 'Vehicle category', filter: true, help: 'Leave empty for every category.' }),
    ),
    offence: optional(
      choice(offenceNumbers, {
        label: 'Repetition',
        ...pick,
        help: 'Leave empty where the first and later ones are alike.',
      }),
    ),
    overUnit: optional(choice(overUnits, { label: 'Above the limit, in' })),
    overFrom: optional(
      decimal({
        label: 'Above the limit, from',
        min: 0,
        max: 500,
        help: 'Only for speeding. A rule with it applies to violations.',
      }),
    ),
    overTo: optional(
      decimal({ label: 'Above the limit, below', min: 0, max: 500, help: 'Leave empty for any speed above.' }),
    ),
    minSeconds: optional(integer({ label: 'Lasting at least', unit: 's', min: 1, max: 3_600 })),
    action: choice(challanActions, { label: 'What follows', ...pick }),
    amountPaise: optional(
      money({
        label: 'Fine',
        min: 0,
        max: 100_000_000,
        list: true,
        help: 'A fixed amount. Leave empty where a range is set.',
      }),
    ),
    minPaise: amount('At least'),
    maxPaise: optional(money({ label: 'Up to', min: 0, max: 100_000_000, list: true })),
    perUnitPaise: amount('For each unit', 'For each alteration, passenger or tonne, besides the fine.'),
    licencePoints: optional(integer({ label: 'Licence points', min: 0, max: 20 })),
    effectiveFrom: date({ label: 'In force from', ...pick }),
    effectiveTo: optional(date({ label: 'In force until', ...pick })),
    priority: optional(
      integer({
        label: 'Priority',
        min: 0,
        max: 100,
        help: 'Decides between rules that are equally specific. Leave empty for 0.',
      }),
    ),
    source: text({
      label: 'Legal source',
      spoken: 'names',
      min: 3,
      max: 300,
      search: true,
      help: 'Act, notification or company policy.',
    }),
    note: optional(longText({ label: 'Note', max: 1_000 })),
  },
  readOnly: { ruleVersion: integer({ label: 'Rule version' }) },
});
