import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, integer, optional, text } from '#kit/contract/fields.ts';
import { statutoryKinds } from './statutory-limit.contract.ts';

const group = 'group-catalogues';
/** The greatest limit of a class is that of the notification: States and owners may only go below. */
const limit = (label: string, max: number) =>
  optional(integer({ label, unit: 'km/h', min: 5, max, list: true, help: 'Leave empty to use the statutory limit.' }));

/** Kinds of road. The limits are those of S.O. 1522(E) unless a road's own rule is lower. */
export const roadType = catalogue('road-type', {
  one: 'Road type',
  many: 'Road types',
  icon: 'road',
  group,
  about: 'Types of roads with the speed limit of each vehicle class, unless a rule of the road is stricter.',
  unique: [['name'], ['code']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
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
    statutoryKind: optional(
      choice(statutoryKinds, {
        label: 'Road by law',
        help: 'Which row of the statutory limits is its highest. Leave empty for “Other road”.',
      }),
    ),
    osmHighway: optional(
      text({
        label: 'OpenStreetMap highway values',
        many: true,
        max: 40,
        pattern: /^[a-z_]+$/,
        patternHint: 'Use values of the highway tag, like trunk or motorway_link',
        help: 'Roads imported with one of these values get this type, unless their lanes and carriageways make them another road by law.',
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
