import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, integer, optional, ref, text } from '#kit/contract/fields.ts';
import { alarmKinds, notifyWays, treatments } from '../alarm/alarm-kinds.contract.ts';

const pick = { list: true, filter: true } as const;

/** What an organisation wants to become of a kind of alarm; without a rule it is as the product has it. */
export const alarmRule = catalogue('alarm-rule', {
  one: 'Alarm rule',
  many: 'Alarm rules',
  icon: 'bell-cog',
  group: 'group-fleet',
  tabOf: 'alarm',
  about: 'Which alarms are recorded, and who is notified. Types without a rule follow the standard.',
  scope: 'organisation',
  unique: [['orgId', 'kind']],
  fields: {
    name: text({ label: 'Name', min: 2, max: 80, list: true, search: true }),
    kind: choice(alarmKinds, { label: 'Type of alarm', ...pick }),
    treatment: choice(treatments, { label: 'What happens', ...pick }),
    notify: choice(notifyWays, {
      label: 'Notify',
      ...pick,
      help: 'Each person can choose other channels in the settings.',
    }),
    personId: optional(
      ref('app-user', {
        label: 'Notify only',
        list: true,
        narrowBy: ['orgId'],
        help: 'Leave empty to notify everyone in the organisation who can see alarms.',
      }),
    ),
    tellStaff: flag({ label: 'Notify the control room', words: ['Yes', 'No'], filter: true }),
    pauseMin: integer({
      label: 'Pause between notifications',
      unit: 'min',
      min: 0,
      max: 1_440,
      list: true,
      help: 'The same alarm of the same vehicle notifies again only after this time.',
    }),
    orgId: ref('organisation', { label: 'Organisation', ...pick }),
  },
});
