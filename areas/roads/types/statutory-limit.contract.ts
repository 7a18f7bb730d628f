import { states } from '#areas/offices/states.contract.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, integer, optional, text } from '#kit/contract/fields.ts';

/** Kinds of road that S.O. 1522(E) tells apart. */
export const statutoryKinds = [
  { value: 'EXPRESSWAY', label: 'Expressway with access control' },
  { value: 'DIVIDED_4L', label: 'Divided road of four or more lanes' },
  { value: 'MUNICIPAL', label: 'Road within municipal limits' },
  { value: 'OTHER', label: 'Other road' },
] as const;

/** What the law has at most. A State may be lower, never higher. */
export const statutoryLimit = catalogue('statutory-speed-limit', {
  one: 'Statutory limit',
  many: 'Statutory limits',
  icon: 'gauge',
  group: 'group-catalogues',
  about:
    'Highest speeds by law for each type of road and vehicle class, and lower ones of single states. No rule goes above them.',
  unique: [['kind', 'speedClass', 'state', 'effectiveFrom']],
  ordered: [['effectiveFrom', 'effectiveTo']],
  firstColumns: ['kind', 'speedClass', 'state', 'limitKmh'],
  statusInRow: false,
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 120, list: true, search: true }),
    kind: choice(statutoryKinds, { label: 'Road', list: true, filter: true }),
    speedClass: choice(speedClasses, { label: 'Speed class', list: true, filter: true }),
    state: optional(
      choice(states, { label: 'State', list: true, filter: true, help: 'Leave empty for all of India.' }),
    ),
    limitKmh: optional(
      integer({
        label: 'Limit',
        unit: 'km/h',
        min: 5,
        max: 140,
        list: true,
        help: 'Leave empty where the class may not ply.',
      }),
    ),
    source: text({ label: 'Legal source', spoken: 'names', min: 3, max: 300 }),
    effectiveFrom: date({ label: 'In force from', list: true, filter: true }),
    effectiveTo: optional(date({ label: 'In force until', list: true, filter: true })),
  },
  readOnly: { ruleVersion: integer({ label: 'Version' }) },
});
