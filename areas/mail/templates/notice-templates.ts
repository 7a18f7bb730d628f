import { lines, link, name, text } from './template-variables.ts';

/** Mails of what people are told in the product as well. */
export const noticeTemplates = {
  notice: {
    name: 'Notification',
    about: 'Something happened that the recipient chose to be told of by email.',
    variables: [
      name,
      text('title', 'What happened', 'Ticket HD-2611-00042 was assigned to you'),
      link('link', 'Link to the record', '/notifications', 'Open'),
    ],
    subject: '{{title}}',
    body: `Hello {{name}},

{{title}}.

{{link}}

You chose to be told of this by email. Change it under Notifications, Preferences.`,
  },
  'notice-digest': {
    name: 'Digest of notifications',
    about: 'Once a day, at the hour that the recipient chose, when there is something new.',
    variables: [
      name,
      text('count', 'How many there are', '3 notifications'),
      lines('list', 'What happened, latest first', '• Ticket HD-2611-00042 was assigned to you'),
      link('link', 'Link to the notifications', '/notifications', 'Open all'),
    ],
    subject: '{{count}} in Roadkeeper',
    body: `Hello {{name}},

You have {{count}} that you have not read:

{{list}}

{{link}}

You chose to get this digest. Change it under Notifications, Preferences.`,
  },
} as const;
