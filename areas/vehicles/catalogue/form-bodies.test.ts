import { expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';

test('forms send these catalogues as multipart always, as the specification has it, and no other', () => {
  const always = catalogues.filter(({ sendsMultipart }) => sendsMultipart).map(({ path }) => path);
  expect(always.sort()).toEqual([
    'app-user-policy',
    'challan-contest',
    'help-desk',
    'insurance-offer',
    'ticket-note',
    'ticket-reply',
    'vehicle-brand',
    'vehicle-kyc-doc',
    'vehicle-model',
  ]);
});
