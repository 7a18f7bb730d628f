import { expect, test } from 'vitest';
import { placesInSource } from './testing/places.ts';

const { places, byHand } = placesInSource();

/** Comparisons that are no fence, by file: what they are for. */
const explained: Readonly<Record<string, string>> = {
  'kit/server/catalogue/view-routes.ts': 'Private views among those that the fence lets through',
  'kit/server/catalogue/column-routes.ts': 'Private views among those that the fence lets through',
  'areas/documents/facts.ts':
    'Papers and examinations beside the vehicle or driver they are of: the caller fences that one',
  'kit/server/sessions/child.ts': 'Whether somebody may act for somebody: both are in one row of the session',
  'areas/documents/paper-mail.ts': 'Whom to write to about papers that the fence let through',
  'areas/vehicles/vehicle-mail.ts': 'Whom to write to about a vehicle or a transfer that the fence let through',
  'areas/people/driver-questions.ts':
    'How many numbers were asked about: a count, of the asker and of whom they ask for',
  'areas/people/invitation-store.ts':
    'A vehicle that was sold meanwhile is no longer named: both are in one row of the invitation',
  'areas/people/doctor-report.ts': 'Whether there is anybody to write to: both are in one row of the driver',
  'kit/server/files/store.ts': 'How much room an organisation takes: a sum that the upload is measured by',
};

test('every fence has a place of its own', () => {
  const names = places.map(({ name }) => name);
  const doubles = places.filter(({ name }, at) => names.indexOf(name) !== at);
  expect(doubles).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});

test('no statement keeps organisations apart by hand: fence(), fenceApart() and owned() do', () => {
  const unexplained = byHand.filter(({ file }) => !(file in explained));
  expect(unexplained, 'use kit/server/db/fence.ts, or explain it here').toEqual([]);
  const needed = new Set(byHand.map(({ file }) => file));
  expect(Object.keys(explained).filter((file) => !needed.has(file))).toEqual([]);
});
