import { catalogue } from '#kit/contract/catalogue.ts';
import { date, integer, text } from '#kit/contract/fields.ts';

const weight = (label: string, min: number) => integer({ label, unit: '%', min, max: 100, list: true });
const points = (label: string) => integer({ label, unit: 'per 100 km', min: 0, max: 100 });

/** What a safety score is made of. A rule begins with a month and holds until the next one begins. */
export const safetyScoreRule = catalogue('safety-score-rule', {
  one: 'Safety score rule',
  many: 'Safety score rules',
  icon: 'scale',
  group: 'group-catalogues',
  about:
    'Parts of the safety score, what each counts for, and the points that an event costs. A rule applies from the first day of a month.',
  unique: [['effectiveFrom']],
  statusInRow: false,
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    effectiveFrom: date({
      label: 'In force from',
      list: true,
      filter: true,
      help: 'The first day of a month to come.',
    }),
    minKm: integer({
      label: 'Minimum distance',
      unit: 'km',
      min: 1,
      max: 10_000,
      list: true,
      help: 'No score is shown for less.',
    }),
    speedingWeight: weight('Weight of speeding', 1),
    minorPoints: points('Points for a minor violation'),
    majorPoints: points('Points for a major violation'),
    criticalPoints: points('Points for a critical violation'),
    brakingWeight: weight('Weight of harsh braking', 0),
    brakingPoints: points('Points for harsh braking'),
    accelerationWeight: weight('Weight of harsh acceleration', 0),
    accelerationPoints: points('Points for harsh acceleration'),
    corneringWeight: weight('Weight of harsh cornering', 0),
    corneringPoints: points('Points for harsh cornering'),
  },
});
