import { states } from '#areas/offices/states.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, optional, text } from '#kit/contract/fields.ts';

/** Days on which the desk is closed, or open for less time than usual. */
export const holiday = catalogue('holiday', {
  one: 'Holiday',
  many: 'Holidays',
  icon: 'calendar-off',
  group: 'group-catalogues',
  about: 'Days on which the help desk is closed or closes early. Business hours say whose holidays count.',
  staffOnly: true,
  sort: 'day',
  unique: [['day', 'name']],
  readyViews: [{ name: 'Coming holidays', search: { dayFrom: 'today' } }],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 80, list: true, search: true }),
    day: date({ label: 'Date', list: true, filter: true, min: '2020-01-01', max: '2099-12-31' }),
    states: optional(
      choice(states, {
        label: 'States',
        whenEmpty: 'All of India',
        many: true,
        list: true,
        filter: true,
        help: 'Where it is a holiday. Leave empty for all of India.',
      }),
    ),
    openHours: optional(
      text({
        label: 'Open on this day',
        whenEmpty: 'Closed',
        max: 60,
        list: true,
        sort: false,
        help: 'Of half a holiday, like 09:30-13:00: what lies within the hours of that weekday. Leave empty for closed.',
      }),
    ),
  },
});
