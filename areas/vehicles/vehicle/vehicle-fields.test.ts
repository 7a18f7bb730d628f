import { expect, test } from 'vitest';
import { driver } from '#areas/people/drivers/driver.contract.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { afterOwner, type Fields, optional, reviewedFields, type StatesFacts, text } from '#kit/contract/fields.ts';
import { vehicle } from './vehicle.contract.ts';

/** What fields do not say, as a message that tells whoever added one what to do. */
const unsaid = (path: string, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    (['leavesWithOwner', 'triggersReview'] as const)
      .filter((fact) => field[fact] === undefined)
      .map((fact) => `${path}.${name} does not say ${fact}: see kit/contract/fields.ts`),
  );

test('every field of vehicles and drivers says whether it leaves with its owner and whether it triggers a review', () => {
  expect([...unsaid('vehicle', vehicle.fields), ...unsaid('drivers', driver.fields)]).toEqual([]);
});

test('a new field that does not say so fails, and does not compile either', () => {
  const planted = { ...vehicle.fields, lenderPin: optional(text({ label: 'PIN', max: 4 })) };
  expect(unsaid('vehicle', planted)).toEqual([
    'vehicle.lenderPin does not say leavesWithOwner: see kit/contract/fields.ts',
    'vehicle.lenderPin does not say triggersReview: see kit/contract/fields.ts',
  ]);
  // @ts-expect-error -- a field without these facts is refused where the fields are written
  planted satisfies StatesFacts;
  const half = { pin: optional(text({ label: 'PIN', leavesWithOwner: true })) };
  // @ts-expect-error -- one of them is not enough
  half satisfies StatesFacts;
});

test('the next owner of a vehicle does not get the loan, the FASTag and the photo, and holds it as owned', () => {
  expect(afterOwner(vehicle.fields)).toEqual({ ownership: 'OWNED', financier: null, fastagId: null, photo: null });
});

test('the next employer of a driver knows what an invitation says, and nothing else', () => {
  const kept = Object.keys(driver.fields).filter((name) => !(name in afterOwner(driver.fields)));
  expect(kept).toEqual(['name', 'orgId', 'mobile', 'email']);
});

test('facts that the registration certificate or the licence vouches for trigger a review', () => {
  expect(reviewedFields(vehicle.fields)).toEqual([
    'registrationNo',
    'registrationKind',
    'registrationEndsOn',
    'modelId',
    'unlistedModel',
    'categoryId',
    'chassisNo',
    'engineNo',
  ]);
  expect(reviewedFields(driver.fields)).toEqual(['name', 'dob', 'dlNo', 'licenceClasses', 'dlValidNt', 'dlValidTr']);
});

test('a required field cannot be emptied when the owner leaves', () => {
  expect(() =>
    catalogue('planted', {
      one: 'Planted',
      many: 'Planted',
      icon: 'car',
      group: 'group-fleet',
      about: '',
      fields: { name: text({ label: 'Name', leavesWithOwner: true }) },
    }),
  ).toThrow(/required, so it cannot be emptied/);
});
