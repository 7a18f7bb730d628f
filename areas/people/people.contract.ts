import { kycStatuses } from '#areas/documents/documents/subjects.contract.ts';
import { states } from '#areas/offices/states.contract.ts';
import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, integer, longText, optional, ref, text, time } from '#kit/contract/fields.ts';
import { emailHint, emailPattern } from '#kit/contract/formats/contact.ts';
import { doctor, medicalReport } from './medical/medical.contract.ts';
import { driver } from './drivers/driver.contract.ts';

const pin = optional(text({ label: 'PIN code', format: 'pin' }));
const kycStatus = choice(kycStatuses, { label: 'KYC status', list: true, filter: true });
const city = optional(text({ label: 'City', max: 100, list: true, search: true }));
const state = optional(choice(states, { label: 'State', list: true, filter: true }));
const address = optional(longText({ label: 'Address', max: 300 }));

export const organisation = catalogue('organisation', {
  one: 'Organisation',
  many: 'Organisations',
  forClients: { one: 'My company', many: 'My company' },
  icon: 'building',
  group: 'group-people',
  about: 'Clients: fleet companies, families and individuals. All records of a client belong to its organisation.',
  scope: 'organisation',
  orgColumn: 'id',
  guarded: true,
  unique: [['gstin']],
  sections: [
    { title: 'Registration', fields: ['name', 'kind', 'gstin', 'kycStatus'] },
    { title: 'Address', fields: ['address', 'city', 'state', 'pin'] },
  ],
  offText: 'All its users are signed out immediately and cannot sign in until it is active again.',
  fields: {
    name: text({ label: 'Name', min: 2, max: 120, list: true, search: true, sounds: true, triggersReview: true }),
    kind: choice(
      [
        { value: 'COMPANY', label: 'Fleet company' },
        { value: 'FAMILY', label: 'Family' },
        { value: 'PERSON', label: 'Individual' },
      ],
      { label: 'Type', list: true, filter: true },
    ),
    gstin: optional(
      text({
        label: 'GSTIN',
        format: 'gstin',
        code: true,
        list: true,
        search: true,
        triggersReview: true,
      }),
    ),
    address,
    city,
    state,
    pin,
  },
  readOnly: { kycStatus },
});

export const appUser = catalogue('app-user', {
  one: 'App user',
  many: 'App users',
  tabOf: 'organisation',
  forClients: { one: 'Team member', many: 'Team', counted: 'Team members' },
  icon: 'users',
  group: 'group-people',
  furtherActions: ['impersonate'],
  about: 'Users of client organisations: owners, family members, drivers.',
  scope: 'organisation',
  table: 'app_user',
  base: 'account',
  unique: [['email'], ['mobile']],
  offText: 'They are signed out everywhere immediately and can sign in again once they are active.',
  guarded: true,
  fields: {
    name: text({ label: 'Name', min: 2, max: 100, list: true, search: true, sounds: true, triggersReview: true }),
    orgId: optional(
      ref('organisation', {
        label: 'Organisation',
        help: 'Leave empty to create one for this person.',
        list: true,
        filter: true,
        search: true,
      }),
    ),
    // A number, as the specification has it: ?profileType=0 lists app users only.
    profileType: choice(
      [
        { value: '0', label: 'App user', forClients: 'Team member' },
        { value: '1', label: 'Fleet owner' },
        { value: '2', label: 'Driver' },
      ],
      { label: 'Profile', numeric: true, list: true, filter: true },
    ),
    mobile: optional(
      text({
        label: 'Mobile number',
        format: 'mobile',
        list: true,
        search: true,
      }),
    ),
    email: optional(
      text({
        label: 'Email',
        max: 254,
        letters: 'lower',
        pattern: emailPattern,
        patternHint: emailHint,
        list: true,
        search: true,
      }),
    ),
    roleId: ref('role', { label: 'Role', list: true, filter: true }),
    address,
    city,
    state,
    pin,
  },
  readOnly: {
    kycStatus,
    lastLoginAt: optional(time({ label: 'Last sign-in', list: true, filter: true })),
    roleLevel: integer({ label: 'Level', plain: true, sort: false, shownFrom: 1 }),
  },
});

export const contract: AreaContract = {
  name: 'people',
  catalogues: [organisation, appUser, driver, doctor, medicalReport],
  pages: [
    { path: '/invited', open: true },
    {
      path: '/vehicle-invitation',
      key: 'vehicle-invitation',
      name: 'Invitations',
      menu: { group: 'group-fleet', icon: 'mail-forward', order: 60, tabOf: 'drivers' },
      actions: ['view', 'create', 'edit', 'delete'],
      clients: ['view', 'create', 'edit', 'delete'],
      inClientMenu: true,
    },
    {
      path: '/doctor-report',
      key: 'doctor-report',
      name: 'Doctor report',
      menu: { group: 'group-work', icon: 'report-medical', order: 140, tabOf: 'medical-report' },
      actions: ['view', 'export'],
    },
  ],
};
