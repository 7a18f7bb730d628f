import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';
import { choice, file, integer, longText, optional, ref, text, time } from '#kit/contract/fields.ts';

/** Which rows a person of a role works on. */
export const rowScopes = [
  { value: 'ALL', label: 'All records' },
  { value: 'OWN_RTO', label: 'Records of assigned offices (RTO)' },
  { value: 'OWN_CLIENTS', label: 'Records of assigned clients' },
] as const;
export type RowScope = (typeof rowScopes)[number]['value'];

export const role = catalogue('role', {
  one: 'Role',
  many: 'Roles',
  icon: 'shield-lock',
  tabOf: 'user',
  group: 'group-settings',
  menuOrder: 91,
  about: 'What users can see and do. Each role has a level and can change only what is below it.',
  sort: 'level',
  unique: [['name']],
  ownWrites: true,
  // Clients choose among the roles that are made for them.
  clientsSee: { audience: ['client'] },
  guarded: true,
  sensitive: true,
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 60, list: true, search: true }),
    audience: choice(
      [
        { value: 'staff', label: 'Staff' },
        { value: 'client', label: 'Clients' },
      ],
      { label: 'For', list: true, filter: true },
    ),
    rowScope: choice(rowScopes, { label: 'Data scope', list: true, filter: true }),
    description: optional(longText({ label: 'Description', max: 500, search: true })),
  },
  readOnly: {
    level: integer({ label: 'Level', list: true, plain: true, shownFrom: 1 }),
  },
});

export const user = catalogue('user', {
  one: 'User',
  many: 'Users',
  icon: 'user-shield',
  group: 'group-settings',
  menuOrder: 90,
  furtherActions: ['impersonate'],
  about: 'Staff users, each with a role.',
  table: 'staff_user',
  base: 'account',
  rowSecurity: true,
  unique: [['email'], ['mobile']],
  offText: 'They are signed out everywhere immediately and can sign in again once they are active.',
  guarded: true,
  sensitive: true,
  fields: {
    name: text({ label: 'Name', min: 2, max: 100, list: true, search: true, sounds: true }),
    email: text({
      label: 'Email',
      max: 254,
      letters: 'lower',
      pattern: emailPattern,
      patternHint: emailHint,
      help: 'For sign-in and email.',
      list: true,
      search: true,
    }),
    mobile: optional(
      text({
        label: 'Mobile number',
        format: 'mobile',
        list: true,
        search: true,
      }),
    ),
    roleId: ref('role', { label: 'Role', list: true, filter: true }),
    reportsToId: optional(ref('user', { label: 'Reports to', filter: true })),
    avatar: optional(file({ label: 'Picture', accept: ['image'], maxBytes: 5_000_000, maxPixels: 512, list: true })),
  },
  readOnly: {
    lastLoginAt: optional(time({ label: 'Last sign-in', list: true, filter: true })),
    roleLevel: integer({ label: 'Level', plain: true, sort: false, shownFrom: 1 }),
  },
});

export const contract: AreaContract = {
  name: 'identity',
  catalogues: [role, user],
  pages: [
    { path: '/login', open: true },
    { path: '/setup', open: true },
    { path: '/forgot', open: true },
    { path: '/reset', open: true },
    { path: '/profile' },
    { path: '/impersonation' },
  ],
};
