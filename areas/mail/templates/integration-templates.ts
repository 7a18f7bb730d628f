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
} as const;
