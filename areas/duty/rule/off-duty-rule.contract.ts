import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, longText, optional, ref, text } from '#kit/contract/fields.ts';
import { clockField, weekDayChoices } from '#kit/contract/formats/schedule.ts';

/** Without a rule more may be shown, and where others are for the same vehicles less: notices say which. */
const withoutIt =
  'What it hides stays hidden until 00:00 on {{nextDay}}. From then on only other rules hide positions. Users and drivers are notified of what changes. What was hidden before stays hidden.';

/** When the vehicles of an organisation work; where they are at other times is hidden from it. */
export const offDutyRule = catalogue('off-duty-rule', {
  one: 'Off-duty rule',
  many: 'Off-duty rules',
  icon: 'home-move',
  group: 'group-fleet',
  tabOf: 'vehicle',
  about:
    'Outside these working hours, positions of vehicles with an assigned driver are hidden from the organisation and from everyone it shares them with. What was hidden stays hidden when a rule changes.',
  scope: 'organisation',
  unique: [['orgId', 'name']],
  offText: withoutIt,
  removeText: withoutIt,
  sections: [
    { title: 'Vehicles', fields: ['name', 'orgId', 'vehicleGroupId'] },
    { title: 'Working hours', fields: ['days', 'fromTime', 'toTime', 'note'] },
  ],
  fields: {
    name: text({ label: 'Name', min: 2, max: 80, list: true, search: true }),
    orgId: ref('organisation', { label: 'Organisation', list: true, filter: true }),
    vehicleGroupId: optional(
      ref('vehicle-group', {
        label: 'Vehicle group',
        list: true,
        filter: true,
        narrowBy: ['orgId'],
        whenEmpty: 'All vehicles',
        help: 'Leave empty for all vehicles. For several groups, add a rule for each.',
      }),
    ),
    days: optional(
      choice(weekDayChoices, {
        label: 'Working days',
        many: true,
        list: true,
        whenEmpty: 'Every day',
        help: 'Leave empty for every day.',
      }),
    ),
    fromTime: optional(
      text({
        label: 'Work from',
        ...clockField,
        list: true,
        whenEmpty: 'Whole day',
        help: 'India time. Leave empty for the whole day.',
      }),
    ),
    toTime: optional(
      text({
        label: 'Work to',
        ...clockField,
        list: true,
        whenEmpty: 'Whole day',
        help: 'May be after midnight, like 22:00 to 05:00.',
      }),
    ),
    note: optional(longText({ label: 'Note', max: 500, whenEmpty: 'None' })),
  },
});
