import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, decimal, integer, money, optional, text } from '#kit/contract/fields.ts';

/** Classes of the third-party tariff, as its tables name them. */
export const tariffClasses = [
  { value: 'private_car', label: 'Private car' },
  { value: 'private_car_ev', label: 'Private car, electric' },
  { value: 'two_wheeler', label: 'Two-wheeler' },
  { value: 'two_wheeler_ev', label: 'Two-wheeler, electric' },
  { value: 'goods_carrying', label: 'Goods carrier' },
  { value: 'goods_carrying_ev', label: 'Goods carrier, electric' },
  { value: 'goods_3w', label: 'Goods three-wheeler' },
  { value: 'goods_3w_ecart', label: 'E-cart' },
  { value: 'taxi_upto_6', label: 'Taxi, up to 6 passengers' },
  { value: 'passenger_3w_upto_6', label: 'Passenger three-wheeler, up to 6 passengers' },
  { value: 'passenger_3w_7_to_17', label: 'Passenger three-wheeler, 7 to 17 passengers' },
  { value: 'bus_over_6', label: 'Passenger vehicle, over 6 passengers' },
  { value: 'school_bus', label: 'School bus' },
] as const;

export const tariffBases = [
  { value: 'cc', label: 'Engine capacity, cc' },
  { value: 'kW', label: 'Motor power, kW' },
  { value: 'gvw_kg', label: 'Gross weight, kg' },
  { value: 'flat', label: 'One rate' },
] as const;

/** Premium for liability to third parties, which the government sets: rows of a table, each in force from a day on. */
export const tpPremiumRate = catalogue('tp-premium-rate', {
  one: 'Third-party premium rate',
  many: 'Third-party premium rates',
  icon: 'receipt-rupee',
  group: 'group-catalogues',
  about: 'The government tariff for third-party cover. Premiums of policies are compared with it.',
  unique: [['name']],
  ordered: [
    ['above', 'upto'],
    ['effectiveFrom', 'effectiveTo'],
  ],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    tariffClass: choice(tariffClasses, { label: 'Class', list: true, filter: true }),
    years: integer({ label: 'Policy term', unit: 'years', min: 1, max: 10, list: true, filter: true }),
    basis: choice(tariffBases, { label: 'By', list: true, filter: true }),
    above: optional(decimal({ label: 'Above', min: 0, max: 1_000_000, help: 'Not included.', list: true })),
    upto: optional(
      decimal({ label: 'Up to', min: 0, max: 1_000_000, help: 'Included. Leave empty for no limit.', list: true }),
    ),
    premiumPaise: money({ label: 'Premium', min: 0, list: true }),
    perPassengerPaise: optional(money({ label: 'For each passenger', min: 0, list: true })),
    effectiveFrom: date({ label: 'In force from', list: true, filter: true }),
    effectiveTo: optional(date({ label: 'In force until', filter: true })),
  },
});

/** Ladders that insurers go by, each row in force from a day on. */
export const insuranceLadder = catalogue('insurance-ladder', {
  one: 'Insurance ladder step',
  many: 'Insurance ladders',
  icon: 'stairs-up',
  group: 'group-catalogues',
  about: 'Depreciation of the insured value by age, no-claim bonus by claim-free years, and GST.',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    ladder: choice(
      [
        { value: 'IDV', label: 'Depreciation by age' },
        { value: 'NCB', label: 'No-claim bonus' },
        { value: 'GST', label: 'GST' },
      ],
      { label: 'Ladder', list: true, filter: true },
    ),
    step: integer({
      label: 'Step',
      min: 0,
      max: 600,
      list: true,
      help: 'Depreciation: age up to this many months. Bonus: claim-free years. GST: 0, or 1 for third-party cover of goods carriers.',
    }),
    percent: decimal({ label: 'Percent', min: 0, max: 100, unit: '%', list: true }),
    effectiveFrom: date({ label: 'In force from', list: true, filter: true }),
  },
});
