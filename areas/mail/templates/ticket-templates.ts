import { link, name, text } from './template-variables.ts';

const ticket = text('ticket', 'Number of the ticket', 'HD-2611-00042');
const subject = text('subject', 'Subject of the ticket', 'Challan for a vehicle I sold');
const due = text('due', 'When the first answer is due', '21 Nov 2026, 16:40');
const answer = text('answer', 'What the help desk wrote', 'Your vehicle is no longer in your account.');
const from = text('from', 'Number of the ticket that it was part of', 'HD-2611-00041');
/** Of a mail to customers whose role does not let them open tickets: a link would lead them nowhere. */
const unlinked = 'The customer has no permission to open tickets, so there is no link in it.';

/** Mails to customers who cannot open their tickets. */
const byMail = {
  'ticket-received-by-mail': {
    name: 'Ticket received, without a link',
    about: `A customer asked the help desk. ${unlinked}`,
    variables: [name, ticket, subject, due],
    subject: '{{ticket}}: we have your question',
    body: `Hello {{name}},

We have your question “{{subject}}” ({{ticket}}). You will have an answer by {{due}}.`,
  },
  'ticket-received-undated-by-mail': {
    name: 'Ticket received, without a due time and a link',
    about: `A customer asked the help desk, and its business hours say no time by which it answers. ${unlinked}`,
    variables: [name, ticket, subject],
    subject: '{{ticket}}: we have your question',
    body: `Hello {{name}},

We have your question “{{subject}}” ({{ticket}}). We will answer as soon as we can.`,
  },
  'ticket-merged-by-mail': {
    name: 'Ticket merged, without a link',
    about: `The help desk merged a ticket of a customer into another one. ${unlinked}`,
    variables: [name, ticket, subject],
    subject: '{{ticket}}: {{subject}}',
    body: `Hello {{name}},

Your ticket {{ticket}}, “{{subject}}”, is about the same matter as another question, so we answer both together. You get our answers by email. You need not do anything.`,
  },
  'ticket-closed-by-mail': {
    name: 'Ticket closed, without a link',
    about: `The help desk closed a ticket of a customer that was not resolved before. ${unlinked}`,
    variables: [name, ticket, subject],
    subject: '{{ticket}} is closed: {{subject}}',
    body: `Hello {{name}},

Your ticket {{ticket}}, “{{subject}}”, is closed. If you still need help, answer this email.`,
  },
  'ticket-answered-by-mail': {
    name: 'Ticket answered, without a link',
    about: `The help desk wrote to a customer. ${unlinked}`,
    variables: [name, ticket, subject, answer],
    subject: '{{ticket}}: {{subject}}',
    body: `Hello {{name}},

{{answer}}`,
  },
  'ticket-split-by-mail': {
    name: 'Ticket split, without a link',
    about: `The help desk gave part of what a customer asked a number of its own. ${unlinked}`,
    variables: [name, ticket, subject, from],
    subject: '{{ticket}}: {{subject}}',
    body: `Hello {{name}},

You asked us several things in {{from}}. We answer one of them, “{{subject}}”, under its own number: {{ticket}}. You need not do anything; {{from}} goes on as well.`,
  },
  'ticket-resolved-by-mail': {
    name: 'Ticket resolved, without a link',
    about: `The help desk solved what a customer asked. ${unlinked}`,
    variables: [name, ticket, subject],
    subject: '{{ticket}} is resolved: {{subject}}',
    body: `Hello {{name}},

Your ticket {{ticket}}, “{{subject}}”, is resolved. If it is not, answer this email within 7 days.`,
  },
  'ticket-resolved-answer-by-mail': {
    name: 'Ticket resolved with an answer, without a link',
    about: `The help desk wrote to a customer and resolved the ticket with it. ${unlinked}`,
    variables: [name, ticket, subject, answer],
    subject: '{{ticket}} is resolved: {{subject}}',
    body: `Hello {{name}},

{{answer}}

With this, your ticket is resolved. If it is not, answer this email within 7 days.`,
  },
  'ticket-closed-answer-by-mail': {
    name: 'Ticket closed with an answer, without a link',
    about: `The help desk wrote to a customer and closed the ticket with it. ${unlinked}`,
    variables: [name, ticket, subject, answer],
    subject: '{{ticket}} is closed: {{subject}}',
    body: `Hello {{name}},

{{answer}}

With this, your ticket is closed. If you still need help, answer this email.`,
  },
} as const;

/** Mails about tickets of the help desk. */
export const ticketTemplates = {
  ...byMail,
  'ticket-received': {
    name: 'Ticket received',
    about: 'A customer asked the help desk.',
    variables: [name, ticket, subject, due, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}}: we have your question',
    body: `Hello {{name}},

We have your question “{{subject}}” ({{ticket}}). You will have an answer by {{due}}.

{{link}}`,
  },
  'ticket-received-undated': {
    name: 'Ticket received, without a due time',
    about: 'A customer asked the help desk, and its business hours say no time by which it answers.',
    variables: [name, ticket, subject, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}}: we have your question',
    body: `Hello {{name}},

We have your question “{{subject}}” ({{ticket}}). We will answer as soon as we can.

{{link}}`,
  },
  'ticket-merged': {
    name: 'Ticket merged',
    about: 'The help desk merged a ticket of a customer into another ticket that the customer can open.',
    variables: [
      name,
      ticket,
      subject,
      text('into', 'Number of the ticket that stays open', 'HD-2611-00041'),
      link('link', 'Link to the ticket that stays open', '/help-desk', 'Open the ticket'),
    ],
    subject: '{{ticket}} is now part of {{into}}',
    body: `Hello {{name}},

Your ticket {{ticket}}, “{{subject}}”, is about the same matter as {{into}}, so we answer both under {{into}}. What you wrote is there as well. You need not do anything.

{{link}}`,
  },
  'ticket-closed': {
    name: 'Ticket closed',
    about: 'The help desk closed a ticket of a customer that was not resolved before.',
    variables: [name, ticket, subject, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}} is closed: {{subject}}',
    body: `Hello {{name}},

Your ticket {{ticket}}, “{{subject}}”, is closed. If you still need help, ask a new question on its page, or answer this email.

{{link}}`,
  },
  'ticket-answered': {
    name: 'Ticket answered',
    about: 'The help desk wrote to a customer.',
    variables: [name, ticket, subject, answer, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}}: {{subject}}',
    body: `Hello {{name}},

{{answer}}

Answer on the page of the ticket:

{{link}}`,
  },
  'ticket-split': {
    name: 'Ticket split',
    about: 'The help desk gave part of what a customer asked a number of its own.',
    variables: [name, ticket, subject, from, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}}: {{subject}}',
    body: `Hello {{name}},

You asked us several things in {{from}}. We answer one of them, “{{subject}}”, under its own number: {{ticket}}. You need not do anything; {{from}} goes on as well.

{{link}}`,
  },
  'ticket-resolved': {
    name: 'Ticket resolved',
    about: 'The help desk solved what a customer asked.',
    variables: [name, ticket, subject, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}} is resolved: {{subject}}',
    body: `Hello {{name}},

Your ticket {{ticket}}, “{{subject}}”, is resolved. If it is not, write on its page within 7 days and it is opened again. There you can also say how satisfied you are.

{{link}}`,
  },
  'ticket-resolved-answer': {
    name: 'Ticket resolved with an answer',
    about: 'The help desk wrote to a customer and resolved the ticket with it.',
    variables: [name, ticket, subject, answer, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}} is resolved: {{subject}}',
    body: `Hello {{name}},

{{answer}}

With this, your ticket is resolved. If it is not, write on its page within 7 days and it is opened again. There you can also say how satisfied you are.

{{link}}`,
  },
  'ticket-closed-answer': {
    name: 'Ticket closed with an answer',
    about: 'The help desk wrote to a customer and closed the ticket with it.',
    variables: [name, ticket, subject, answer, link('link', 'Link to the ticket', '/help-desk', 'Open the ticket')],
    subject: '{{ticket}} is closed: {{subject}}',
    body: `Hello {{name}},

{{answer}}

With this, your ticket is closed. If you still need help, ask a new question on its page, or answer this email.

{{link}}`,
  },
  'ticket-news': {
    name: 'News of a ticket',
    about: 'Something happened to a ticket that a member of staff has or watches.',
    variables: [
      name,
      ticket,
      subject,
      text('what', 'What happened', 'The customer answered.'),
      link('link', 'Link to the ticket', '/help-desk', 'Open the ticket'),
    ],
    subject: '{{ticket}}: {{what}}',
    body: `Hello {{name}},

{{ticket}}, “{{subject}}”: {{what}}

{{link}}`,
  },
} as const;
