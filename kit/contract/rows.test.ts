import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { choice, file, flag, money, optional, ref, text, time } from './fields.ts';
import type { RowOf, ValuesOf } from './rows.ts';

const ticket = catalogue('ticket', {
  one: 'Ticket',
  many: 'Tickets',
  icon: 'ticket',
  group: 'group-help',
  about: 'For this test.',
  fields: {
    name: text({ label: 'Name' }),
    tags: optional(text({ label: 'Tags', many: true })),
    kind: choice(
      [
        { value: 'QUESTION', label: 'Question' },
        { value: 'FAULT', label: 'Fault' },
      ],
      { label: 'Kind' },
    ),
    vehicleId: optional(ref('vehicle', { label: 'Vehicle' })),
    costPaise: optional(money({ label: 'Cost' })),
    urgent: flag({ label: 'Urgent' }),
    photo: optional(file({ label: 'Photo', accept: ['image'], maxBytes: 1 })),
  },
  readOnly: { closedAt: optional(time({ label: 'Closed' })) },
});
type Ticket = RowOf<typeof ticket>;

/** True where the two are the same type. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test('a row has the type of every field of its definition', () => {
  const same: [
    Same<Ticket['name'], string>,
    Same<Ticket['tags'], readonly string[]>,
    Same<Ticket['kind'], 'QUESTION' | 'FAULT'>,
    Same<Ticket['vehicleId'], string | null>,
    Same<NonNullable<Ticket['vehicle']>['label'], string>,
    Same<Ticket['costPaise'], number | null>,
    Same<Ticket['urgent'], boolean>,
    Same<Ticket['closedAt'], string | null>,
    Same<Ticket['version'], number>,
  ] = [true, true, true, true, true, true, true, true, true];
  expect(same).not.toContain(false);
});

test('a field that was renamed does not compile where rows or values are read', () => {
  const row = { name: 'Engine light', kind: 'FAULT' } as Ticket;
  // @ts-expect-error -- no field of a ticket
  expect(row.state).toBeUndefined();
  // @ts-expect-error -- no value of the choice
  expect(row.kind === 'PRAISE').toBe(false);
  const values: Pick<ValuesOf<typeof ticket>, 'name' | 'kind'> = { name: 'Engine light', kind: 'FAULT' };
  // @ts-expect-error -- what the server sets is not written
  expect((values as ValuesOf<typeof ticket>).closedAt).toBeUndefined();
});
