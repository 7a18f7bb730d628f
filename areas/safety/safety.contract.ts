import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, integer, longText, optional, text } from '#kit/contract/fields.ts';
import { states } from '#areas/offices/states.contract.ts';
import { emergencyContact } from './contacts/contact.contract.ts';

/** What an emergency number is for. */
export const sosKinds = [
  { value: 'ERSS', label: 'All emergencies' },
  { value: 'POLICE', label: 'Police' },
  { value: 'FIRE', label: 'Fire' },
  { value: 'AMBULANCE', label: 'Ambulance' },
  { value: 'HIGHWAY', label: 'Highway patrol' },
  { value: 'TRAFFIC', label: 'Traffic police' },
  { value: 'WOMEN', label: 'Women' },
  { value: 'CHILD', label: 'Children' },
  { value: 'HEALTH', label: 'Health advice' },
  { value: 'RTO', label: 'RTO' },
  { value: 'COMPANY', label: 'Company helpdesk' },
] as const;

export const sos = catalogue('sos', {
  one: 'SOS number',
  many: 'SOS numbers',
  icon: 'urgent',
  group: 'group-catalogues',
  about: 'Emergency numbers: nationwide, and by state or district.',
  sort: 'priority',
  unique: [['number', 'state', 'district']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 120, list: true, search: true }),
    number: text({
      label: 'Number',
      max: 16,
      pattern: /^\+?\d[\d -]{1,14}\d$/,
      patternHint: 'Use digits, spaces and hyphens, like 112 or 020 2605 8080',
      code: true,
      list: true,
      search: true,
    }),
    kind: choice(sosKinds, { label: 'For', list: true, filter: true }),
    state: optional(
      choice(states, { label: 'State', help: 'Leave empty for all of India.', list: true, filter: true }),
    ),
    district: optional(text({ label: 'District', max: 100, list: true, search: true })),
    priority: integer({ label: 'Priority', min: 1, max: 99, help: '1 is called first.', list: true }),
    is24x7: flag({ label: '24 × 7', list: true, filter: true }),
    channels: choice(
      [
        { value: 'CALL', label: 'Call' },
        { value: 'SMS', label: 'SMS' },
        { value: 'WHATSAPP', label: 'WhatsApp' },
        { value: 'APP', label: 'App' },
      ],
      { label: 'Contact by', many: true },
    ),
    note: optional(longText({ label: 'Note', spoken: 'names', max: 500 })),
  },
});

export const contract: AreaContract = {
  name: 'safety',
  catalogues: [sos, emergencyContact],
};
