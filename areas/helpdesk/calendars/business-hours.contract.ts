import { states } from '#areas/offices/states.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, optional, text } from '#kit/contract/fields.ts';

/** Names of the fields of a week, from Sunday on, as clocks count them. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const open = (label: string, help?: string) =>
  optional(text({ label, max: 60, whenEmpty: 'Closed', ...(help === undefined ? {} : { help }) }));

/** When the desk is open. The clocks of tickets count only then. */
export const businessHours = catalogue('business-hours', {
  one: 'Business hours',
  many: 'Business hours',
  icon: 'clock-hour-9',
  group: 'group-catalogues',
  about: 'When the help desk is open. The time in which a ticket is to be answered and solved counts only then.',
  staffOnly: true,
  unique: [['name']],
  statusInRow: false,
  sections: [
    { title: 'Hours', fields: ['name', 'isUsual', 'holidays', 'holidayStates', 'openHours'] },
    { title: 'Week', fields: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] },
  ],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 80, list: true, search: true }),
    isUsual: flag({
      label: 'Usual hours',
      help: 'For help categories without hours of their own. Only one set has this mark: the others lose it.',
      list: true,
      filter: true,
    }),
    monday: open(
      'Monday',
      'Up to three spans, like 09:30-13:00, 14:00-18:00. Leave a day empty to close it, 00:00-24:00 is the whole day.',
    ),
    tuesday: open('Tuesday'),
    wednesday: open('Wednesday'),
    thursday: open('Thursday'),
    friday: open('Friday'),
    saturday: open('Saturday'),
    sunday: open('Sunday'),
    holidays: choice(
      [
        { value: 'NONE', label: 'Open on holidays' },
        { value: 'NATIONAL', label: 'Holidays of all India' },
        { value: 'STATES', label: 'Holidays of all India and of chosen states' },
        { value: 'CUSTOMER', label: 'Holidays of all India and of the customer’s state' },
      ],
      { label: 'Holidays', list: true, filter: true },
    ),
    holidayStates: optional(
      choice(states, {
        label: 'States',
        whenEmpty: 'None',
        many: true,
        help: 'Whose holidays count. Only with holidays of chosen states.',
      }),
    ),
  },
  readOnly: {
    openHours: text({ label: 'Open', list: true, sort: false }),
  },
});
