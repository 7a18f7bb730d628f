import { appUser, organisation } from '#areas/people/people.contract.ts';
import { type AnyCatalogue, catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, file, integer, longText, optional, ref, text } from '#kit/contract/fields.ts';
import { draftTable } from '#tools/database/draft-sql.ts';

/** Rows of organisations with everything that a catalogue can have: a place in an order, merges, files, keys of their own. */
const fuelCard = catalogue('fuel-card', {
  one: 'Fuel card',
  many: 'Fuel cards',
  icon: 'car',
  group: 'group-fleet',
  about: 'Cards that pay for fuel.',
  scope: 'organisation',
  unique: [['name']],
  merge: true,
  fields: {
    name: text({ label: 'Number', list: true, search: true }),
    kind: choice(
      [
        { value: 'PETROL', label: 'Petrol' },
        { value: 'DIESEL', label: 'Diesel' },
      ],
      { label: 'Fuel', list: true, filter: true },
    ),
    limitLitres: integer({ label: 'Limit', min: 1, max: 500, list: true, filter: true }),
    brandId: ref('vehicle-brand', { label: 'Brand', filter: true, list: true, search: true }),
    holderId: optional(ref('app-user', { label: 'Holder', filter: true, list: true, search: true })),
    orgId: ref('organisation', { label: 'Organisation', filter: true }),
    issuedOn: optional(date({ label: 'Issued', filter: true, list: true })),
    photo: optional(file({ label: 'Photo', accept: ['image'], maxBytes: 1_000_000 })),
    note: optional(longText({ label: 'Note', search: true })),
    position: integer({ label: 'Position', min: 0, max: 100_000, list: true }),
  },
});

/** Rows of organisations that refer to rows of organisations. */
const fuelFill = catalogue('fuel-fill', {
  one: 'Filling',
  many: 'Fillings',
  icon: 'car',
  group: 'group-fleet',
  about: 'What was filled with a card.',
  scope: 'organisation',
  title: ['place'],
  fields: {
    place: text({ label: 'Place', list: true, search: true }),
    cardId: ref('fuel-card', { label: 'Card', list: true, filter: true, search: true }),
    orgId: ref('organisation', { label: 'Organisation' }),
  },
});

/** Catalogues that no product ships: what is fenced today does not use all that fences have to hold. */
export const throwAway: readonly AnyCatalogue[] = [fuelCard, fuelFill];

const tables = new Map(
  [appUser, organisation].map((definition): [string, string] => [definition.path, definition.base]),
);
const tenantSql = new Set([appUser, fuelCard, fuelFill].map((definition) => definition.path));
export const throwAwaySql = throwAway.map((definition) => draftTable(definition, { tables, tenantSql })).join('\n');
