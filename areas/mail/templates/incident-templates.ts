import { link, name, text } from './template-variables.ts';

const number = text('number', 'Number of the incident', 'INC-2611-00042');
const vehicle = text('vehicle', 'Registration number of the vehicle', 'MH 12 AB 1234');
const driver = text('driver', 'Name of the driver', 'Ganesh Pawar');
const when = text('when', 'When it happened', '21 Nov 2026, 11:30');
const where = text('where', 'Where it was then', '2 km N of Khed, Pune (18.87001, 73.89003)');
const kind = text('kind', 'Emergency, or Test emergency', 'Emergency');

/** Mails about emergencies. They are short: whoever reads one has to act. */
export const incidentTemplates = {
  'incident-escalated': {
    name: 'Emergency that no one has acknowledged',
    about:
      'An emergency was not acknowledged within a minute. It goes to staff who handle incidents and to its organisation.',
    variables: [
      name,
      number,
      vehicle,
      when,
      where,
      kind,
      text('minutes', 'How long it has been waiting', '1 minute'),
      link('link', 'Link to the incident', '/incident', 'Open'),
    ],
    subject: '{{kind}} {{number}}: {{vehicle}}, not acknowledged for {{minutes}}',
    body: `Hello {{name}},

{{kind}}: {{vehicle}}. No one has acknowledged it for {{minutes}}.

Raised: {{when}}
Where: {{where}}

{{link}}`,
  },
  'incident-contact': {
    name: 'Emergency, to an emergency contact',
    about: 'Staff write to an emergency contact who has agreed to be written to.',
    variables: [
      name,
      text('person', 'Whose contact they are', 'Meera Joshi'),
      vehicle,
      driver,
      text('what', 'What happened', 'SOS button pressed'),
      when,
      where,
      text('note', 'What staff add', 'Please call us on 020 2605 8080.'),
    ],
    // The person may be one who runs the organisation, and safe: who is in danger is said first.
    subject: 'Emergency: vehicle {{vehicle}}, driver {{driver}}',
    body: `Hello {{name}},

There is an emergency: {{what}}.

Vehicle: {{vehicle}}
Driver: {{driver}}
When: {{when}}
Where: {{where}}

You are written to because {{person}} named you as an emergency contact.

{{note}}

If a life is in danger, call 112.`,
  },
} as const;
