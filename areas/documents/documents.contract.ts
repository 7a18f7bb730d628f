import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, integer, longText, optional, text } from '#kit/contract/fields.ts';
import { vehicleKycDoc } from './documents/document.contract.ts';
import { ownerUses } from './documents/subjects.contract.ts';

/**
 * Rules for document numbers: a row of letters, digits, \d and [sets], each with a bounded repeat, groups of alternatives,
 * from ^ to $. It looks like an expression, but readNumberRule reads it: a row of counts is slow for the engine's own.
 */
const numberRule =
  /^\^(?:(?:\\d|\[[A-Za-z0-9 /-]+\]|\((?:[A-Za-z0-9 /-]+(?:\|[A-Za-z0-9 /-]+)*)\)|[A-Za-z0-9 /-])(?:\{\d{1,2}(?:,\d{1,2})?\}|\?)?){1,40}\$$/;

/** Kinds of papers. A document that somebody uploads is of one of them. */
export const kycDoc = catalogue('kyc-doc', {
  one: 'KYC document type',
  many: 'KYC document types',
  icon: 'id',
  tabOf: 'vehicle-kyc-doc',
  group: 'group-catalogues',
  about: 'Documents required of vehicles, drivers and owners: number formats and reminders.',
  sort: 'position',
  unique: [['code'], ['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    code: text({
      label: 'Code',
      letters: 'upper',
      max: 40,
      pattern: /^[A-Z0-9_]{2,40}$/,
      patternHint: 'Use capital letters, digits and underscores, like MEDICAL_1A',
      code: true,
      list: true,
      search: true,
    }),
    appliesTo: choice(
      [
        { value: 'VEHICLE', label: 'Vehicle' },
        { value: 'DRIVER', label: 'Driver' },
        { value: 'OWNER', label: 'Owner' },
      ],
      { label: 'Belongs to', list: true, filter: true },
    ),
    vehicleUse: choice(
      [
        { value: 'ANY', label: 'Every vehicle' },
        { value: 'TRANSPORT', label: 'Transport vehicles' },
        { value: 'PRIVATE', label: 'Private vehicles' },
      ],
      { label: 'Required for', list: true, filter: true },
    ),
    ownerUse: optional(
      choice(ownerUses, {
        label: 'Type of owner',
        help: 'For documents of owners. Leave empty for organisations and app users.',
        filter: true,
      }),
    ),
    mandatory: flag({ label: 'Required', list: true, filter: true }),
    blocksOperation: flag({ label: 'Blocks the vehicle when expired', list: true, filter: true }),
    hasExpiry: flag({ label: 'Has an expiry date', list: true, filter: true }),
    numberRegex: optional(
      text({
        label: 'Number format',
        max: 200,
        pattern: numberRule,
        patternHint: 'A plain pattern from ^ to $, like ^[A-Z]{5}\\d{4}[A-Z]$',
        help: 'Letters, digits, \\d and [sets] with counts, like ^[A-Z]{5}\\d{4}[A-Z]$.',
        code: true,
      }),
    ),
    reminderDays: optional(
      text({
        label: 'Reminders, days before',
        many: true,
        max: 3,
        pattern: /^\d{1,3}$/,
        patternHint: 'Use whole days, like 30, 15, 7, 1, 0',
      }),
    ),
    graceDays: integer({ label: 'Grace period', unit: 'days', min: 0, max: 365 }),
    maxFileMb: integer({ label: 'Maximum file size', unit: 'MB', min: 1, max: 25 }),
    mime: choice(
      [
        { value: 'PDF', label: 'PDF' },
        { value: 'JPEG', label: 'JPEG' },
        { value: 'PNG', label: 'PNG' },
        { value: 'WEBP', label: 'WebP' },
      ],
      { label: 'Accepted file types', many: true },
    ),
    position: integer({
      label: 'Position',
      min: 0,
      max: 100_000,
      sort: true,
      inline: true,
      help: 'Lists show the smallest number first.',
    }),
    note: optional(longText({ label: 'Note', spoken: 'names', max: 1_000 })),
  },
});

export const contract: AreaContract = {
  name: 'documents',
  catalogues: [kycDoc, vehicleKycDoc],
  pages: [
    {
      path: '/document-review',
      key: 'document-review',
      name: 'Document review',
      menu: { group: 'group-work', icon: 'checkup-list', order: 40 },
      actions: ['view'],
    },
  ],
};
