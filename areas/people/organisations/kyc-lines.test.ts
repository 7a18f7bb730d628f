import { expect, test } from 'vitest';
import type { SetDocument, SetKind } from '#areas/documents/review/review.contract.ts';
import { kycLines } from './kyc-lines.rules.ts';

const document = (id: string, state: string, more: Partial<SetDocument> = {}): SetDocument => ({
  id,
  state,
  number: null,
  validFrom: null,
  validUpto: null,
  reason: null,
  handedInAt: '2026-11-01T00:00:00Z',
  pages: [],
  ...more,
});
const kind = (code: string, more: Partial<SetKind> = {}): SetKind => ({
  type: { id: code, label: code, code },
  mandatory: true,
  blocks: false,
  hasExpiry: true,
  formats: ['PDF'],
  maxFileMb: 5,
  asksNumber: false,
  known: { number: null, validUpto: null },
  current: null,
  upcoming: [],
  open: [],
  former: [],
  missing: false,
  wanted: false,
  ...more,
});

test('what an owner lacks is told with the most urgent first, and what is right is not told', () => {
  const kinds = [
    kind('GST', { open: [document('w', 'UNDER_REVIEW')] }),
    kind('PAN', { missing: true, wanted: true }),
    kind('TRADE', { current: document('e', 'VERIFIED', { validUpto: '2026-10-31' }), wanted: true }),
    kind('BANK', { open: [document('r', 'REJECTED', { reason: 'Cropped' })], missing: true, wanted: true }),
    kind('LOGO', { mandatory: false }),
    kind('CIN', { current: document('v', 'VERIFIED') }),
    // Rejected is what came after the one that counts.
    kind('RENT', { current: document('v', 'EXPIRING_SOON'), open: [document('r', 'REJECTED')] }),
  ];
  expect(kycLines({ kinds }).map(({ code, is }) => [code, is])).toEqual([
    ['BANK', 'rejected'],
    ['TRADE', 'expired'],
    ['PAN', 'missing'],
    ['GST', 'waiting'],
  ]);
  const [bank, trade, , gst] = kycLines({ kinds });
  expect([bank?.reason, trade?.upto, gst?.documentId]).toEqual(['Cropped', '2026-10-31', 'w']);
});

test('a renewal in review is waited for, and an optional document that has expired is told', () => {
  const expired = document('e', 'EXPIRED', { validUpto: '2026-10-31' });
  expect(kycLines({ kinds: [kind('A', { current: expired, open: [document('w', 'PENDING')] })] })).toMatchObject([
    { is: 'waiting', documentId: 'w' },
  ]);
  expect(kycLines({ kinds: [kind('B', { mandatory: false, current: expired })] })).toMatchObject([{ is: 'expired' }]);
});
