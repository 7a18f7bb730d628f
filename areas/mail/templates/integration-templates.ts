import { link, name, text } from './template-variables.ts';

const key = text('key', 'Name of the API key', 'Nightly sync');

/** Mails about API keys and what other programs are sent. */
export const integrationTemplates = {
  'api-key-expires': {
    name: 'API key expires soon',
    about: 'Two weeks before an API key expires, to its owner, or to those in its organisation who may create keys.',
    variables: [
      name,
      key,
      text('when', 'When it expires', '5 Dec 2026, 11:30'),
      link('link', 'Link to the API keys', '/api-key', 'Open API keys'),
    ],
    subject: 'API key “{{key}}” expires soon',
    body: `Hello {{name}},

the API key “{{key}}” expires on {{when}}. Programs that use it stop working then. Create a new key, put it in place, and revoke the old one.

{{link}}`,
  },
  'webhook-switched-off': {
    name: 'Webhook switched off',
    about:
      'No message reached a webhook for days, or its server wants no more. To its maker and to those who may switch it on.',
    variables: [
      name,
      text('webhook', 'Name of the webhook', 'Fuel card'),
      text('address', 'The server that it leads to', 'hooks.example.in'),
      text('why', 'Why it was switched off', 'No message was accepted for 3 days'),
      link('link', 'Link to the webhooks', '/webhook', 'Open webhooks'),
    ],
    subject: 'Webhook “{{webhook}}” was switched off',
    body: `Hello {{name}},

the webhook “{{webhook}}” to {{address}} was switched off: {{why}}. Look at its last messages, then switch it on again.

{{link}}`,
  },
} as const;
