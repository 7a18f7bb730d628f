import { link, name, text } from './template-variables.ts';

const number = text('number', 'Number of the challan', 'CN-2611-00042');
const vehicle = text('vehicle', 'Registration number of the vehicle', 'MH 12 AB 1234');
const offence = text('offence', 'What it is for', 'Over-speeding');
const when = text('when', 'When and where it happened', '21 Nov 2026, 11:30, NH48');
const open = link('link', 'Link to the challan', '/challan', 'Open');

/** Mails about challans. What the company asks for is never called a challan of the authorities. */
export const challanTemplates = {
  'challan-asked': {
    name: 'Driver is asked before a fine',
    about: 'Staff ask what happened before a company notice is issued.',
    variables: [name, number, vehicle, offence, when, text('by', 'Last day for the answer', '24 Nov 2026'), open],
    subject: '{{number}}: tell us what happened with {{vehicle}}',
    body: `Hello {{name}},

{{vehicle}}, {{when}}: {{offence}}. Before anything is decided you can look at the evidence and tell us what happened, until {{by}}.

{{link}}

This is a message of the company that runs the vehicle, not of an authority.`,
  },
  'challan-notice': {
    name: 'Company notice',
    about: 'A notice of the company was issued, with what it asks for and until when.',
    variables: [
      name,
      number,
      vehicle,
      offence,
      when,
      text('amount', 'What is asked for', '₹1,000'),
      text('by', 'Last day to pay or to contest', '5 Jan 2027'),
      open,
    ],
    subject: '{{number}}: company notice for {{vehicle}}',
    body: `Hello {{name}},

This is a company notice for {{vehicle}}: {{offence}}, {{when}}. It asks for {{amount}}.

Pay it or contest it by {{by}}. If neither is done, it counts as accepted.

{{link}}

This notice is based on the rules of the company. It is not an e-challan, and no notice of an authority.`,
  },
  'challan-news': {
    name: 'News of a challan',
    about: 'Something happened to a challan: it was contested, decided, accepted by deadline, paid or refunded.',
    variables: [
      name,
      number,
      vehicle,
      text('what', 'What happened', 'It was cancelled.'),
      text('whose', 'Whose it is', 'This is about a notice of the company, which comes from no authority.'),
      open,
    ],
    subject: '{{number}}: {{vehicle}}',
    body: `Hello {{name}},

{{number}} for {{vehicle}}: {{what}}

{{link}}

{{whose}}`,
  },
} as const;
