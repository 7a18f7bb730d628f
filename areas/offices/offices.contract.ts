import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, longText, optional, place, ref, text } from '#kit/contract/fields.ts';
import { emailPattern } from '#kit/contract/formats/contact.ts';
import { states } from './states.contract.ts';

/** Regional transport offices. Codes are the first half of every plate: MH12 is Pune. */
export const rto = catalogue('rto', {
  one: 'RTO',
  many: 'RTO offices',
  icon: 'building-bank',
  group: 'group-catalogues',
  about: 'Transport offices that register vehicles. The code is the first part of every plate they issue.',
  title: ['code', 'name'],
  sort: 'code',
  unique: [['code']],
  guarded: true,
  fields: {
    code: text({
      label: 'Code',
      letters: 'upper',
      max: 5,
      pattern: /^[A-Z]{2}\d{2,3}$/,
      patternHint: 'Use the state letters and two or three digits, like MH12',
      code: true,
      list: true,
      search: true,
    }),
    name: text({ label: 'Office', min: 2, list: true, search: true, sounds: true, inline: true }),
    state: choice(states, { label: 'State', list: true, filter: true }),
    district: text({ label: 'District', min: 2, list: true, search: true, inline: true }),
    kind: choice(
      [
        { value: 'RTO', label: 'Regional office' },
        { value: 'ARTO', label: 'Assistant regional office' },
        { value: 'DTO', label: 'District office' },
        { value: 'SRTO', label: 'Sub-regional office' },
        { value: 'UNIT', label: 'Unit office' },
      ],
      { label: 'Type', list: true, filter: true, inline: true },
    ),
    parentId: optional(ref('rto', { label: 'Reports to', filter: true, inline: true })),
    address: optional(longText({ label: 'Address', max: 500 })),
    pin: optional(
      text({
        label: 'PIN code',
        format: 'pin',
        code: true,
        inline: true,
      }),
    ),
    phone: optional(
      text({
        label: 'Phone',
        max: 16,
        pattern: /^\+?[\d -]{6,16}$/,
        patternHint: 'Use digits, spaces and hyphens, like 020 2605 8080',
        inline: true,
      }),
    ),
    email: optional(
      text({
        label: 'Email',
        max: 254,
        letters: 'lower',
        pattern: emailPattern,
        patternHint: 'Use an address like rto.pune@example.in',
        inline: true,
      }),
    ),
    hours: optional(text({ label: 'Opening hours', max: 120, inline: true })),
    jurisdictionPins: optional(
      text({
        label: 'PIN codes served',
        many: true,
        format: 'pin',
      }),
    ),
    geo: optional(place({ label: 'Position' })),
  },
});

export const contract: AreaContract = {
  name: 'offices',
  catalogues: [rto],
};
