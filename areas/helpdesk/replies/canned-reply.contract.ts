import { catalogue } from '#kit/contract/catalogue.ts';
import { longText, optional, ref, text } from '#kit/contract/fields.ts';

/** Answers that agents send often, with placeholders: see `reply-text.rules.ts`. */
export const cannedReply = catalogue('canned-reply', {
  one: 'Reply template',
  many: 'Reply templates',
  icon: 'message-2',
  group: 'group-catalogues',
  about: 'Answers that are sent often. An agent inserts one into a reply and changes it before sending.',
  staffOnly: true,
  unique: [['name']],
  fields: {
    name: text({ label: 'Title', spoken: 'names', min: 2, max: 100, list: true, search: true }),
    categoryId: optional(
      ref('help-category', {
        label: 'Help category',
        whenEmpty: 'All',
        list: true,
        filter: true,
        inline: true,
        help: 'Offered first for tickets of this category. Leave empty to offer it for all.',
      }),
    ),
    text: longText({
      label: 'Text',
      max: 5_000,
      search: true,
      help: 'Filled in when it is inserted: {{customer}}, {{ticket}}, {{plate}} and {{agent}}.',
    }),
  },
});
