import { catalogue } from '#kit/contract/catalogue.ts';
import { file, longText, optional, ref, text } from '#kit/contract/fields.ts';

/** Rows of organisations with numbers that are kept encrypted, one of them unique, and with a document. */
export const badge = catalogue('badge', {
  one: 'Badge',
  many: 'Badges',
  icon: 'id-badge',
  group: 'group-people',
  about: 'Badges of people who may enter.',
  scope: 'organisation',
  unique: [['number']],
  fields: {
    name: text({ label: 'Name', list: true, search: true }),
    number: text({
      label: 'Number',
      letters: 'upper',
      compact: true,
      sealed: 4,
      pattern: /^[A-Z]{2}\d{6,14}$/,
      patternHint: 'Two letters and six to fourteen digits, like AB12345678',
      list: true,
      filter: true,
      search: true,
    }),
    serial: optional(text({ label: 'Serial', sealed: 5, filter: true })),
    plate: optional(text({ label: 'Plate', letters: 'upper', compact: true, list: true, filter: true, search: true })),
    identity: optional(text({ label: 'Identity number', aadhaar: 'last4' })),
    note: optional(longText({ label: 'Note' })),
    paper: optional(file({ label: 'Paper', accept: ['image', 'pdf'], maxBytes: 2_000_000 })),
    orgId: ref('organisation', { label: 'Organisation' }),
  },
});
