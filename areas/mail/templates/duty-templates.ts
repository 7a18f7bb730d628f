import { name, text } from './template-variables.ts';

/** Mails to drivers about the hours outside which it is hidden where their vehicle is. */
export const dutyTemplates = {
  'off-duty-driver': {
    name: 'Off-duty rule changed, to a driver',
    about:
      'A rule was changed so that positions of a vehicle are shown, or hidden, at other times. It goes to the driver who has the vehicle.',
    variables: [
      name,
      text('organisation', 'Name of the organisation', 'Sahyadri Logistics'),
      text('vehicle', 'Registration number of the vehicle', 'MH 12 AB 1234'),
      text('rule', 'Name of the rule', 'Office hours'),
      text('what', 'What was done', 'Switched off'),
      text('actor', 'Who did it', 'Ravi Iyer'),
      text(
        'effect',
        'What changes, and from when',
        'From 1 Dec 2026, 00:00 it is shown where the vehicle is at times when that was hidden.',
      ),
    ],
    subject: 'Off-duty rule {{rule}} for vehicle {{vehicle}}: {{what}}',
    body: `Hello {{name}},

{{organisation}} keeps rules for when it is hidden where vehicle {{vehicle}} is, which is assigned to you. One of them is now another:

{{rule}}: {{what}}, by {{actor}}.

{{effect}}

What was hidden before stays hidden. If you have questions, ask {{organisation}}.`,
  },
} as const;
