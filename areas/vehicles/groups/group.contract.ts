import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, integer, longText, optional, ref, text } from '#kit/contract/fields.ts';

/** The theme's tones: what draws a group, a map among them, has them in both skins. */
export const groupColours = [
  { value: 'BLUE', label: 'Blue', tone: 'info' },
  { value: 'GREEN', label: 'Green', tone: 'ok' },
  { value: 'AMBER', label: 'Amber', tone: 'due' },
  { value: 'RED', label: 'Red', tone: 'bad' },
  { value: 'GREY', label: 'Grey', tone: 'off' },
] as const;
export type GroupColour = (typeof groupColours)[number]['value'];

export const vehicleGroup = catalogue('vehicle-group', {
  one: 'Vehicle group',
  many: 'Vehicle groups',
  icon: 'stack-2',
  group: 'group-fleet',
  tabOf: 'vehicle',
  about: 'Vehicles that belong together: a depot, a customer, a route. A vehicle can be in several groups.',
  scope: 'organisation',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', min: 2, max: 80, list: true, search: true, sounds: true }),
    orgId: ref('organisation', { label: 'Organisation', list: true, filter: true }),
    colour: choice(groupColours, { label: 'Colour', list: true, filter: true }),
    note: optional(longText({ label: 'Note', max: 500 })),
  },
  readOnly: {
    vehicleCount: integer({ label: 'Vehicles', list: true, filter: true }),
  },
});

/** A group as the record of one of its vehicles shows it. */
export interface GroupOfVehicle {
  id: string;
  name: string;
  colour: GroupColour;
}
