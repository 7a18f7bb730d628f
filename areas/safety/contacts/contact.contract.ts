import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, integer, longText, optional, ref, text } from '#kit/contract/fields.ts';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';

/** Who somebody is to the person who is in need. */
export const relations = [
  { value: 'SPOUSE', label: 'Spouse' },
  { value: 'PARENT', label: 'Parent' },
  { value: 'SIBLING', label: 'Brother or sister' },
  { value: 'CHILD', label: 'Child' },
  { value: 'FRIEND', label: 'Friend' },
  { value: 'EMPLOYER', label: 'Employer' },
] as const;

/** Contacts of one person; more would not be called in time. */
export const mostContacts = 5;

/** Whom to call when something happens to a person of a client organisation. */
export const emergencyContact = catalogue('emergency-contact', {
  one: 'Emergency contact',
  many: 'Emergency contacts',
  icon: 'phone-call',
  group: 'group-people',
  menuOrder: 46,
  tabOf: 'organisation',
  clientTabOf: 'app-user',
  about: 'Whom to call when something happens to a person: up to five each, in the order they are called.',
  scope: 'organisation',
  sort: 'position',
  clientCalls: true,
  title: ['name'],
  optionFields: ['appUserId'],
  firstColumns: ['name', 'relation', 'mobile', 'appUserId', 'position', 'consentOn'],
  searchHint: 'Name, mobile number or whose contact it is',
  unique: [['mobile', 'appUserId']],
  sections: [
    { title: 'Contact', fields: ['appUserId', 'orgId', 'name', 'relation', 'position'] },
    { title: 'How to contact them', fields: ['mobile', 'altMobile', 'email', 'notifyBy', 'consentOn', 'note'] },
  ],
  fields: {
    appUserId: ref('app-user', {
      label: 'Contact of',
      forClients: 'Contact of',
      list: true,
      filter: true,
      sort: true,
      search: true,
    }),
    orgId: optional(
      ref('organisation', { label: 'Organisation', help: 'Leave empty to use that of the person.', filter: true }),
    ),
    name: text({ label: 'Name', min: 2, max: 100, list: true, search: true, sounds: true }),
    relation: choice(relations, { label: 'Relation', list: true, filter: true }),
    mobile: text({ label: 'Mobile number', format: 'mobile', code: true, list: true, search: true }),
    altMobile: optional(text({ label: 'Other mobile number', format: 'mobile', code: true })),
    email: optional(
      text({ label: 'Email', max: 254, letters: 'lower', pattern: emailPattern, patternHint: emailHint }),
    ),
    position: optional(
      integer({
        label: 'Order of calling',
        min: 0,
        max: 100_000,
        list: true,
        help: 'The smallest number is called first. Leave empty to call them last.',
      }),
    ),
    notifyBy: choice(
      [
        { value: 'CALL', label: 'Call' },
        { value: 'SMS', label: 'SMS' },
        { value: 'EMAIL', label: 'Email' },
      ],
      { label: 'Contact by', many: true, help: 'How staff contact them in an emergency.' },
    ),
    consentOn: optional(
      date({
        label: 'Agreed on',
        list: true,
        filter: true,
        help: 'The day they agreed to be called and written to in an emergency. Without it they are not emailed.',
      }),
    ),
    note: optional(longText({ label: 'Note', max: 500 })),
  },
});
