import { catalogue } from '#kit/contract/catalogue.ts';
import { integer, longText, optional, text } from '#kit/contract/fields.ts';

/** Teams of the help desk. Their members, staff users, are kept beside the row: see `members` of `helpTeamBody`. */
export const helpTeam = catalogue('help-team', {
  one: 'Help team',
  many: 'Help teams',
  icon: 'users',
  group: 'group-catalogues',
  about: 'Teams of staff that tickets are given to. Help categories name the team that gets their tickets first.',
  staffOnly: true,
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 80, list: true, search: true }),
    about: optional(longText({ label: 'What it does', spoken: 'names', max: 500 })),
  },
  beside: { members: 'Members' },
  readOnly: {
    memberCount: integer({ label: 'Members', list: true }),
  },
});

/** Most members of a team. */
export const mostMembers = 100;

/** A member as the team's record shows it. */
export interface TeamMember {
  id: string;
  name: string;
  /** 0: the account is inactive, so no ticket reaches this person. */
  status: 0 | 1;
}

/** A staff user who may be added to a team. */
export interface StaffPerson {
  id: string;
  name: string;
  role: string | null;
}
