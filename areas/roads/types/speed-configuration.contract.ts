import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, integer, optional, ref, text } from '#kit/contract/fields.ts';
import { states } from '#areas/offices/states.contract.ts';

/** How speeding is judged: tolerance, how long it must last, and what is not believed. */
export const speedConfiguration = catalogue('speed-configuration', {
  one: 'Speed configuration',
  many: 'Speed configurations',
  icon: 'gauge',
  group: 'group-catalogues',
  about: 'When speeding counts as a violation: tolerance, duration, ignored positions and severity.',
  unique: [['name', 'effectiveFrom']],
  ownedBy: 'clientId',
  statusInRow: false,
  ordered: [
    ['effectiveFrom', 'effectiveTo'],
    ['minorFromKmh', 'majorFromKmh'],
    ['majorFromKmh', 'criticalFromKmh'],
  ],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    scope: choice(
      [
        { value: 'GLOBAL', label: 'Everywhere' },
        { value: 'STATE', label: 'One state' },
        { value: 'VEHICLE_CATEGORY', label: 'One vehicle category' },
        { value: 'CLIENT', label: 'One organisation' },
      ],
      { label: 'Applies to', list: true, filter: true },
    ),
    state: optional(choice(states, { label: 'State', list: true, filter: true })),
    categoryId: optional(ref('vehicle-category', { label: 'Vehicle category', filter: true })),
    clientId: optional(ref('organisation', { label: 'Organisation', filter: true })),
    statutoryTolerancePct: integer({
      label: 'Statutory tolerance',
      unit: '%',
      min: 0,
      max: 20,
      list: true,
      help: 'S.O. 1522(E): no cognizance within 5 per cent of the limit.',
    }),
    companyBufferKmh: integer({ label: 'Own buffer', unit: 'km/h', min: 0, max: 50, list: true }),
    minDurationS: integer({ label: 'Minimum duration', unit: 's', min: 1, max: 600, list: true }),
    minPoints: integer({ label: 'Minimum positions', min: 1, max: 60 }),
    maxAccuracyM: integer({ label: 'Accuracy limit', unit: 'm', min: 1, max: 500 }),
    maxPlausibleKmh: integer({ label: 'Maximum plausible speed', unit: 'km/h', min: 50, max: 300 }),
    gapS: integer({ label: 'Gap that ends an event', unit: 's', min: 5, max: 3_600 }),
    minorFromKmh: integer({ label: 'Minor from', unit: 'km/h over', min: 1, max: 100 }),
    majorFromKmh: integer({ label: 'Major from', unit: 'km/h over', min: 1, max: 150 }),
    criticalFromKmh: integer({ label: 'Critical from', unit: 'km/h over', min: 1, max: 200 }),
    reviewMode: choice(
      [
        { value: 'MANUAL', label: 'Review all' },
        { value: 'AUTO', label: 'Confirm clear cases automatically' },
      ],
      { label: 'Review', list: true, filter: true },
    ),
    effectiveFrom: date({ label: 'In force from', list: true, filter: true }),
    effectiveTo: optional(date({ label: 'In force until', list: true, filter: true })),
  },
  readOnly: { ruleVersion: integer({ label: 'Version' }) },
});
