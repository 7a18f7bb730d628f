import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, integer, optional, ref, text } from '#kit/contract/fields.ts';
import { states } from '#areas/offices/states.contract.ts';

const group = 'group-catalogues';
/** The greatest limit of a class is that of the notification: States and owners may only go below. */
const limit = (label: string, max: number) =>
  optional(integer({ label, unit: 'km/h', min: 5, max, list: true, help: 'Left empty where the class may not ply.' }));

/** Kinds of road. The limits are those of S.O. 1522(E) unless a road's own rule is lower. */
export const roadType = catalogue('road-type', {
  one: 'Road type',
  many: 'Road types',
  icon: 'road',
  group,
  about: 'Types of roads with the speed limit of each vehicle class, unless a rule of the road is stricter.',
  unique: [['name'], ['code']],
  fields: {
    name: text({ label: 'Name', min: 2, list: true, search: true }),
    code: text({
      label: 'Code',
      letters: 'upper',
      max: 40,
      pattern: /^[A-Z0-9_]{2,40}$/,
      patternHint: 'Use capital letters, digits and underscores, like DIVIDED_4L',
      code: true,
      list: true,
      search: true,
    }),
    osmHighway: optional(
      text({
        label: 'OpenStreetMap highway values',
        many: true,
        max: 40,
        pattern: /^[a-z_]+$/,
        patternHint: 'Use values of the highway tag, like trunk or motorway_link',
        help: 'Roads imported with one of these values get this type.',
      }),
    ),
    limitM1Kmh: limit('Cars (M1)', 120),
    limitM2M3Kmh: limit('Buses (M2, M3)', 100),
    limitNKmh: limit('Goods (N)', 80),
    limitMotorcycleKmh: limit('Motorcycles', 80),
    limitQuadricycleKmh: limit('Quadricycles', 60),
    limitThreeWheelerKmh: limit('Three-wheelers', 50),
    colour: optional(
      text({
        label: 'Colour on the map',
        letters: 'lower',
        max: 7,
        pattern: /^#[0-9a-f]{6}$/,
        patternHint: 'Use a colour like #0c615c',
        code: true,
        inline: true,
      }),
    ),
  },
});

/** How speeding is judged: tolerance, how long it must last, and what is not believed. */
export const speedConfiguration = catalogue('speed-configuration', {
  one: 'Speed configuration',
  many: 'Speed configurations',
  icon: 'gauge',
  group,
  about: 'When speeding counts as a violation: tolerance, duration, ignored positions and severity.',
  unique: [['name']],
  ordered: [
    ['effectiveFrom', 'effectiveTo'],
    ['minorFromKmh', 'majorFromKmh'],
    ['majorFromKmh', 'criticalFromKmh'],
  ],
  fields: {
    name: text({ label: 'Name', min: 2, list: true, search: true }),
    scope: choice(
      [
        { value: 'GLOBAL', label: 'Everywhere' },
        { value: 'STATE', label: 'One state' },
        { value: 'VEHICLE_CATEGORY', label: 'One vehicle category' },
      ],
      { label: 'Applies to', list: true, filter: true },
    ),
    state: optional(choice(states, { label: 'State', list: true, filter: true })),
    categoryId: optional(ref('vehicle-category', { label: 'Vehicle category', filter: true })),
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
});

export const contract: AreaContract = {
  name: 'roads',
  catalogues: [roadType, speedConfiguration],
};
