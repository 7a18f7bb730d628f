import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, integer, longText, optional, ref, text } from '#kit/contract/fields.ts';
import { businessHours } from './calendars/business-hours.contract.ts';
import { holiday } from './calendars/holiday.contract.ts';
import { cannedReply } from './replies/canned-reply.contract.ts';
import { helpDesk, ticketNote, ticketReply } from './tickets/ticket.contract.ts';
import { helpTeam } from './teams/help-team.contract.ts';

const group = 'group-catalogues';
const position = integer({
  label: 'Position',
  help: 'Lists show the smallest number first.',
  min: 0,
  max: 100_000,
  list: true,
  inline: true,
});
const icon = optional(
  text({
    label: 'Icon',
    max: 40,
    pattern: /^[a-z0-9-]+$/,
    patternHint: 'Use the name of an icon, like help-circle',
    inline: true,
  }),
);
const code = text({
  label: 'Code',
  letters: 'upper',
  max: 40,
  pattern: /^[A-Z0-9_]{2,40}$/,
  patternHint: 'Use capital letters, digits and underscores, like WRONG_TRIP',
  code: true,
  list: true,
  search: true,
});

/** Reason codes that trips, documents and tickets share. */
export const purpose = catalogue('purpose', {
  one: 'Purpose',
  many: 'Purposes',
  icon: 'target',
  group,
  about: 'Reasons to choose from: why a trip was made, why a document was rejected, why a ticket is forwarded.',
  sort: 'position',
  unique: [['code'], ['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    code,
    appliesTo: choice(
      [
        { value: 'TRIP', label: 'Trips' },
        { value: 'DOCUMENT', label: 'Documents' },
        { value: 'TICKET', label: 'Tickets' },
        { value: 'VIOLATION', label: 'Violations' },
        { value: 'WALLET', label: 'Wallet' },
      ],
      { label: 'Used for', many: true, list: true, filter: true },
    ),
    needsNote: flag({ label: 'Note required', list: true, filter: true, inline: true }),
    position,
  },
});

export const helpCategory = catalogue('help-category', {
  one: 'Help category',
  many: 'Help categories',
  icon: 'lifebuoy',
  group,
  about: 'Topics of tickets. They determine who handles a ticket and how fast an answer is due.',
  sort: 'position',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    parentId: optional(ref('help-category', { label: 'Parent category', filter: true, inline: true })),
    slaFirstResponseMin: integer({
      label: 'First answer within',
      unit: 'min',
      min: 1,
      max: 43_200,
      list: true,
    }),
    slaResolutionMin: integer({ label: 'Solved within', unit: 'min', min: 1, max: 259_200, list: true }),
    slaReopenMin: optional(
      integer({
        label: 'After reopening, at least',
        whenEmpty: 'Time of the first answer',
        unit: 'min',
        min: 1,
        max: 259_200,
        staffOnly: true,
        help: 'What is left to solve a ticket that is opened again. Leave empty for the time of the first answer.',
      }),
    ),
    defaultTeamId: optional(
      ref('help-team', {
        label: 'Team',
        list: true,
        filter: true,
        inline: true,
        staffOnly: true,
        help: 'Gets the tickets of this category first.',
      }),
    ),
    businessHoursId: optional(
      ref('business-hours', {
        label: 'Business hours',
        whenEmpty: 'Usual hours',
        filter: true,
        staffOnly: true,
        help: 'When its clocks run. Leave empty for the usual hours.',
      }),
    ),
    icon,
    position,
  },
  ordered: [['slaFirstResponseMin', 'slaResolutionMin']],
});

export const faqCategory = catalogue('faq-category', {
  one: 'FAQ category',
  many: 'FAQ categories',
  icon: 'folder-question',
  group,
  about: 'Chapters of the help pages.',
  sort: 'position',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    icon,
    position,
  },
});

/** Languages an answer may be written in, by ISO 639-1. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'Hindi' },
  { value: 'mr', label: 'Marathi' },
  { value: 'gu', label: 'Gujarati' },
  { value: 'ta', label: 'Tamil' },
  { value: 'te', label: 'Telugu' },
  { value: 'kn', label: 'Kannada' },
  { value: 'ml', label: 'Malayalam' },
  { value: 'bn', label: 'Bengali' },
  { value: 'pa', label: 'Punjabi' },
  { value: 'or', label: 'Odia' },
  { value: 'ur', label: 'Urdu' },
] as const;

export const faq = catalogue('faq', {
  one: 'FAQ',
  many: 'FAQs',
  icon: 'help-circle',
  group,
  about: 'Frequently asked questions with the answers shown in the app and the help pages.',
  title: ['question'],
  sort: 'position',
  unique: [['categoryId', 'language', 'question']],
  clientsSee: { state: ['PUBLISHED'], audience: ['APP', 'CLIENT'] },
  fields: {
    categoryId: ref('faq-category', { label: 'Category', list: true, filter: true, inline: true }),
    question: text({ label: 'Question', min: 5, max: 200, list: true, search: true }),
    answer: longText({ label: 'Answer', max: 20_000, rich: true, search: true }),
    language: choice(languages, { label: 'Language', list: true, filter: true }),
    audience: choice(
      [
        { value: 'APP', label: 'App' },
        { value: 'CLIENT', label: 'Clients' },
        { value: 'STAFF', label: 'Staff' },
      ],
      { label: 'For', many: true, list: true, filter: true },
    ),
    state: choice(
      [
        { value: 'DRAFT', label: 'Draft' },
        { value: 'PUBLISHED', label: 'Published' },
        { value: 'ARCHIVED', label: 'Archived' },
      ],
      { label: 'State', means: 'condition', list: true, filter: true },
    ),
    position,
  },
});

export const contract: AreaContract = {
  name: 'helpdesk',
  catalogues: [
    helpDesk,
    ticketReply,
    ticketNote,
    helpCategory,
    helpTeam,
    businessHours,
    holiday,
    cannedReply,
    purpose,
    faqCategory,
    faq,
  ],
  pages: [
    { path: '/answers', open: true },
    {
      path: '/help',
      key: 'help',
      name: 'Help centre',
      // The bar leads everybody there: in the menu it is for those who write its answers.
      menu: { group: 'group-desk', icon: 'lifebuoy', order: 200, needs: 'edit', needsIn: 'faq' },
      actions: ['view'],
      clients: ['view'],
    },
  ],
};
